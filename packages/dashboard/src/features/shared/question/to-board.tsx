import { useEffect, useState } from "preact/hooks";
import { loadArea, useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { OTHER_AREAS } from "../../../i18n/other-areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { BoardDialog } from "./lazy-board-dialog.ts";
import { questionTitle } from "./metric-text.ts";
import { GOAL, type Question, usualView } from "./question.ts";
import { joinedFilters } from "./question-filters.ts";
import { namesGoal, useNaming } from "./use-naming.ts";

interface ToBoardProps {
	/** Of the card: its picture as a question, without filters. */
	question: Question;
	/** What only this card is about, beside the filters of the page. */
	where?: readonly unknown[] | undefined;
	/** Named by its metrics and dimensions without one. */
	title?: string;
}

const Add = ({ question, where, title }: ToBoardProps) => {
	const { metrics, dimensions } = question;
	const { board: texts } = useAreaWords("explore");
	const { address } = useAddress();
	const [isOpen, setIsOpen] = useState(false);
	const naming = useNaming(isOpen && (namesGoal(metrics) || dimensions.includes(GOAL)));
	const shown = title ?? questionTitle(question, naming);
	const filters = joinedFilters(address.filters, where);
	return (
		<>
			<button
				type="button"
				class="link nw"
				aria-label={`${texts.toBoard}: ${shown}`}
				onClick={() => setIsOpen(true)}
			>
				{texts.toBoard}
			</button>
			{isOpen && (
				<BoardDialog
					title={shown}
					viewed={{
						view: usualView(question),
						question: { ...question, ...(filters && { filters }) },
					}}
					onClose={() => setIsOpen(false)}
				/>
			)}
		</>
	);
};

/** Puts a card on a board, with the filters that it has now. */
export const ToBoard = (props: ToBoardProps) => {
	const { language } = useWording();
	const { mayWrite, isEmbedded } = useSiteView();
	const [loaded, setLoaded] = useState<string>();
	const isOff = !mayWrite || isEmbedded;
	useEffect(() => {
		if (!isOff)
			void loadArea("explore", OTHER_AREAS.explore, language).then(() => setLoaded(language));
	}, [isOff, language]);
	return isOff || loaded !== language ? null : <Add {...props} />;
};
