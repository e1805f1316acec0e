import { useAreaWords } from "../../i18n/areas.ts";
import { Badge } from "../../ui/form/choice.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { type ErrorState, STATE_TONES } from "./error-state.ts";
import css from "./errors.module.css";

/** The state of an error in one word. */
export const ErrorStateBadge = ({ state }: Pick<ErrorState, "state">) => {
	const texts = useAreaWords("quality").errors;
	return <Badge tone={STATE_TONES[state]}>{texts.states[state]}</Badge>;
};

/** The state of an error with its details: since when, in which release, until when, and who decided. */
export const ErrorStateText = ({ state }: { state: ErrorState }) => {
	const texts = useAreaWords("quality").errors;
	const moment = useSiteMoment();
	const details = [
		state.since !== null && texts.since(moment(state.since)),
		state.release !== null && texts.inRelease(state.release),
		state.state === "ignored" && state.untilTime !== null && texts.until(moment(state.untilTime)),
		state.state === "ignored" &&
			state.untilCount !== null &&
			texts.untilMore(String(state.untilCount)),
		state.decidedBy !== null && texts.decidedBy(state.decidedBy),
	].filter((text) => text !== false);
	return (
		<p class={css["state"]}>
			<ErrorStateBadge state={state.state} />
			{details.map((text) => (
				<span key={text} class="mut">
					{text}
				</span>
			))}
		</p>
	);
};
