import { type ApplyRules, compileRules } from "@footfall/shared/rules/compile-rules";
import type { Rule } from "@footfall/shared/rules/rule";
import { digestOfRule } from "@footfall/shared/rules/rule-digest";
import { compileSchema, type SchemaNode } from "@footfall/shared/schemas/compile-schema";
import {
	type EventSchema,
	longestPropertiesOf,
	type SchemaMode,
} from "@footfall/shared/schemas/event-schemas";
import { type ConfiguredSite, defaultSiteSettings } from "@footfall/shared/site";
import { withoutTrailing } from "@footfall/shared/text/without-trailing";
import { type IpTable, ipTableOf } from "../ip/ip-table.ts";
import { anyGlobOf, type Matcher } from "./glob.ts";
import { foreignHostOf } from "./own-hosts.ts";
import { type UserAgentTable, userAgentTableOf } from "./user-agent-table.ts";

/** The compiled schema of an event's properties. */
export interface CompiledSchema {
	mode: SchemaMode;
	node: SchemaNode;
}

/** A site with its exclusions, rules and schemas compiled; `undefined` for each kind that the site does not have. */
export interface CompiledSite {
	settings: ConfiguredSite;
	/** False if no exclusion needs to run. */
	excludesAnything: boolean;
	excludesAddress: IpTable | undefined;
	excludedCountries: ReadonlySet<string>;
	excludesPath: Matcher | undefined;
	excludesHostname: Matcher | undefined;
	isForeignHost: ((host: string) => boolean) | undefined;
	excludesUserAgent: UserAgentTable | undefined;
	excludedAsns: ReadonlySet<number>;
	/** Names of custom events whose properties may be money. */
	moneyEvents: ReadonlySet<string>;
	/** By the name of a custom event; `undefined` for a site without schemas. */
	eventSchemas: ReadonlyMap<string, CompiledSchema> | undefined;
	/** Lower-cased names. */
	excludedQueryParams: ReadonlySet<string>;
	/** Lower-cased origins, or hosts if the site gave no scheme. */
	allowedOrigins: ReadonlySet<string>;
	/** What is done to each event before it is stored. */
	applyRules: ApplyRules | undefined;
	/** Digests of the rules; empty for a site without schemas. */
	ruleDigests: readonly string[];
}

const EXCLUDING_LISTS = [
	"excludedIPs",
	"excludedCountries",
	"excludedPaths",
	"excludedHostnames",
	"excludedUserAgents",
	"excludedASNs",
	"allowedOrigins",
] as const;

const some = <Item, Result>(list: readonly Item[], compile: (list: readonly Item[]) => Result) =>
	list.length === 0 ? undefined : compile(list);

const NONE: ReadonlySet<never> = new Set();

/** One empty set is shared by all sites: 10,000 of them would need 40,000. */
const setOf = <Item>(list: readonly Item[]): ReadonlySet<Item> =>
	list.length === 0 ? NONE : new Set(list);

const DEFAULT_MONEY_EVENTS: ReadonlySet<string> = new Set(defaultSiteSettings.moneyEvents);

/** Nearly all sites have the default, and share its set. */
const moneyEventsOf = (names: readonly string[]): ReadonlySet<string> =>
	names.length === DEFAULT_MONEY_EVENTS.size &&
	names.every((name) => DEFAULT_MONEY_EVENTS.has(name))
		? DEFAULT_MONEY_EVENTS
		: setOf(names);

/** A schema that does not compile, from an api that supports more than this gateway, is left out. */
const compiledSchemas = (
	schemas: readonly EventSchema[],
): ReadonlyMap<string, CompiledSchema> | undefined => {
	if (schemas.length === 0) return undefined;
	const compiled = schemas.map(({ event, mode, schema }) => ({
		event,
		mode,
		...compileSchema(schema),
	}));
	return new Map(
		compiled
			.filter(({ faults }) => faults.length === 0)
			.map(({ event, mode, node }) => [event, { mode, node }]),
	);
};

/** Compiles some of a site's rules, or all. */
const compiledRules = (
	rules: readonly Rule[],
	{ eventSchemas }: Pick<ConfiguredSite, "eventSchemas">,
	excludedQueryParams: ReadonlySet<string>,
): ApplyRules | undefined =>
	some(rules, () => compileRules(rules, excludedQueryParams, longestPropertiesOf(eventSchemas)));

/** The rules of a site that have not run for an event. */
export const furtherRulesOf = (
	{ settings, ruleDigests, excludedQueryParams }: CompiledSite,
	ran: readonly string[],
): ApplyRules | undefined =>
	compiledRules(
		settings.rules.filter((_, at) => !ran.includes(ruleDigests[at] as string)),
		settings,
		excludedQueryParams,
	);

const lowerCased = (list: readonly string[]) => list.map((text) => text.toLowerCase());

export const compiledSiteOf = (settings: ConfiguredSite): CompiledSite => {
	const isForeignHost = foreignHostOf(settings);
	const excludedQueryParams = setOf(lowerCased(settings.excludedQueryParams));
	return {
		settings,
		excludesAnything:
			settings.respectGpc ||
			isForeignHost !== undefined ||
			EXCLUDING_LISTS.some((list) => settings[list].length > 0),
		isForeignHost,
		excludesAddress: some(settings.excludedIPs, ipTableOf),
		excludedCountries: setOf(settings.excludedCountries),
		excludesPath: some(settings.excludedPaths, anyGlobOf),
		excludesHostname: some(settings.excludedHostnames, anyGlobOf),
		excludesUserAgent: some(settings.excludedUserAgents, userAgentTableOf),
		excludedAsns: setOf(settings.excludedASNs),
		eventSchemas: compiledSchemas(settings.eventSchemas),
		moneyEvents: moneyEventsOf(settings.moneyEvents),
		excludedQueryParams,
		allowedOrigins: setOf(
			lowerCased(settings.allowedOrigins).map((origin) => withoutTrailing(origin, "/")),
		),
		applyRules: compiledRules(settings.rules, settings, excludedQueryParams),
		ruleDigests: settings.eventSchemas.length === 0 ? [] : settings.rules.map(digestOfRule),
	};
};
