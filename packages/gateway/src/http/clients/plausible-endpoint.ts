import { MAX_EVENT_BYTES } from "@footfall/shared/limits";
import type { RejectReason } from "@footfall/shared/outcomes";
import { isJsonObject } from "../../clients/json-object.ts";
import { plausibleEventOf } from "../../clients/plausible.ts";
import type { Refusal } from "../../errors/errors.ts";
import { invalidPayload } from "../../errors/refusals.ts";
import { type Outcome, rejected } from "../../ingest/outcome.ts";
import { preferredLanguage } from "../request/preferred-language.ts";
import { readJson } from "../request/read-json.ts";
import { isRejected, jsonReply, passingOf, refusalReply, textReply } from "./client-reply.ts";
import type { ClientEndpoint } from "./client-routes.ts";
import { siteIdOf } from "./client-site.ts";

/** Plausible discards such events in silence. */
const DISCARDED: ReadonlySet<RejectReason> = new Set(["unknown_site", "page_flood"]);

const NOT_AN_OBJECT = invalidPayload(["The body is not a JSON object"]);

const isStored = (outcome: Outcome) =>
	outcome.kind === "duplicate" ||
	outcome.kind === "quarantined" ||
	(outcome.kind === "stored" && !outcome.isBot);

/** What is wrong with each field, as Plausible lists it. */
const errorsOf = ({ error, fields }: Refusal) => {
	const { formErrors = [], fieldErrors = {} } = (fields?.["details"] ?? {}) as {
		formErrors?: readonly string[];
		fieldErrors?: Readonly<Record<string, readonly string[]>>;
	};
	if (Object.keys(fieldErrors).length > 0) return fieldErrors;
	return { request: formErrors.length > 0 ? formErrors : [error] };
};

/** `POST /api/event`, where Plausible's scripts and libraries send. */
export const plausibleEndpoint: ClientEndpoint = {
	paths: ["/api/event"],
	methods: ["POST"],
	maxBytes: MAX_EVENT_BYTES,
	read: ({ headers, body }, configuration) => {
		const json = readJson(body);
		if ("refused" in json) return json.refused;
		if (!isJsonObject(json.value)) return NOT_AN_OBJECT;
		const event = plausibleEventOf(json.value);
		if ("faults" in event)
			return [{ kind: "refused", rejected: rejected("invalid", invalidPayload([], event.faults)) }];
		const language = preferredLanguage(headers);
		return event.domains.map((domain) => {
			const site_id = siteIdOf(configuration, "plausible", domain);
			const candidate = { language, ...event.candidate, site_id };
			return { kind: "event", candidate, page: event.page };
		});
	},
	answer: (outcomes) => {
		const refused =
			passingOf(outcomes) ??
			outcomes.filter(isRejected).find(({ reason }) => !DISCARDED.has(reason));
		if (refused?.refusal.code === "INVALID_REQUEST")
			return jsonReply(400, { errors: errorsOf(refused.refusal) });
		if (refused !== undefined) return refusalReply(refused.refusal);
		const dropped = outcomes.filter((outcome) => !isStored(outcome)).length;
		return textReply(202, "ok", dropped === 0 ? [] : ["x-plausible-dropped", String(dropped)]);
	},
};
