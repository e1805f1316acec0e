import type { SiteConfig } from "../config/site-config.ts";
import { type IpRuleFault, ipRuleFault } from "./ip-rule.ts";

/** The exclusion lists of a site, by the API's names. */
export const EXCLUSION_KINDS = [
	"excludedIPs",
	"excludedCountries",
	"excludedPaths",
	"excludedHostnames",
	"excludedUserAgents",
	"excludedASNs",
] as const;
export type ListName =
	| (typeof EXCLUSION_KINDS)[number]
	| "excludedQueryParams"
	| "allowedOrigins"
	| "ownDomains"
	| "errorHosts";

/** The reason in `/outcomes` for each list; excluded parameters are only removed from URLs, which is not counted. */
export const OUTCOME_OF = {
	excludedIPs: "IP",
	excludedCountries: "country",
	excludedPaths: "path",
	excludedHostnames: "hostname",
	excludedUserAgents: "user agent",
	excludedASNs: "ASN",
	allowedOrigins: "origin",
	excludedQueryParams: undefined,
	ownDomains: undefined,
	errorHosts: undefined,
} as const satisfies Record<ListName, string | undefined>;

/** The most values of each list, and the most characters of one. */
const LIMITS: Record<ListName, readonly [values: number, characters: number]> = {
	excludedIPs: [100, 100],
	excludedCountries: [250, 2],
	excludedPaths: [100, 2048],
	excludedHostnames: [100, 253],
	excludedUserAgents: [100, 512],
	excludedASNs: [100, 12],
	excludedQueryParams: [100, 256],
	allowedOrigins: [100, 2048],
	ownDomains: [50, 253],
	errorHosts: [50, 253],
};

/** Why a value cannot be added to a list. */
export type ValueFault =
	| IpRuleFault
	| "country"
	| "path"
	| "host"
	| "network"
	| "parameter"
	| "origin"
	| "empty"
	| "long"
	| "repeated"
	| "full";

const before = (end: string, text: string): string => text.split(end, 1)[0] ?? "";

const withoutLastSlashes = (text: string): string => {
	let end = text.length;
	while (text[end - 1] === "/") end--;
	return text.slice(0, end);
};

/** A value as it is stored: trimmed, and without common pasted extras. */
export const storedValue = (list: ListName, text: string): string => {
	const value = text.trim();
	switch (list) {
		case "excludedASNs":
			return value.replace(/^as\s*/i, "");
		case "excludedHostnames":
		case "ownDomains":
		case "errorHosts":
			return before("/", value.replace(/^[a-z]+:\/\//i, "")).toLowerCase();
		case "excludedQueryParams":
			return before("=", value.replace(/^[?&]/, ""));
		case "allowedOrigins":
			return withoutLastSlashes(value).toLowerCase();
		default:
			return value;
	}
};

const HOST = /^[\p{L}\p{N}*][\p{L}\p{N}*.:-]*$/u;
const OWN_DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const isNetwork = (value: string) =>
	/^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 4_294_967_295;
const ORIGIN = /^(https?:\/\/)?(\[[0-9a-f:]+\]|[\p{L}\p{N}][\p{L}\p{N}.-]*)(:\d{1,5})?$/u;

const ownHostFault = (value: string) => (OWN_DOMAIN.test(value) ? undefined : "host");

const FAULT_OF: Record<ListName, (value: string) => ValueFault | undefined> = {
	excludedIPs: ipRuleFault,
	excludedCountries: (value) => (/^[A-Z]{2}$/.test(value) ? undefined : "country"),
	excludedPaths: (value) => (/^[/*]/.test(value) ? undefined : "path"),
	excludedHostnames: (value) => (HOST.test(value) ? undefined : "host"),
	excludedUserAgents: () => undefined,
	excludedASNs: (value) => (isNetwork(value) ? undefined : "network"),
	excludedQueryParams: (value) => (/[\s&=#]/.test(value) ? "parameter" : undefined),
	allowedOrigins: (value) => (ORIGIN.test(value) ? undefined : "origin"),
	ownDomains: ownHostFault,
	errorHosts: ownHostFault,
};

/** The values of a list as strings. */
export const valuesOf = (config: SiteConfig, list: ListName): readonly string[] =>
	config[list].map(String);

/** The error of a value that is to be added to a list; undefined for a valid one. */
export const valueFault = (
	list: ListName,
	text: string,
	there: readonly string[],
): ValueFault | undefined => {
	const value = storedValue(list, text);
	const [values, characters] = LIMITS[list];
	if (value === "") return "empty";
	if (value.length > characters) return "long";
	if (there.includes(value)) return "repeated";
	if (there.length >= values) return "full";
	return FAULT_OF[list](value);
};

/** The configuration change that gives a list these values. */
export const listChange = (list: ListName, values: readonly string[]): Partial<SiteConfig> =>
	list === "excludedASNs" ? { excludedASNs: values.map(Number) } : { [list]: [...values] };
