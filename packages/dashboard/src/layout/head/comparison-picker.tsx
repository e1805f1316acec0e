import { useWording } from "../../i18n/language.ts";
import { dayOf } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import { useSiteView } from "../site-view.ts";
import { comparisonText } from "../text/range-text.ts";
import css from "./page-head.module.css";

const ComparisonMenu = lazyPart(async () => (await import("./comparison-menu.tsx")).ComparisonMenu);

/** Chooses the comparison of the figures. */
export const ComparisonPicker = () => {
	const { words, locale } = useWording();
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const { comparison, range } = address;
	const today = dayOf(now, timeZone);
	const inWords = { words, locale, now, timeZone, today };
	const isOff = comparison.kind === "off" || range.kind === "all";
	return (
		<Popover
			title={words.compare.label}
			button={
				<>
					{!isOff && `${words.compare.vs} `}
					<span class={css["value"]}>{comparisonText(comparison, range, inWords)}</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => <ComparisonMenu onClose={close} />}
		</Popover>
	);
};
