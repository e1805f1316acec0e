import type { AnswerTo } from "../../../api/site-reports.ts";
import { dateRangeText } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { words as german } from "../../../i18n/de/past.ts";
import { words as english } from "../../../i18n/en/past.ts";
import { isolating } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Switch } from "../../../ui/form/choice.tsx";
import css from "./past-note.module.css";

/** Both languages: together with what shows them, they are one small chunk that few sites load. */
const WORDS = { en: isolating(english), de: isolating(german) };

export const usePastWords = () => WORDS[useWording().language];

/** What an answer says of imported daily figures. */
export type Imported = NonNullable<AnswerTo<"overview">["imported"]>;

type Used = Pick<Imported, "used" | "from" | "to">;

/** Below the chart: which days are imported and what is different about them, or why they are missing; and the switch. */
const PastOfChart = ({ imported }: { imported: Imported }) => {
	const { locale } = useWording();
	const words = usePastWords();
	const { now, timeZone } = useSiteView();
	const { address, change } = useAddress();
	const { used, reason, previous, double_days: double, source = words.another } = imported;
	const rangeOf = ({ from = "", to = "" }: Used) =>
		dateRangeText(Date.parse(from), Date.parse(to), {
			...{ locale, now: wallTimeOf(now, timeZone) },
		});
	const hasSums = used || previous?.used === true;
	const isOff = reason === "switched_off" || previous?.reason === "switched_off";
	if (!hasSums && !reason && !isOff) return null;
	const sentences = [
		used && `${words.from(source, rangeOf(imported))}.`,
		reason && words.leftOut[reason](source),
		!used && !reason && isOff && words.leftOut.switched_off(source),
		previous?.used && words.compared(source, rangeOf(previous)),
		hasSums && words.dailyUsers,
		double && words.double(double.slice(0, 3).join(", ")),
	];
	return (
		<div class={css["note"]}>
			{used && (
				<svg class={css["key"]} viewBox="0 0 24 8" aria-hidden="true">
					<rect width="24" height="8" />
					<line x2="24" stroke-width="4" />
				</svg>
			)}
			<p>{sentences.filter(Boolean).join(" ")}</p>
			{(hasSums || isOff) && (
				<Switch
					label={words.isOn}
					isOn={address.imported === undefined}
					onChange={(isCounted) => change({ imported: isCounted ? undefined : "0" })}
				/>
			)}
		</div>
	);
};

/** One sentence of a card that leaves imported days out. */
const PastOfCard = ({ imported, isTable }: { imported: Imported; isTable: boolean }) => {
	const words = usePastWords();
	const { reason, source = words.another } = imported;
	return reason ? (
		<p class={css[isTable ? "note" : "card"]}>{words.leftOut[reason](source)}</p>
	) : null;
};

/** Above the cards that never count imported days. */
const PastOfLower = ({ imported: { source } }: { imported: Imported }) => {
	const words = usePastWords();
	return <p class={css["card"]}>{words.lower(source ?? words.another)}</p>;
};

export interface PastNoteProps {
	imported: Imported | undefined;
	/** A card's foot unless given. */
	of?: "chart" | "table" | "lower";
}

/** What a page says about imported daily figures. */
export const PastNote = ({ imported, of }: PastNoteProps) => {
	if (!imported) return null;
	if (of === "chart") return <PastOfChart imported={imported} />;
	if (of === "lower") return <PastOfLower imported={imported} />;
	return <PastOfCard imported={imported} isTable={of === "table"} />;
};
