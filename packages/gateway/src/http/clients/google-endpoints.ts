import { googleActs, type ValidationMessage, validationMessagesOf } from "../../clients/google.ts";
import { WRONG_KEY } from "../../errors/refusals.ts";
import { rejected } from "../../ingest/outcome.ts";
import { isSecretOf } from "../../site-config/configuration.ts";
import { NO_STORE } from "../reply/content-headers.ts";
import { readJson } from "../request/read-json.ts";
import { type ClientReply, jsonReply, passingOf, refusalReply } from "./client-reply.ts";
import type { ClientEndpoint, ClientRequest } from "./client-routes.ts";
import { namedSiteOf } from "./client-site.ts";

/** Google's limit. */
const MAX_BODY_BYTES = 130 * 1024;

const NOTHING: ClientReply = { status: 204, headers: NO_STORE, body: Buffer.alloc(0) };

/** `POST /mp/collect`: whatever is wrong with the content, Google answers that it received it. */
const collectEndpoint: ClientEndpoint = {
	paths: ["/mp/collect"],
	methods: ["POST"],
	maxBytes: MAX_BODY_BYTES,
	read: ({ query, body }, configuration) => {
		const json = readJson(body);
		if ("refused" in json) return json.refused;
		const id = query.get("measurement_id") ?? "";
		const site = namedSiteOf(configuration, "google", id);
		const acts = googleActs(site, json.value);
		const known = configuration.siteOfClient("google", id);
		if (known === undefined) return acts;
		const trustedFor = known.site.settings.siteId;
		return isSecretOf(known, query.get("api_secret") ?? "")
			? acts.map((act) => ({ ...act, trustedFor }))
			: [
					{
						kind: "refused",
						candidate: { site_id: site.id },
						rejected: rejected("wrong_key", WRONG_KEY),
					},
				];
	},
	answer: (outcomes) => {
		const passing = passingOf(outcomes);
		return passing === undefined ? NOTHING : refusalReply(passing.refusal);
	},
};

const missing = (parameter: string): ValidationMessage => ({
	fieldPath: parameter,
	description: `Measurement requires a non-empty ${parameter}.`,
	validationCode: "VALUE_REQUIRED",
});

const messagesOf = ({ query, body }: ClientRequest): ValidationMessage[] => {
	const json = readJson(body);
	return [
		...["measurement_id", "api_secret"].filter((name) => !query.get(name)).map(missing),
		...validationMessagesOf("refused" in json ? undefined : json.value),
	];
};

/** `POST /debug/mp/collect`: what is wrong with a payload; nothing is stored. Like Google, it does not check the secret. */
const debugEndpoint: ClientEndpoint = {
	paths: ["/debug/mp/collect"],
	methods: ["POST"],
	maxBytes: MAX_BODY_BYTES,
	read: () => [],
	answer: (_outcomes, request) =>
		jsonReply(200, { validationMessages: messagesOf(request) }, NO_STORE),
};

/** Where servers send that speak Google's Measurement Protocol. */
export const googleEndpoints: readonly ClientEndpoint[] = [collectEndpoint, debugEndpoint];
