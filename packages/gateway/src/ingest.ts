import { type Producer, QueueUnavailableError } from "@footfall/queue";
import { ClientEvent, parseClientEvent } from "@footfall/shared/event";
import type { Logger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { flattenError, type ZodError } from "zod";
import type { JudgeBot } from "./bots/layers.ts";
import type { CompiledSite } from "./configuration/compiled-site.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { Enrich, Enriched } from "./enrich/enrich.ts";
import { eventTime } from "./enrich/event-time.ts";
import type { Geo } from "./enrich/geo.ts";
import { deviceTypeFrom } from "./enrich/user-agent.ts";
import type { ReadUserAgent } from "./enrich/user-agent-facts.ts";
import { wellFormed } from "./enrich/well-formed.ts";
import type { Refusal } from "./errors.ts";
import { excluded } from "./filter/filters.ts";
import type { DropReason } from "./filter/verdict.ts";
import type { Outcomes, RejectReason } from "./outcome.ts";
import { plainAddress } from "./receive/client-address.ts";
import type { Sender, Visit } from "./receive/visit.ts";

/** What became of one event. */
export type Fate =
	| { fate: "stored" }
	| { fate: "filtered"; reason: DropReason }
	| { fate: "rejected"; reason: RejectReason; refusal: Refusal };

/** Takes one event, as parsed from its request, all the way to the queue. Never throws and never rejects. */
export type Ingest = (
	candidate: unknown,
	sender: Sender,
	configuration: Configuration,
) => Fate | Promise<Fate>;

export interface IngestParts {
	producer: Producer;
	geo: Geo;
	readUserAgent: ReadUserAgent;
	judgeBot: JudgeBot;
	enrich: Enrich;
	outcomes: Outcomes;
	/** Called with the ms that a durable append took, and with each one that failed. */
	appended(ms: number): void;
	appendFailed(): void;
	log: Logger;
}

const STORED: Fate = { fate: "stored" };

const UNKNOWN_SITE: Refusal = {
	code: "NOT_FOUND",
	error: "Site not found",
	fields: { success: false },
};
const WRONG_KEY: Refusal = {
	code: "FORBIDDEN",
	error: "Invalid API key",
	fields: { success: false },
};
const UNAVAILABLE: Refusal = {
	code: "UNAVAILABLE",
	error: "The event cannot be stored for now",
	fields: { success: false },
};
const FAILED: Refusal = {
	code: "INTERNAL_ERROR",
	error: "Failed to track event",
	fields: { success: false },
};

/** The refusal of something that is no valid event, with the faults of each field. */
export const invalidPayload = (
	formErrors: readonly string[],
	fieldErrors: Readonly<Record<string, readonly string[] | undefined>> = {},
): Refusal => ({
	code: "INVALID_REQUEST",
	error: "Invalid payload",
	fields: { success: false, details: { formErrors, fieldErrors } },
});

const refusalOf = (error: ZodError): Refusal => {
	const { formErrors, fieldErrors } = flattenError(error);
	return invalidPayload(formErrors, fieldErrors);
};

const KNOWN_KEYS: ReadonlySet<string> = new Set(
	ClientEvent.options.flatMap((option) => Object.keys(option.shape)),
);

const unknownKeysOf = (candidate: object): number => {
	let unknown = 0;
	for (const key in candidate) if (!KNOWN_KEYS.has(key)) unknown++;
	return unknown;
};

/** JSON writes a lone surrogate as an escape; properties hold escapes as text. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

const encoded = (event: QueuedEvent): Uint8Array => {
	const bytes = encodeQueuedEvent(event);
	const mayHoldSurrogates = bytes.includes("\\u") && SURROGATE_ESCAPE.test(bytes.toString());
	return mayHoldSurrogates ? encodeQueuedEvent(wellFormed(event)) : bytes;
};

/** Whether a key came with the event and what it is worth: `undefined` for a wrong one in the body. */
const trustOf = (
	{ api_key }: ClientEvent,
	{ bearer, receivedAt }: Sender,
	{ settings }: CompiledSite,
	configuration: Configuration,
): boolean | undefined => {
	const opens = (key: string) => configuration.mayIngest(key, settings.organizationId, receivedAt);
	if (api_key !== undefined) return opens(api_key) ? true : undefined;
	return bearer !== undefined && opens(bearer);
};

/** The whole path of an event. */
export const ingestion = (parts: IngestParts): Ingest => {
	const { outcomes, geo, producer, log } = parts;

	const rejected = (reason: RejectReason, refusal: Refusal): Fate => {
		outcomes.rejected(reason);
		return { fate: "rejected", reason, refusal };
	};

	const visitOf = (
		event: ClientEvent,
		sender: Sender,
		site: CompiledSite,
		trusted: boolean,
	): Visit => {
		const address =
			trusted && event.ip_address !== undefined ? plainAddress(event.ip_address) : sender.address;
		const userAgent = trusted ? (event.user_agent ?? sender.userAgent) : sender.userAgent;
		const { place, network, visitorAddress } = geo.at(address);
		return {
			site,
			trusted,
			address,
			hops: sender.hops,
			headers: sender.headers,
			userAgent,
			agent: parts.readUserAgent(userAgent),
			bearer: undefined,
			receivedAt: sender.receivedAt,
			place,
			network,
			visitorAddress,
		};
	};

	const append = ({ record, key }: Enriched): Promise<Fate> => {
		const startedAt = performance.now();
		return producer.append({ key, value: encoded(record) }).then(
			() => {
				parts.appended(performance.now() - startedAt);
				outcomes.stored(record.bot !== undefined);
				return STORED;
			},
			(error: Error) => {
				parts.appendFailed();
				log.error({ error: error.message }, "event not stored");
				return error instanceof QueueUnavailableError
					? rejected("queue_unavailable", UNAVAILABLE)
					: rejected("failed", FAILED);
			},
		);
	};

	const follow: Ingest = (candidate, sender, configuration) => {
		const checked = parseClientEvent(candidate);
		if (!checked.success) return rejected("invalid", refusalOf(checked.error));
		const event = checked.data;
		outcomes.unknownKeys(unknownKeysOf(candidate as object));

		const site = configuration.site(event.site_id);
		if (site === undefined) return rejected("unknown_site", UNKNOWN_SITE);
		const trusted = trustOf(event, sender, site, configuration);
		if (trusted === undefined) return rejected("wrong_key", WRONG_KEY);

		const visit = visitOf(event, sender, site, trusted);
		const verdict = excluded(event, visit);
		if (verdict.verdict === "drop") {
			outcomes.filtered(verdict.reason);
			return { fate: "filtered", reason: verdict.reason };
		}

		// A server's own hints say nothing of its user's browser.
		const agent = visit.agent.agent(trusted ? {} : visit.headers);
		const occurredAt = eventTime(visit.receivedAt, event);
		const bot =
			site.settings.blockBots && !trusted
				? parts.judgeBot({
						event,
						visit,
						deviceType: agent.deviceType,
						heldMs: visit.receivedAt - occurredAt,
					})
				: undefined;
		const deviceType = deviceTypeFrom(agent, event.screenWidth);
		return append(parts.enrich(event, visit, { agent, deviceType, bot, occurredAt }));
	};

	return (candidate, sender, configuration) => {
		outcomes.received();
		try {
			return follow(candidate, sender, configuration);
		} catch (error) {
			log.error({ error: (error as Error).message }, "event failed");
			return rejected("failed", FAILED);
		}
	};
};
