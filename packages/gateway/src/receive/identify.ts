import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { Configuration } from "../configuration/configuration.ts";
import type { Fate } from "../fate.ts";
import type { Identify } from "../identify.ts";
import type { Outcomes } from "../outcome.ts";
import { NO_CONFIGURATION, NOT_JSON } from "../refusals.ts";
import { readBody } from "./body.ts";
import { corsHeaders } from "./cors.ts";
import { parsed } from "./parsed.ts";
import { answerJson, answerSuccess, refuse } from "./reply.ts";
import type { Handler } from "./track.ts";
import type { Sender } from "./visit.ts";

export interface IdentifyHandlerParts {
	identify: Identify;
	outcomes: Outcomes;
	senderOf(request: IncomingMessage): Sender;
	configuration(): Configuration | undefined;
}

/** `POST /api/identify`: who a visitor is, and what the site knows of its user. */
export const identifyHandler = (parts: IdentifyHandlerParts): Handler => {
	const { identify, outcomes, senderOf } = parts;

	const answer = (response: ServerResponse, fate: Fate, cors: readonly string[]) => {
		if (fate.fate === "rejected") refuse(response, fate.refusal, cors);
		else if (fate.fate === "filtered")
			answerJson(
				response,
				{ success: true, message: `User not identified - ${fate.reason} excluded` },
				cors,
			);
		else answerSuccess(response, cors);
	};

	return (request, response) =>
		readBody(request, MAX_EVENT_BYTES, (body) => {
			if (body === undefined) return;
			const cors = corsHeaders("collecting", request.headers.origin);
			const refusedAs = (fate: Fate & { fate: "rejected" }) => {
				outcomes.follow(fate);
				answer(response, fate, cors);
			};
			if ("refused" in body) {
				// What is left of the body would be read as the next request.
				if (!request.complete) response.shouldKeepAlive = false;
				const { refused } = body;
				const reason = refused.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed";
				return refusedAs({ fate: "rejected", reason, refusal: refused });
			}
			const configuration = parts.configuration();
			if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
			const candidate = parsed(body.bytes);
			if (candidate === undefined)
				return refusedAs({ fate: "rejected", reason: "malformed", refusal: NOT_JSON });
			void identify(candidate.value, senderOf(request), configuration).then((fate) =>
				answer(response, fate, cors),
			);
		});
};
