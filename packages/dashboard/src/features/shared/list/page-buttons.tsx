import { useWords } from "../../../i18n/language.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

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
