import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface PagerProps {
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

/** Which rows are shown, with buttons for other pages. */
export const Pager = ({ page, size, shown, total, hasNext, onPage }: PagerProps) => {
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
					<Button kind="tool" disabled={page === 1} onClick={() => onPage(page - 1)}>
						<Icon name="left" />
						{words.part.previous}
					</Button>
					<Button kind="tool" disabled={!hasNext} onClick={() => onPage(page + 1)}>
						{words.part.next}
						<Icon name="right" />
					</Button>
				</span>
			)}
		</>
	);
};
