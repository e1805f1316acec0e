import { ClientEvent } from "@footfall/shared/event";
import { type ConfiguredSite, SITE_LISTS } from "@footfall/shared/site";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import { UNKNOWN_NETWORK } from "../lookup/network.ts";
import { UNKNOWN_PLACE } from "../lookup/place.ts";
import { requestContextOf } from "../lookup/request-context.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { excluded } from "./exclusions.ts";

const readUserAgent = createUserAgentReader();

interface Request {
	address?: string;
	hops?: string[];
	userAgent?: string;
	country?: string;
	asn?: number;
	trusted?: boolean;
	origin?: string;
	gpc?: string;
	event?: object;
}

const USER_AGENT = "Mozilla/5.0 Example*Browser/1.0";

const reasonFor = (
	site: Partial<ConfiguredSite>,
	{
		address = "203.0.113.5",
		hops = [],
		userAgent = USER_AGENT,
		country = "FR",
		asn = 64500,
		trusted = false,
		origin,
		gpc,
		event = {},
	}: Request = {},
) => {
	const verdict = excluded(
		ClientEvent.parse({
			type: "pageview",
			site_id: "1",
			hostname: "Shop.Example",
			pathname: "/Admin/users",
			...event,
		}),
		requestContextOf({
			site: compiledSiteOf(siteOf(site)),
			trusted,
			sender: {
				address,
				hops: () => hops,
				headers: {
					...(origin !== undefined && { origin }),
					...(gpc !== undefined && { "sec-gpc": gpc }),
				},
				receivedAt: 0,
			},
			userAgent: readUserAgent(userAgent),
			addressFacts: {
				place: { ...UNKNOWN_PLACE, country },
				network: { ...UNKNOWN_NETWORK, asn },
				visitorAddress: address,
			},
		}),
	);
	return verdict.verdict === "drop" ? verdict.reason : undefined;
};

const EVERYTHING: Partial<ConfiguredSite> = {
	excludedIPs: ["203.0.113.0/24"],
	excludedCountries: ["FR"],
	excludedPaths: ["/admin/*"],
	excludedHostnames: ["*.example"],
	excludedUserAgents: ["example*browser"],
	excludedASNs: [64500],
	allowedOrigins: ["https://other.example"],
};
const IN_ORDER = [
	["excludedIPs", "IP"],
	["excludedCountries", "country"],
	["excludedPaths", "path"],
	["excludedHostnames", "hostname"],
	["excludedUserAgents", "user agent"],
	["excludedASNs", "ASN"],
	["allowedOrigins", "origin"],
] as const;

