import { useAreaWords } from "../../i18n/areas.ts";
import { CardState } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AnswerNotes } from "../shared/question/answer-notes.tsx";
import { AnswerPicture } from "../shared/question/answer-picture.tsx";
import type { ViewedQuestion } from "../shared/question/question-address.ts";
import type { Board, BoardCard } from "../shared/question/saved.ts";
import { useExploreLink } from "../shared/question/use-explore-link.ts";
import { useQuestion } from "../shared/question/use-question.ts";
import css from "./boards.module.css";

/** The question of a card; undefined for a text, and for a saved question that is gone. */
export const viewedOf = (
	card: BoardCard,
	questions: Board["questions"],
): (ViewedQuestion & { title: string }) | undefined => {
	if (card.kind === "question") return card;
	if (card.kind === "text") return undefined;
	const found = questions.find(({ questionId }) => questionId === card.questionId);
	return found && { ...found, title: card.title ?? found.name };
};

/** The name of a card in labels of buttons. */
export const cardName = (card: BoardCard, questions: Board["questions"], place: number): string =>
	viewedOf(card, questions)?.title ??
	(card.kind === "text" ? card.text.split("\n", 1)[0]?.slice(0, 40) : undefined) ??
	String(place + 1);

const QuestionCard = ({ title, question, view }: ViewedQuestion & { title: string }) => {
	const { board: texts } = useAreaWords("explore");
	const exploreLink = useExploreLink();
	const report = useQuestion(question, true);
	return (
		<Panel
			label={title}
			title={title}
			isStale={report.state === "refetching"}
			foot={
				<a
					class="link end"
					href={exploreLink({ question, view })}
					aria-label={`${texts.openQuestion}: ${title}`}
				>
					{texts.openQuestion}
				</a>
			}
		>
			<AnswerPicture report={report} question={question} view={view} label={title} />
			{report.data && <AnswerNotes answer={report.data.answer} isCard />}
		</Panel>
	);
};

/** A card of a board: a text, or the answer to a question. */
export const Card = ({ card, questions }: { card: BoardCard; questions: Board["questions"] }) => {
	const { board: texts } = useAreaWords("explore");
	if (card.kind === "text") return <div class={css["text"]}>{card.text}</div>;
	const viewed = viewedOf(card, questions);
	if (viewed) return <QuestionCard {...viewed} />;
	return (
		<Panel label={texts.gone}>
			<CardState icon="info" title={texts.gone} />
		</Panel>
	);
};
