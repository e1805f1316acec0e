import { dateRangeText } from "../../../format/time.ts";
import { wallTimeOf } from "../../../format/wall-time.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { type Imported, PastNote, usePastWords } from "../past/past-note.tsx";
import css from "./question.module.css";

/** On a card of a board: which days are imported, or why they are missing. The switch for them is in Explore. */
const Sentences = ({ imported }: { imported: Imported }) => {
	const { locale } = useWording();
	const words = usePastWords();
	const { now, timeZone } = useSiteView();
	const { used, reason, previous, from = "", to = "", source = words.another } = imported;
	const rangeOf = (first: string, last: string) =>
		dateRangeText(Date.parse(first), Date.parse(last), {
			...{ locale, now: wallTimeOf(now, timeZone) },
		});
	const sentences = [
		used && `${words.from(source, rangeOf(from, to))}.`,
		reason && words.leftOut[reason](source),
		previous?.used && words.compared(source, rangeOf(previous.from ?? "", previous.to ?? "")),
		imported.daily_users && words.dailyUsers,
	].filter(Boolean);
	return sentences.length === 0 ? null : <p class={css["note"]}>{sentences.join(" ")}</p>;
};

/** What an answer says of imported days. */
export const ImportedSentences = ({ imported, isCard }: { imported: Imported; isCard: boolean }) =>
	isCard ? <Sentences imported={imported} /> : <PastNote of="chart" imported={imported} />;
