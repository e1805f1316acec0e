import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import type { ClientAct } from "../../clients/client-act.ts";
import { umamiEntryOf } from "../../clients/umami.ts";
import { REFUSALS } from "../../errors/errors.ts";
import { BATCH_TOO_LARGE, invalidPayload } from "../../errors/refusals.ts";
import { type Outcome, type Rejected, rejected } from "../../ingest/outcome.ts";
import type { CompiledConfiguration } from "../../site-config/configuration.ts";
import { excludedMessage } from "../answer-outcome.ts";
import { preferredLanguage } from "../request/preferred-language.ts";
import { readJson } from "../request/read-json.ts";
import { errorTextOf, isPassing, NOT_TRACKED } from "../track-batch.ts";
import { type ClientReply, jsonReply, passingOf, refusalReply } from "./client-reply.ts";
import type { ClientEndpoint, ClientRequest } from "./client-routes.ts";
import { fragmentsOf, siteIdOf } from "./client-site.ts";
import { umamiSessionOf } from "./umami-session.ts";

const NOT_A_LIST = invalidPayload(["The body is not a list of entries"]);

const CACHE_HEADER = "x-umami-cache";
const headers = [CACHE_HEADER];

const actOf = (
	entry: unknown,
	request: ClientRequest,
	configuration: CompiledConfiguration,
): ClientAct => {
	const read = umamiEntryOf(entry, (website) =>
		fragmentsOf(configuration.siteOfClient("umami", website)?.site),
	);
	const { website } = read;
	const site_id = website === undefined ? undefined : siteIdOf(configuration, "umami", website);
	if (read.kind === "refused") {
		const refusal = invalidPayload([], { [read.field]: [read.fault] });
		return {
			kind: "refused",
			...(site_id !== undefined && { candidate: { site_id } }),
			rejected: rejected("invalid", refusal),
		};
	}
	const candidate = { ...read.candidate, site_id: site_id ?? "" };
	if (read.kind === "identify") return { kind: "identify", candidate };
	const language = read.candidate["language"] ?? preferredLanguage(request.headers);
	return { kind: "event", candidate: { ...candidate, language }, page: read.page };
};

/** Umami's codes by status; others are bad requests to it. */
const CODES: Readonly<Record<number, string>> = {
	401: "unauthorized",
	403: "forbidden",
	413: "payload-too-large",
	429: "too-many-requests",
	500: "server-error",
	503: "service-unavailable",
};

const errorWith = (status: number, message: string) => ({
	error: { message, code: CODES[status] ?? "bad-request", status },
});

const refusedError = ({ reason, refusal }: Rejected) =>
	reason === "unknown_site"
		? errorWith(400, "Website not found.")
		: errorWith(REFUSALS[refusal.code].status, errorTextOf(refusal));

/** Umami's error for what is not stored; `undefined` for what is. */
const errorOf = (outcome: Outcome) => {
	if (outcome.kind === "rejected") return refusedError(outcome);
	return outcome.kind === "filtered"
		? errorWith(403, excludedMessage(NOT_TRACKED, outcome.reason))
		: undefined;
};

const refusedReply = (refused: Rejected): ClientReply => {
	const body = refusedError(refused);
	return isPassing(refused)
		? refusalReply(refused.refusal, body)
		: jsonReply(body.error.status, body);
};

const sessionOf = ({ headers: given }: ClientRequest) =>
	umamiSessionOf(given[CACHE_HEADER], Date.now());

/** `POST /api/send`, where Umami's script and libraries send. */
export const umamiEndpoint: ClientEndpoint = {
	paths: ["/api/send"],
	methods: ["POST"],
	headers,
	maxBytes: MAX_EVENT_BYTES,
	read: (request, configuration) => {
		const json = readJson(request.body);
		return "refused" in json ? json.refused : [actOf(json.value, request, configuration)];
	},
	answer: ([outcome], request) => {
		if (outcome?.kind === "rejected") return refusedReply(outcome);
		const error = outcome && errorOf(outcome);
		if (error !== undefined) return jsonReply(error.error.status, error);
		const isBot = outcome?.kind === "stored" && outcome.isBot;
		return jsonReply(200, isBot ? { beep: "boop" } : sessionOf(request));
	},
};

/** `POST /api/batch`: a list of what `/api/send` takes. */
export const umamiBatchEndpoint: ClientEndpoint = {
	paths: ["/api/batch"],
	methods: ["POST"],
	headers,
	maxBytes: MAX_TRACK_BODY_BYTES,
	read: (request, configuration) => {
		const json = readJson(request.body);
		if ("refused" in json) return json.refused;
		const { value } = json;
		if (!Array.isArray(value)) return NOT_A_LIST;
		if (value.length > MAX_EVENTS_PER_BATCH) return BATCH_TOO_LARGE;
		return value.map((entry: unknown) => actOf(entry, request, configuration));
	},
	refuse: refusedReply,
	answer: (outcomes, request) => {
		const details = outcomes.flatMap((outcome, index) => {
			const response = errorOf(outcome);
			return response === undefined ? [] : [{ index, response }];
		});
		const counts = {
			size: outcomes.length,
			processed: outcomes.length - details.length,
			errors: details.length,
			details,
		};
		const passing = passingOf(outcomes);
		// Without ids, what was stored would be stored twice if the client sent it all again.
		return passing !== undefined && counts.processed === 0
			? refusalReply(passing.refusal, counts)
			: jsonReply(200, { ...counts, cache: sessionOf(request).cache });
	},
};
