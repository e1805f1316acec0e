import type { Refusal } from "../errors/errors.ts";
import { rejectedBody } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import type { Pipeline } from "../ingest/pipeline.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { createOutcomeAnswer } from "./answer-outcome.ts";
import { corsHeaders } from "./reply/cors.ts";
import { createEarlyReply } from "./reply/early-reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";
import { receiveBody } from "./request/body.ts";
import type { Intake, RequestHead, Take } from "./request/request-head.ts";

/** The dependencies of the handlers of the collecting paths. */
export interface Collecting extends Pipeline {
	senderOf(request: RequestHead): RequestSender;
	configuration(): CompiledConfiguration | undefined;
}

type Refuse = (response: ResponseWriter, why: Refusal, cors: readonly string[]) => void;

/** Answers with the outcome of a body's content, and refuses and counts bodies without any. */
export const createAnswers = (notStored: string, outcomes: OutcomeCounter) => {
	const answer = createOutcomeAnswer(notStored);
	const refuseBody: Refuse = (response, why, cors) => {
		const outcome = outcomes.follow(() => rejectedBody(why));
		answer(response, outcome, cors);
	};
	return { answer, refuseBody };
};

/** Handles a path whose bodies have at most `maxBytes`; `refuseBody` answers those that cannot be read. */
export const createIntake = (maxBytes: number, take: Take, refuseBody: Refuse): Intake => ({
	take,
	handle: (request, response) =>
		receiveBody(request, maxBytes, (body) => {
			if (body === undefined) return;
			if ("bytes" in body) return take(body.bytes, request, response);
			const cors = corsHeaders("collecting", request.headers.origin);
			refuseBody(createEarlyReply(request, response), body.refused, cors);
		}),
});
