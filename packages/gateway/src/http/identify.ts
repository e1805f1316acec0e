import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import { NO_CONFIGURATION, NOT_JSON } from "../errors/refusals.ts";
import { rejectedBody } from "../ingest/outcome.ts";
import type { Pipeline } from "../ingest/pipeline.ts";
import type { RequestSender } from "../lookup/request-context.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { answerOutcome } from "./answer-outcome.ts";
import { corsHeaders } from "./reply/cors.ts";
import { earlyReply } from "./reply/early-reply.ts";
import { refuse } from "./reply/reply.ts";
import { receiveBody } from "./request/body.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Handler, Intake, RequestHead, Take } from "./request/request-head.ts";

export interface IdentifyIntakeParts extends Pick<Pipeline, "ingestIdentify" | "identifies"> {
	senderOf(request: RequestHead): RequestSender;
	configuration(): CompiledConfiguration | undefined;
}

/** `POST /api/identify`: who a visitor is, and what the site knows about its user. */
export const identifyIntake = (parts: IdentifyIntakeParts): Intake => {
	const { ingestIdentify, identifies, senderOf } = parts;
	const answer = answerOutcome("User not identified");

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const candidate = parseJson(bytes);
		const outcome =
			candidate === undefined
				? identifies.follow(() => rejectedBody(NOT_JSON))
				: ingestIdentify(candidate.value, senderOf(request), configuration);
		answer(response, outcome, cors);
	};

	const handle: Handler = (request, response) =>
		receiveBody(request, MAX_EVENT_BYTES, (body) => {
			if (body === undefined) return;
			if ("bytes" in body) return take(body.bytes, request, response);
			const cors = corsHeaders("collecting", request.headers.origin);
			const outcome = identifies.follow(() => rejectedBody(body.refused));
			answer(earlyReply(request, response), outcome, cors);
		});
	return { handle, take };
};
