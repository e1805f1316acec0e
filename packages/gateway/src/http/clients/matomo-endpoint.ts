import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import type { ClientAct } from "../../clients/client-act.ts";
import type { JsonObject } from "../../clients/json-object.ts";
import { matomoAct, matomoBulk, parametersOf } from "../../clients/matomo.ts";
import type { Refusal } from "../../errors/errors.ts";
import { BATCH_TOO_LARGE, bodyTooLarge, invalidPayload, refusal } from "../../errors/refusals.ts";
import { type Outcome, rejected } from "../../ingest/outcome.ts";
import { type CompiledConfiguration, isSecretOf } from "../../site-config/configuration.ts";
import { TRANSPARENT_GIF } from "../pixel.ts";
import { contentHeaders, NO_STORE } from "../reply/content-headers.ts";
import { preferredLanguage } from "../request/preferred-language.ts";
import { readJson } from "../request/read-json.ts";
import {
	type ClientReply,
	isRejected,
	jsonReply,
	passingOf,
	refusalReply,
	textReply,
} from "./client-reply.ts";
import type { ClientEndpoint, ClientRequest } from "./client-routes.ts";
import { namedSiteOf } from "./client-site.ts";

const NO_BULK = invalidPayload(["The body has no list named requests"]);
const NO_TOKEN = refusal("FORBIDDEN", "The parameter cip requires a valid token_auth");

/** Matomo's libraries send a bulk as JSON, also where they call it a form. */
const isBulk = ({ body }: ClientRequest): boolean =>
	body.toString("latin1", 0, 64).trimStart().startsWith("{");

/** The parameters of a request that is no bulk; those of its address win. */
const singleOf = ({ query, body }: ClientRequest): JsonObject => ({
	...parametersOf(body.toString()),
	...Object.fromEntries(query),
});

const asText = (value: unknown): string =>
	typeof value === "string" || typeof value === "number" ? String(value) : "";

const createReader = ({ headers }: ClientRequest, configuration: CompiledConfiguration) => {
	const sender = { language: preferredLanguage(headers), now: Date.now() };
	return (request: JsonObject, tokenOfAll: string | undefined): ClientAct => {
		const id = asText(request["idsite"]);
		const site = namedSiteOf(configuration, "matomo", id);
		const known = configuration.siteOfClient("matomo", id);
		const token = asText(request["token_auth"]) || tokenOfAll;
		const isTrusted = known !== undefined && token !== undefined && isSecretOf(known, token);
		if (known !== undefined && !isTrusted && asText(request["cip"]) !== "")
			return {
				kind: "refused",
				candidate: { site_id: site.id },
				rejected: rejected("wrong_key", NO_TOKEN),
			};
		const act = matomoAct(site, request, sender);
		return isTrusted ? { ...act, trustedFor: known.site.settings.siteId } : act;
	};
};

const image = (status: number): ClientReply => ({
	status,
	headers: [...contentHeaders("image/gif", TRANSPARENT_GIF.length), ...NO_STORE],
	body: TRANSPARENT_GIF,
});
const NOTHING: ClientReply = { status: 204, headers: NO_STORE, body: Buffer.alloc(0) };

type Bulk = NonNullable<ReturnType<typeof matomoBulk>>;

/** The bulk of a request, or why there is none. */
const readBulk = ({ body }: ClientRequest): Bulk | { refused: Refusal } => {
	const json = readJson(body);
	if ("refused" in json) return json;
	const bulk = matomoBulk(json.value);
	if (bulk === undefined) return { refused: NO_BULK };
	return bulk.requests.length > MAX_EVENTS_PER_BATCH ? { refused: BATCH_TOO_LARGE } : bulk;
};

/** Until their answer: it depends on what they said. */
const bulks = new WeakMap<ClientRequest, Bulk>();

const answerBulk = (outcomes: readonly Outcome[], request: ClientRequest): ClientReply => {
	const bulk = bulks.get(request);
	const invalid = outcomes.flatMap((outcome, index) => (isRejected(outcome) ? [index] : []));
	const counts = { tracked: outcomes.length - invalid.length, invalid: invalid.length };
	const passing = passingOf(outcomes);
	if (passing !== undefined) return refusalReply(passing.refusal, { status: "error", ...counts });
	if (bulk === undefined) return jsonReply(400, { status: "error", ...counts });
	if (bulk.isQuiet) return NOTHING;
	// Matomo names them to those who present a token.
	const indices = bulk.token === undefined ? {} : { invalid_indices: invalid };
	return jsonReply(200, { status: "success", ...counts, ...indices });
};

const answerSingle = (outcomes: readonly Outcome[], request: ClientRequest): ClientReply => {
	const passing = passingOf(outcomes);
	const isQuiet = singleOf(request)["send_image"] === "0";
	if (passing !== undefined) return refusalReply(passing.refusal);
	if (isQuiet) return NOTHING;
	const [refused] = outcomes.filter(isRejected);
	return image(refused === undefined || refused.reason === "invalid" ? 200 : 400);
};

/** Where Matomo's clients send, one request or a bulk. */
export const matomoEndpoint: ClientEndpoint = {
	paths: ["/matomo.php", "/piwik.php"],
	methods: ["GET", "POST"],
	maxBytes: MAX_TRACK_BODY_BYTES,
	read: (request, configuration) => {
		const read = createReader(request, configuration);
		if (!isBulk(request)) {
			if (request.body.length > MAX_EVENT_BYTES) return bodyTooLarge(MAX_EVENT_BYTES);
			const single = singleOf(request);
			return Object.keys(single).length === 0 ? [] : [read(single, undefined)];
		}
		const bulk = readBulk(request);
		if ("refused" in bulk) return bulk.refused;
		bulks.set(request, bulk);
		return bulk.requests.map((one) => read(one, bulk.token));
	},
	answer: (outcomes, request) => {
		if (isBulk(request)) return answerBulk(outcomes, request);
		if (outcomes.length > 0) return answerSingle(outcomes, request);
		const status = request.method === "GET" ? 200 : 400;
		return textReply(status, "Clients of Matomo send their requests here.\n");
	},
};
