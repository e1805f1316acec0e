import { z } from "zod";
import type { SiteKey, SiteNumber } from "./ids.ts";
import { ipRangeOf } from "./ip-range.ts";
import {
	MAX_BOT_RETENTION_DAYS,
	MAX_LENGTH,
	MAX_MONEY_EVENTS,
	MAX_RATES,
	MAX_REPLAY_RETENTION_DAYS,
	MAX_RETENTION_DAYS,
	REPLAY_RETENTION_DAYS,
} from "./limits.ts";
import { currencyOf } from "./money/currency.ts";
import { isRate } from "./money/rate.ts";
import { clientIds } from "./products/client-ids.ts";
import { BOT_LAYERS } from "./queued-event.ts";
import { rules } from "./rules/rule.ts";
import { eventSchemas } from "./schemas/event-schemas.ts";
import { timeZoneName } from "./time-zone.ts";

/** Every setting of a site: its default, and the values that an update accepts. Shared by api, gateway and tracker. */

/** A value as an error names it. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? "Nothing").slice(0, 40);

const texts = (maxItems: number, maxLength: number) =>
	z.array(z.string().min(1).max(maxLength)).max(maxItems);

const hosts = (maxItems: number) =>
	z
		.array(
			z
				.string()
				.max(253)
				.regex(
					/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i,
					"Must be a host such as shop.example, without a scheme, a port or a path",
				),
		)
		.max(maxItems);

const currency = z
	.string()
	.toUpperCase()
	.refine((code) => currencyOf(code) !== undefined, {
		error: ({ input }) => `${shown(input)} is not an ISO 4217 currency code, such as EUR`,
	});

const rate = z
	.object({
		/** The rate is valid from this date in the site's time zone until the next one of the same two currencies. */
		date: z.iso.date({
			error: ({ input }) => `${shown(input)} is not a date, such as 2026-01-31`,
		}),
		from: currency,
		to: currency,
		rate: z.string().refine(isRate, {
			error: ({ input }) =>
				`${shown(input)} is not a rate: use a decimal above 0 with at most 10 digits on each side of the point, such as "0.92"`,
		}),
	})
	.meta({ component: "ExchangeRate" });
export type ExchangeRate = z.infer<typeof rate>;

const rates = z
	.array(rate)
	.max(MAX_RATES)
	.superRefine((all, context) => {
		const seen = new Set<string>();
		for (const [index, { date, from, to }] of all.entries()) {
			const what = `from ${from} to ${to} on ${date}`;
			const fault =
				from === to
					? `A rate from ${from} to itself is always 1: remove it`
					: seen.has(what)
						? `There are two rates ${what}: remove one`
						: undefined;
			if (fault !== undefined) context.addIssue({ code: "custom", path: [index], message: fault });
			seen.add(what);
		}
	});

export const siteSwitches = {
	public: false,
	embedEnabled: false,
	saltUserIds: false,
	blockBots: true,
	firstPartyProxy: false,
	/** Whether sessions count if their rate alone looks like a machine's. */
	countSuspected: true,
	/** Whether events of hosts count that are not the site's own, as all did before this setting existed. */
	countAllHosts: true,
	/** Whether events that a server sends with a key may be older than 72 h. */
	allowBackfill: false,
	sessionReplay: false,
	webVitals: false,
	trackErrors: false,
	trackOutbound: true,
	trackUrlParams: true,
	trackUrlFragments: false,
	trackInitialPageView: true,
	trackSpaNavigation: true,
	trackIp: false,
	trackButtonClicks: false,
	trackCopy: false,
	trackFormInteractions: false,
	trackDownloads: false,
	/** Drops events from browsers that ask sites not to sell or share data (Global Privacy Control). */
	respectGpc: false,
} as const;
export type SiteSwitch = keyof typeof siteSwitches;

const switches = Object.fromEntries(
	Object.keys(siteSwitches).map((name) => [name, z.boolean()]),
) as Record<SiteSwitch, z.ZodBoolean>;

export const SITE_LISTS = [
	"excludedIPs",
	"excludedCountries",
	"excludedPaths",
	"excludedHostnames",
	"excludedUserAgents",
	"excludedASNs",
	"excludedQueryParams",
	"allowedOrigins",
	"ownDomains",
	"errorHosts",
	"tags",
] as const;

type EmptyLists = Record<(typeof SITE_LISTS)[number], []>;

