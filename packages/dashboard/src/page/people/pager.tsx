import { Button } from "../../part/button.tsx";
import { Icon } from "../../part/icon.tsx";
import { countText } from "../../shape/number.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";

interface PagerProps {
	/** From 1. */
	page: number;
	size: number;
	/** Rows on this page. */
	shown: number;
	/** Rows on all pages, where the api says. */
	total?: number | undefined;
	hasNext: boolean;
	onPage(page: number): void;
}

/** Which rows are shown, and the way to others. */
export const Pager = ({ page, size, shown, total, hasNext, onPage }: PagerProps) => {
	const { words, locale } = useWording();
	const { rowsOf } = useAreaWords("people");
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