describe("a site's exclusions", () => {
	it("are checked in order: the first that applies is the reason", () => {
		const reasons = IN_ORDER.map((_entry, index) => {
			const left = IN_ORDER.slice(index).map(([list]) => [list, EVERYTHING[list]]);
			return reasonFor(Object.fromEntries(left));
		});
		expect(reasons).toEqual(IN_ORDER.map(([, reason]) => reason));
	});

	it("pass everything when there are none", () => expect(reasonFor({})).toBeUndefined());

	it("cover all of the site's lists except its hosts, its tags and the stripped parameters", () =>
		expect(
			[
				...IN_ORDER.map(([list]) => list),
				"excludedQueryParams",
				"ownDomains",
				"errorHosts",
				"tags",
			].sort(),
		).toEqual([...SITE_LISTS].sort()));

	it.each<[string, Partial<ConfiguredSite>, Request, string]>([
		["an address in a range", { excludedIPs: ["203.0.113.4-203.0.113.6"] }, {}, "IP"],
		[
			"an IPv4-mapped address",
			{ excludedIPs: ["203.0.113.5"] },
			{ address: "::ffff:203.0.113.5" },
			"IP",
		],
		["an address by an IPv4-mapped rule", { excludedIPs: ["::ffff:203.0.113.5"] }, {}, "IP"],
		[
			"an IPv6 address in a block",
			{ excludedIPs: ["2001:db8::/32"] },
			{ address: "2001:db8::1" },
			"IP",
		],
		[
			"a request by another of its hops",
			{ excludedIPs: ["198.51.100.7"] },
			{ hops: ["198.51.100.7"] },
			"IP",
		],
		["a path regardless of case", { excludedPaths: ["/ADMIN/*"] }, {}, "path"],
		["a path by a star that spans slashes", { excludedPaths: ["/a*s"] }, {}, "path"],
		["a hostname regardless of case", { excludedHostnames: ["shop.EXAMPLE"] }, {}, "hostname"],
		[
			"a user agent by a part of it, regardless of case",
			{ excludedUserAgents: ["EXAMPLE*b"] },
			{},
			"user agent",
		],
		[
			"an origin that is not allowed",
			{ allowedOrigins: ["a.example"] },
			{ origin: "https://b.example" },
			"origin",
		],
		["a privacy signal if the site respects it", { respectGpc: true }, { gpc: "1" }, "GPC"],
		["an address despite a key", { excludedIPs: ["203.0.113.5"] }, { trusted: true }, "IP"],
	])("exclude %s", (_name, site, request, reason) => expect(reasonFor(site, request)).toBe(reason));

	it.each<[string, Partial<ConfiguredSite>, Request]>([
		["an unknown address", { excludedIPs: ["0.0.0.0/0"] }, { address: "" }],
		["an unknown country", { excludedCountries: ["FR"] }, { country: "" }],
		["another country", { excludedCountries: ["DE"] }, {}],
		["a path that only begins like an excluded one", { excludedPaths: ["/admin"] }, {}],
		[
			"an event without a hostname",
			{ excludedHostnames: ["shop.example"] },
			{ event: { hostname: undefined } },
		],
		[
			"a user agent, because a star is literal there",
			{ excludedUserAgents: ["mozilla*browser"] },
			{},
		],
		["an unknown network", { excludedASNs: [64501] }, { asn: 0 }],
		["any origin if the site lists none", {}, { origin: "https://a.example" }],
		[
			"an origin that is allowed",
			{ allowedOrigins: ["a.example"] },
			{ origin: "https://a.example" },
		],
		["a request with a key and no origin", { allowedOrigins: ["a.example"] }, { trusted: true }],
		["a privacy signal if the site does not respect it", {}, { gpc: "1" }],
		["a request without a privacy signal", { respectGpc: true }, { gpc: "0" }],
		[
			"a request with a key despite a privacy signal",
			{ respectGpc: true },
			{ gpc: "1", trusted: true },
		],
	])("keep %s", (_name, site, request) => expect(reasonFor(site, request)).toBeUndefined());

	const own = {
		countAllHosts: false,
		domain: "www.Shop.example",
		ownDomains: ["xn--bcher-kva.example", "127.0.0.1"],
	};
	it.each<[string, Partial<ConfiguredSite>, Request["event"] & object, string]>([
		["an event from another host", own, { hostname: "proxy.test" }, "foreign_host"],
		["an event from localhost", own, { hostname: "localhost" }, "foreign_host"],
		["an event from a private address", own, { hostname: "192.168.0.7:8080" }, "foreign_host"],
		["a host that ends like the domain", own, { hostname: "myshop.example" }, "foreign_host"],
		["a page from a Windows disk", {}, { hostname: "", pathname: "/C:/x.html" }, "foreign_host"],
		[
			"a page from a person's folder",
			{},
			{ hostname: "", pathname: "/Users/ann/Desktop/a%20b.html" },
			"foreign_host",
		],
	])("drop %s", (_name, site, event, reason) => expect(reasonFor(site, { event })).toBe(reason));

	it.each<[string, Partial<ConfiguredSite>, Request["event"] & object]>([
		["an event from an own domain", own, { hostname: "127.0.0.1" }],
		["an event from the domain without www", own, { hostname: "shop.example" }],
		["a subdomain, regardless of port and case", own, { hostname: "A.b.SHOP.example:81" }],
		["an international own domain", own, { hostname: "www.Bücher.example" }],
		["an event without a host", own, { hostname: undefined }],
		["localhost on a local site", { ...own, domain: "localhost" }, { hostname: "localhost" }],
		[
			"an IPv6 address that is the domain",
			{ ...own, domain: "2001:db8::1" },
			{ hostname: "[2001:db8::1]" },
		],
		["an event from an app", { ...own, type: "mobile" }, { hostname: "localhost" }],
		["any host if the site counts all", { domain: "a.test" }, { hostname: "b.test" }],
		["an event of a site without a known domain", { countAllHosts: false }, {}],
		["any other page without a host", {}, { hostname: "", pathname: "/home/garden" }],
		["a page of a host with a path like a folder", {}, { pathname: "/home/ann/x.html" }],
		[
			"a page of an app with a path like a folder",
			{ type: "mobile" },
			{ hostname: "", pathname: "/home/ann/x.html" },
		],
	])("keep %s", (_name, site, event) => expect(reasonFor(site, { event })).toBeUndefined());

	it("do not check the host of a keyed request, or of an event dropped by another exclusion", () => {
		const event = { hostname: "proxy.test" };
		expect(reasonFor(own, { event, trusted: true })).toBeUndefined();
		expect(reasonFor({ ...own, excludedIPs: ["203.0.113.5"] }, { event })).toBe("IP");
	});

	it("check each user agent's text once and reuse the result", () => {
		const site = compiledSiteOf(siteOf({ excludedUserAgents: ["two"] }));
		const answers = ["One", "Two", "One", "TWO", "Two"].map((text) =>
			site.excludesUserAgent?.(readUserAgent(text)),
		);
		expect(answers).toEqual([false, true, false, true, true]);
	});
});