export const siteSettings = {
	...switches,
	type: z.enum(["web", "mobile"]),
	/** Determines where days begin for users who have chosen no other; an IANA name. */
	timeZone: timeZoneName,
	/** Whether somebody chose it; a new site has UTC, too. */
	hasTimeZone: z.boolean(),
	/**
	 * Daily sums that were imported from other products count for days before this one, `YYYY-MM-DD`; "" = before the day of
	 * the site's first event.
	 */
	importedUntil: z.union([
		z.literal(""),
		z.iso.date("Must be a day such as 2026-03-15, or empty for the day of the first event"),
	]),
	/** How many days a recording is kept; a lower value also applies to recordings that are already stored. */
	replayRetentionDays: z.number().int().min(1).max(MAX_REPLAY_RETENTION_DAYS),
	/** How many days (UTC) before today events and data derived from them are kept; 0 = the installation's retention. */
	eventRetentionDays: z.number().int().min(0).max(MAX_RETENTION_DAYS),
	/** How many days after a user was last seen its traits and devices are kept; 0 = as above. */
	userRetentionDays: z.number().int().min(0).max(MAX_RETENTION_DAYS),
	/** How many days bot records are kept; 0 = as above. */
	botRetentionDays: z.number().int().min(0).max(MAX_BOT_RETENTION_DAYS),
	/** Single addresses, CIDR blocks or IPv4 ranges `a-b`. */
	excludedIPs: texts(100, 100),
	excludedCountries: z
		.array(z.string().regex(/^[A-Z]{2}$/, "Must be a two-letter uppercase country code"))
		.max(250),
	excludedPaths: texts(100, 2048),
	excludedHostnames: texts(100, 253),
	excludedUserAgents: texts(100, 512),
	excludedASNs: z.array(z.number().int().min(1).max(4_294_967_295)).max(100),
	excludedQueryParams: texts(100, 256),
	/** Origins that may send; empty = all. */
	allowedOrigins: texts(100, 2048),
	/** Hosts of the site besides its domain, each with everything below it: links between them are internal. */
	ownDomains: hosts(50),
	/**
	 * Hosts that serve the site's scripts in addition to its own, such as a CDN, each with everything below it: errors of
	 * these scripts are kept.
	 */
	errorHosts: hosts(50),
	tags: texts(20, 50),
	/** ISO 4217 code of amounts that name no currency, and of sums; null = none. */
	currency: currency.nullable(),
	/** Names of custom events whose properties may be money, compared exactly. */
	moneyEvents: texts(MAX_MONEY_EVENTS, MAX_LENGTH.eventName),
	/** Exchange rates, by which sums in one currency include amounts in others. */
	rates,
	/** Ids under which clients of other products send events of the site. */
	clientIds,
	/** What is done to each event before it is stored. */
	rules,
	/** What the properties of custom events must look like, by the event's name. */
	eventSchemas,
	/** Disabled bot layers; a layer added later is enabled by default. */
	disabledBotLayers: z.array(z.enum(BOT_LAYERS)).max(BOT_LAYERS.length),
};

export const SiteSettings = z.object(siteSettings);
export type SiteSettings = z.infer<typeof SiteSettings>;

export const defaultSiteSettings: SiteSettings = {
	...siteSwitches,
	type: "web",
	timeZone: "UTC",
	hasTimeZone: false,
	importedUntil: "",
	replayRetentionDays: REPLAY_RETENTION_DAYS,
	eventRetentionDays: 0,
	userRetentionDays: 0,
	botRetentionDays: 0,
	...(Object.fromEntries(SITE_LISTS.map((name) => [name, []])) as EmptyLists),
	currency: null,
	moneyEvents: ["purchase", "order", "payment"],
	rates: [],
	clientIds: [],
	rules: [],
	eventSchemas: [],
	disabledBotLayers: [],
};

/** The settings of a new site; a site that is older than a setting has the default above. */
export const newSiteSettings: SiteSettings = { ...defaultSiteSettings, countAllHosts: false };

/** The reason for each invalid exclusion, as `<entry>: <reason>`; empty when all are valid. */
export const refusedIpRules = (rules: readonly string[]): string[] =>
	rules.flatMap((rule) => {
		const range = ipRangeOf(rule);
		return "refused" in range ? [`${rule}: ${range.refused}`] : [];
	});

/** A site as the gateway needs it. */
export interface ConfiguredSite extends SiteSettings {
	siteId: SiteNumber;
	id: SiteKey;
	organizationId: string;
	/** Links from it and from everything below it are internal. */
	domain?: string | undefined;
}

/**
 * A key and where it may send events on a server's behalf, which may be nowhere; the gateway sees only the key's hash.
 */
export interface IngestionKey {
	/** SHA-256 of the key, base64url without padding. */
	hash: string;
	/** The organizations whose sites it may all send for. */
	organizationIds: string[];
	/** The sites of other organizations that it may send for, because its user has access to only some of them. */
	siteIds: number[];
	/** ms since the epoch, or null. */
	expiresAt: number | null;
}

/** The site configuration that the api publishes and every gateway uses. */
export interface ConfigurationSnapshot {
	/** Changes with every change of the content; used as the ETag. */
	version: string;
	sites: ConfiguredSite[];
	ingestionKeys: IngestionKey[];
}

/** How a version of the configuration differs from an earlier one. */
export interface ConfigurationChanges extends ConfigurationSnapshot {
	/** Changed and new sites. */
	sites: ConfiguredSite[];
	/** Changed and new keys. */
	ingestionKeys: IngestionKey[];
	removedSites: SiteNumber[];
	/** By hash. */
	removedKeys: string[];
}

/** Where a backend serves its metrics to the gateway of its machine, which presents the internal token as Bearer. */
export const BACKEND_METRICS_PATH = "/internal/metrics";
/** Where the api serves the snapshot, for gateways that present the internal token as Bearer. */
export const CONFIGURATION_PATH = "/internal/configuration";
/** The status of an answer with the changes since the gateway's version (RFC 3229, "IM Used"). */
export const CHANGES_STATUS = 226;
/**
 * A gateway that can apply `ConfigurationChanges` requests it by this name in `A-IM`, together with `If-None-Match`.
 */
export const CHANGES_MANIPULATION = "footfall-changes";
/**
 * With the configuration, the api reports a damaged event store to gateways: a `StoreDamage` as JSON, percent-encoded.
 */
export const STORE_DAMAGE_HEADER = "x-footfall-store-damage";
/** The damage, and its remedy. */
export interface StoreDamage {
	reason: string;
	advice: string;
}
