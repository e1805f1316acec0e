import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { Identify } from "../ingest/identify.ts";
import type { Outcome } from "../ingest/outcome.ts";
import type { OutcomeCounter } from "../ingest/outcome-counts.ts";
import { NO_CONFIGURATION, NOT_JSON } from "../ingest/refusals.ts";
import type { Sender } from "../lookup/request-context.ts";
import type { Configuration } from "../site-config/configuration.ts";
import { corsHeaders } from "./reply/cors.ts";
import { earlyReply } from "./reply/early-reply.ts";
import { answerJson, answerSuccess, refuse } from "./reply/reply.ts";
import type { ResponseWriter } from "./reply/response-writer.ts";
import { receiveBody } from "./request/body.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Handler, Intake, RequestHead, Take } from "./request/request-head.ts";

export interface IdentifyIntakeParts {
	identify: Identify;
	outcomes: OutcomeCounter;
	senderOf(request: RequestHead): Sender;
	configuration(): Configuration | undefined;
}

/** `POST /api/identify`: who a visitor is, and what the site knows of its user. */
export const identifyIntake = (parts: IdentifyIntakeParts): Intake => {
	const { identify, outcomes, senderOf } = parts;

	const answer = (response: ResponseWriter, outcome: Outcome, cors: readonly string[]) => {
		if (outcome.kind === "rejected") refuse(response, outcome.refusal, cors);
		else if (outcome.kind === "filtered")
			answerJson(
				response,
				{ success: true, message: `User not identified - ${outcome.reason} excluded` },
				cors,
			);
		else answerSuccess(response, cors);
	};

	const refuseAs = (
		response: ResponseWriter,
		outcome: Outcome & { kind: "rejected" },
		cors: readonly string[],
	) => {
		outcomes.follow(outcome);
		answer(response, outcome, cors);
	};

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const candidate = parseJson(bytes);
		if (candidate === undefined)
			return refuseAs(response, { kind: "rejected", reason: "malformed", refusal: NOT_JSON }, cors);
		void identify(candidate.value, senderOf(request), configuration).then((outcome) =>
			answer(response, outcome, cors),
		);
	};

	const handle: Handler = (request, response) =>
		receiveBody(request, MAX_EVENT_BYTES, (body) => {
			if (body === undefined) return;
			if ("bytes" in body) return take(body.bytes, request, response);
			const { refused } = body;
			const reason = refused.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed";
			const cors = corsHeaders("collecting", request.headers.origin);
			const outcome = { kind: "rejected", reason, refusal: refused } as const;
			refuseAs(earlyReply(request, response), outcome, cors);
		});
	return { handle, take };
};
