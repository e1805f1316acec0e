import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { PageButtons } from "./pager.tsx";

interface ListFootProps {
	/** From 1. */
	page: number;
	size: number;
	/** Rows on this page. */
	shown: number;
	/** Rows on all pages, if the API returns the total. */
	total?: number | undefined;
	hasNext: boolean;
	onPage(page: number): void;
}

/** The foot of a list of sessions, people or replays: which rows, in which time zone, and buttons for other pages. */
export const ListFoot = ({ page, size, shown, total, hasNext, onPage }: ListFootProps) => {
	const { words, locale } = useWording();
	const { rowsOf, timesIn } = useAreaWords("people");
	const { timeZone } = useSiteView();
	const first = (page - 1) * size + 1;
	const number = (value: number) => countText(value, locale);
	const last = first + shown - 1;
	return (
		<>
			<span role="status">
				{total === undefined
					? rowsOf(number(first), number(last))
					: words.part.rows(number(first), number(last), number(total))}
			</span>
			<span class="wide">{timesIn(timeZone)}</span>
			{(page > 1 || hasNext) && (
				<span class="row end">
					<PageButtons page={page} hasNext={hasNext} onPage={onPage} kind="tool" show="both" />
				</span>
			)}
		</>
	);
};
