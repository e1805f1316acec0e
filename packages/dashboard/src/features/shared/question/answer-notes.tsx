import { useAreaWords } from "../../../i18n/areas.ts";
import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";
import css from "./question.module.css";
import type { QuestionAnswer } from "./question.ts";

/** Loaded by sites with imported figures alone. */
const ImportedSentences = lazyPart(
	async () => (await import("./imported-sentences.tsx")).ImportedSentences,
	{ isQuiet: "now" },
);

/** Below a picture: what its figures do not contain, and which days are imported. */
export const AnswerNotes = ({
	answer: { meta },
	isCard = false,
}: {
	answer: QuestionAnswer;
	isCard?: boolean;
}) => {
	const { question: texts } = useAreaWords("explore");
	return (
		<>
			{meta.left_out.length > 0 && (
				<p class={css["note"]}>
					{texts.leftOut}: {meta.left_out.join(" ")}
				</p>
			)}
			{meta.imported && <ImportedSentences imported={meta.imported} isCard={isCard} />}
		</>
	);
};
