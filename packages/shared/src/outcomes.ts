import { z } from "zod";
import { BOT_LAYERS } from "./queued-event.ts";

/**
 * What a site excludes, in the reply's wording except for `foreign_host`, where it says "host". The order decides under
 * which reason an event is counted that several exclude.
 */
export const EXCLUSION_REASONS = [
	"IP",
	"country",
	"path",
	"hostname",
	"user agent",
	"ASN",
	"origin",
	"GPC",
	/** The page is on a host that is not one of the site's own, or was opened from a local file. */
	"foreign_host",
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** Why an event is not tracked. */
export const DROP_REASONS = [
	...EXCLUSION_REASONS,
	/** One of the site's rules drops it. */
	"dropped_by_rule",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Why an event is refused, or could not be stored. */
export const REJECT_REASONS = [
	"malformed",
	"invalid",
	"too_large",
	"unknown_site",
	"wrong_key",
	"not_enabled",
	"rate_limited",
	/** More events of one page load than a person can cause: an endless loop on the page. */
	"page_flood",
	"queue_unavailable",
	"failed",
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** Why the money of an event is refused; the event itself is stored without it. */
export const MONEY_FAULTS = [
	/** Not a decimal with at most 4 digits after the point, or larger than 10^12. */
	"amount",
	/** Not an ISO 4217 code. */
	"currency",
	/** Neither the event nor the site has one. */
	"no_currency",
	/** Too long, or not text. */
	"order_id",
	/** A measurement of a page cannot carry money. */
	"event_type",
] as const;
export type MoneyFault = (typeof MONEY_FAULTS)[number];

/**
 * How outcomes are named in a report. A bot's event counts as `bot`, and once more for each layer that hit.
 * `one_address` counts no events, but how often nearly all of them had one address. `given_up_by_browsers` counts
 * events that never arrived. `revenue:` and a reason counts stored events whose money was refused.
 */
export const OUTCOME_NAMES = [
	"stored",
	"duplicate",
	"bot",
	...BOT_LAYERS.map((layer) => `bot:${layer}` as const),
	...DROP_REASONS.map((reason) => `filtered:${reason}` as const),
	...REJECT_REASONS.map((reason) => `rejected:${reason}` as const),
	/** Kept apart from events, because it does not fit its schema. */
	"quarantined" as const,
	"one_address" as const,
	"given_up_by_browsers" as const,
	...MONEY_FAULTS.map((fault) => `revenue:${fault}` as const),
];
export type OutcomeName = (typeof OUTCOME_NAMES)[number];

/** In addition, a report counts each excluded host as an outcome with this prefix and the host's name. */
export const FOREIGN_HOST_OUTCOME = "host:";
/** The most hosts of a site that are listed, per slot and per answer. */
export const MAX_FOREIGN_HOSTS = 20;
/** The most characters of an outcome's name. */
export const MAX_OUTCOME_NAME = 64;

/** Where gateways report outcomes, with the internal token as Bearer. */
export const OUTCOMES_PATH = "/internal/outcomes";

/** Outcomes are counted in slots of time: slot = ms since the epoch / this. */
export const OUTCOME_SLOT_MS = 5 * 60_000;
/** How many slots back a report is kept. */
export const OUTCOME_SLOTS = 12;

/** The most entries of one report. */
export const MAX_REPORTED_COUNTS = 2000;
export const MAX_REPORTED_SITES = 50;
/** The maximum length of an unknown site id: enough for one that was cut off or pasted with an extra word. */
export const MAX_UNKNOWN_ID = 64;

/** In the databases' spelling. */
const MAX_INTEGER = 2_147_483_647;
const slot = z.int().nonnegative().max(MAX_INTEGER);
const site = slot;
const count = z.int().nonnegative().max(4_294_967_295);

/**
 * Outcomes of events that one gateway process has seen. Counts are totals of a slot so far, so a report that arrives
 * twice changes nothing.
 */
export const OutcomeReport = z.object({
	/** The process. */
	source: z.string().regex(/^[0-9a-f]{16}$/),
	/** Site 0: events of unknown sites. A newer gateway may report outcomes that an older api does not know. */
	counts: z
		.array(z.object({ slot, site, outcome: z.string().max(MAX_OUTCOME_NAME), count }))
		.max(MAX_REPORTED_COUNTS),
	/** Unknown site ids. */
	unknownSites: z
		.array(z.object({ slot, id: z.string().max(MAX_UNKNOWN_ID), count }))
		.max(MAX_REPORTED_SITES),
});
export type OutcomeReport = z.infer<typeof OutcomeReport>;
