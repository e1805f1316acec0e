import type { DropReason } from "@footfall/shared/outcomes";
import { clampedFields, moneyFields, type Outcome, warningFields } from "../ingest/outcome.ts";
import type { ignoredFields } from "../ingest/unknown-fields.ts";
import { answerJson, answerSuccess, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";

/** The text for something that the site excludes or drops, such as `Event not tracked - IP excluded`. */
export const excludedMessage = (notStored: string, reason: DropReason) =>
	reason === "dropped_by_rule"
		? `${notStored} - dropped by rule`
		: `${notStored} - ${reason === "foreign_host" ? "host" : reason} excluded`;

/** The text for an event that does not fit its schema, where that keeps it out of reports. */
const QUARANTINED = "Event quarantined - it does not fit its schema";

/** Answers with the outcome of a single event, identify or recorder's batch, once it is known. */
export const createOutcomeAnswer = (notStored: string) => {
	const answer = (
		response: ResponseWriter,
		outcome: Outcome,
		cors: readonly string[],
		ignored: ReturnType<typeof ignoredFields>,
	) => {
		if (outcome.kind === "rejected") refuse(response, outcome.refusal, cors);
		else if (outcome.kind === "filtered") {
			const message = excludedMessage(notStored, outcome.reason);
			answerJson(response, { success: true, message, ...ignored }, cors);
		} else {
			const remarks = {
				...(outcome.kind === "quarantined" && { message: QUARANTINED }),
				...clampedFields(outcome),
				...moneyFields(outcome),
				...warningFields(outcome),
				...ignored,
			};
			if (Object.keys(remarks).length === 0) answerSuccess(response, cors);
			else answerJson(response, { success: true, ...remarks }, cors);
		}
	};
	return (
		response: ResponseWriter,
		outcome: Outcome | Promise<Outcome>,
		cors: readonly string[],
		/** The ignored fields of the event, for the reply. */
		ignored?: ReturnType<typeof ignoredFields>,
	): void => {
		if (outcome instanceof Promise)
			void outcome.then((known) => answer(response, known, cors, ignored));
		else answer(response, outcome, cors, ignored);
	};
};
