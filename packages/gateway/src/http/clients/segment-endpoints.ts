import {
	MAX_EVENT_BYTES,
	MAX_EVENTS_PER_BATCH,
	MAX_TRACK_BODY_BYTES,
} from "@footfall/shared/limits";
import { fieldsOf } from "../../clients/field-values.ts";
import {
	SEGMENT_CALLS,
	type SegmentCall,
	segmentAct,
	segmentBatch,
} from "../../clients/segment.ts";
import { BATCH_TOO_LARGE, invalidPayload, UNKNOWN_SITE } from "../../errors/refusals.ts";
import { rejected } from "../../ingest/outcome.ts";
import type { CompiledConfiguration } from "../../site-config/configuration.ts";
import { readJson } from "../request/read-json.ts";
import { isRejected, jsonReply, passingOf, refusalReply } from "./client-reply.ts";
import type { ClientEndpoint, ClientRequest } from "./client-routes.ts";
import { fragmentsOf } from "./client-site.ts";

const NO_BATCH = invalidPayload(["The body has no list named batch"]);

/** analytics.js numbers its attempts, which makes its requests non-simple ones. */
const HEADERS = ["X-Retry-Count"];

/** The user name of `Authorization: Basic`, whose password is empty. */
const basicUserOf = (authorization: string | undefined): string | undefined => {
	const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? "") ?? [];
	return encoded === undefined
		? undefined
		: Buffer.from(encoded, "base64").toString().split(":", 1)[0];
};

const writeKeyOf = ({ headers }: ClientRequest, body: unknown): string => {
	const { writeKey } = fieldsOf(body);
	return basicUserOf(headers.authorization) || (typeof writeKey === "string" ? writeKey : "");
};

/** So much of an unknown key identifies it to its owner: the rest may be a secret. */
const SHOWN_KEY_CHARACTERS = 8;

/** The site of a write key: an id that pages show to everybody, or a secret of servers, which is trusted. */
const siteOf = (configuration: CompiledConfiguration, writeKey: string) => {
	const named = configuration.siteOfClient("segment", writeKey);
	const shown = named?.secretHash === undefined ? named?.site : undefined;
	const known = shown ?? configuration.siteOfSecret("segment", writeKey);
	const id = known?.settings.id ?? `segment:${writeKey.slice(0, SHOWN_KEY_CHARACTERS)}…`;
	return {
		site: { id, fragments: fragmentsOf(known) },
		trustedFor: shown === undefined ? known?.settings.siteId : undefined,
	};
};

const success = jsonReply(200, { success: true });

const answer: ClientEndpoint["answer"] = (outcomes) => {
	const passing = passingOf(outcomes);
	if (passing !== undefined) return refusalReply(passing.refusal);
	const [first] = outcomes.filter(isRejected);
	// Segment refuses nothing else: messages that it does not accept show up in its debugger.
	return first?.reason === "malformed" || first?.reason === "too_large"
		? jsonReply(400, { success: false, message: first.refusal.error })
		: success;
};

const callAt = new Map<string, SegmentCall>(
	SEGMENT_CALLS.flatMap((call) => [
		[call, call],
		[call.slice(0, 1), call],
	]),
);
const callOf = ({ path }: ClientRequest) => callAt.get(path.toLowerCase().split("/")[2] ?? "");

const messageEndpoint: ClientEndpoint = {
	paths: [...callAt.keys()].map((name) => `/v1/${name}`),
	methods: ["POST"],
	headers: HEADERS,
	maxBytes: MAX_EVENT_BYTES,
	read: (request, configuration) => {
		const json = readJson(request.body);
		if ("refused" in json) return json.refused;
		const { site, trustedFor } = siteOf(configuration, writeKeyOf(request, json.value));
		return [{ ...segmentAct(site, callOf(request), json.value), trustedFor }];
	},
	answer,
};

const batchEndpoint: ClientEndpoint = {
	paths: ["/v1/batch", "/v1/b", "/v1/import"],
	methods: ["POST"],
	headers: HEADERS,
	maxBytes: MAX_TRACK_BODY_BYTES,
	read: (request, configuration) => {
		const json = readJson(request.body);
		if ("refused" in json) return json.refused;
		const messages = segmentBatch(json.value);
		if (messages === undefined) return NO_BATCH;
		if (messages.length > MAX_EVENTS_PER_BATCH) return BATCH_TOO_LARGE;
		const { site, trustedFor } = siteOf(configuration, writeKeyOf(request, json.value));
		return messages.map((message) => ({
			...segmentAct(site, undefined, message),
			trustedFor,
		}));
	},
	answer,
};

/** Figures about itself that analytics.js sends to its maker. */
const metricsEndpoint: ClientEndpoint = {
	paths: ["/v1/m"],
	methods: ["POST"],
	headers: HEADERS,
	maxBytes: MAX_EVENT_BYTES,
	read: () => [],
	answer,
};

const SETTINGS = /^\/v1\/projects\/([^/]{1,100})\/settings\/?$/i;

/** The scheme by which pages reach this gateway: that of the proxy before it, or else of the page itself. */
const schemeOf = ({ headers }: ClientRequest): string => {
	const [forwarded] = String(headers["x-forwarded-proto"] ?? "").split(",", 1);
	const named = forwarded || headers.origin || "";
	return /^http(:|$)/i.test(named.trim()) ? "http" : "https";
};

/** What analytics.js loads first, with the gateway's address as its `cdnURL`: that it sends to the same address. */
const settingsEndpoint: ClientEndpoint = {
	paths: [SETTINGS],
	methods: ["GET"],
	maxBytes: 0,
	read: ({ path }, configuration) => {
		const { site } = siteOf(configuration, SETTINGS.exec(path)?.[1] ?? "");
		const site_id = site.id;
		return configuration.site(site_id) === undefined
			? [
					{
						kind: "refused",
						candidate: { site_id },
						rejected: rejected("unknown_site", UNKNOWN_SITE),
					},
				]
			: [];
	},
	answer: (outcomes, request) => {
		const [refused] = outcomes.filter(isRejected);
		if (refused !== undefined) return refusalReply(refused.refusal);
		const apiKey = SETTINGS.exec(request.path)?.[1];
		const apiHost = `${request.headers.host ?? ""}/v1`;
		const segment = { apiKey, apiHost, protocol: schemeOf(request), retryQueue: true };
		const settings = { integrations: { "Segment.io": segment }, plan: {} };
		return jsonReply(200, settings, ["Cache-Control", "no-store"]);
	},
};

/** Where Segment's libraries send. */
export const segmentEndpoints: readonly ClientEndpoint[] = [
	messageEndpoint,
	batchEndpoint,
	metricsEndpoint,
	settingsEndpoint,
];
