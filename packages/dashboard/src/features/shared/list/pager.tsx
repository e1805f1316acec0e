import { countText } from "../../../format/number.ts";
import { useWording, useWords } from "../../../i18n/language.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { pageRows } from "./page-rows.ts";

interface PageButtonsProps {
	/** From 1. */
	page: number;
	hasNext: boolean;
	onPage(page: number): void;
	kind: "quiet" | "tool";
	/** What the buttons show: an icon, a word, or both. */
	show: "icon" | "word" | "both";
}

/** Buttons for the previous and the next page. */
export const PageButtons = ({ page, hasNext, onPage, kind, show }: PageButtonsProps) => {
	const { previous, next } = useWords().part;
	const isIcon = show === "icon";
	const isWord = show === "word";
	return (
		<>
			<Button
				kind={kind}
				isIcon={isIcon}
				aria-label={isIcon ? previous : undefined}
				disabled={page <= 1}
				onClick={() => onPage(page - 1)}
			>
				{!isWord && <Icon name="left" />}
				{!isIcon && previous}
			</Button>
			<Button
				kind={kind}
				isIcon={isIcon}
				aria-label={isIcon ? next : undefined}
				disabled={!hasNext}
				onClick={() => onPage(page + 1)}
			>
				{!isIcon && next}
				{!isWord && <Icon name="right" />}
			</Button>
		</>
	);
};

interface PagerProps {
	rowCount: number;
	perPage: number;
	/** For screen readers; by default which rows are shown. */
	label?: string;
	/** What the buttons show. */
	show?: "icon" | "word";
}

/** Which rows of how many are shown, with buttons for other pages; nothing if there is only one page. */
export const Pager = ({ rowCount, perPage, label, show = "word" }: PagerProps) => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const page = address.page ?? 1;
	if (rowCount <= perPage && page === 1) return null;
	const { first, last, lastPage } = pageRows({ page, perPage, rowCount });
	const text = (count: number) => countText(count, locale);
	const rows = words.part.rows(text(first), text(last), text(rowCount));
	return (
		<nav class="row end" aria-label={label ?? rows}>
			<span>{rows}</span>
			<PageButtons
				page={Math.min(page, lastPage + 1)}
				hasNext={page < lastPage}
				onPage={(to) => change({ page: to === 1 ? undefined : to })}
				kind="quiet"
				show={show}
			/>
		</nav>
	);
};
