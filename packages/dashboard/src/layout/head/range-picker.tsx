import { useWording } from "../../i18n/language.ts";
import { dayOf } from "../../router/days.ts";
import { daysOf } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import { useSiteView } from "../site-view.ts";
import { daysText, rangeText } from "../text/range-text.ts";
import css from "./page-head.module.css";

const RangeMenu = lazyPart(async () => (await import("./range-menu.tsx")).RangeMenu);

/** Chooses the page's period; shows its name and its days. */
export const RangePicker = () => {
	const { words, locale } = useWording();
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const today = dayOf(now, timeZone);
	const days = daysOf(address.range, now, timeZone);
	const name = rangeText(address.range, words, today, locale);
	const written = days && address.range.kind !== "dates" ? daysText(days, today, locale) : "";
	return (
		<Popover
			title={words.range.label}
			size="l"
			button={
				<>
					{name} <span class={`${css["value"]} wide`}>{written}</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => <RangeMenu onClose={close} />}
		</Popover>
	);
};
