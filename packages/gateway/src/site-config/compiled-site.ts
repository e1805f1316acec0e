import { type ApplyRules, compileRules } from "@footfall/shared/rules/compile-rules";
import { type ConfiguredSite, defaultSiteSettings } from "@footfall/shared/site";
import { withoutTrailing } from "@footfall/shared/text/without-trailing";
import { type IpTable, ipTableOf } from "../ip/ip-table.ts";
import { anyGlobOf, type Matcher } from "./glob.ts";
import { foreignHostOf } from "./own-hosts.ts";
import { type UserAgentTable, userAgentTableOf } from "./user-agent-table.ts";

/** A site with its exclusions and rules compiled; `undefined` for each kind that the site does not have. */
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
	/** Lower-cased names. */
	excludedQueryParams: ReadonlySet<string>;
	/** Lower-cased origins, or hosts if the site gave no scheme. */
	allowedOrigins: ReadonlySet<string>;
	/** What is done to each event before it is stored. */
	applyRules: ApplyRules | undefined;
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
		moneyEvents: moneyEventsOf(settings.moneyEvents),
		excludedQueryParams,
		allowedOrigins: setOf(
			lowerCased(settings.allowedOrigins).map((origin) => withoutTrailing(origin, "/")),
		),
		applyRules: some(settings.rules, (rules) => compileRules(rules, excludedQueryParams)),
	};
};
