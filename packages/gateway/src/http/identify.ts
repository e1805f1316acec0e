import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import { NO_CONFIGURATION, NOT_JSON } from "../errors/refusals.ts";
import { type Collecting, createAnswers, createIntake } from "./collecting.ts";
import { corsHeaders } from "./reply/cors.ts";
import { refuse } from "./reply/reply.ts";
import { parseJson } from "./request/parse-json.ts";
import type { Intake, Take } from "./request/request-head.ts";

/** `POST /api/identify`: who a visitor is, and what the site knows about its user. */
export const createIdentifyIntake = (parts: Collecting): Intake => {
	const { ingestIdentify, senderOf } = parts;
	const { answer, refuseBody } = createAnswers("User not identified", parts.identifies);

	const take: Take = (bytes, request, response) => {
		const cors = corsHeaders("collecting", request.headers.origin);
		const configuration = parts.configuration();
		if (configuration === undefined) return refuse(response, NO_CONFIGURATION, cors);
		const candidate = parseJson(bytes);
		if (candidate === undefined) return refuseBody(response, NOT_JSON, cors);
		answer(response, ingestIdentify(candidate.value, senderOf(request), configuration), cors);
	};
	return createIntake(MAX_EVENT_BYTES, take, refuseBody);
};
