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

	it.each<[string, Partial<ConfiguredSite>, Request, string | undefined]>([
		["an address of a range", { excludedIPs: ["203.0.113.4-203.0.113.6"] }, {}, "IP"],
		["a mapped address", { excludedIPs: ["203.0.113.5"] }, { address: "::ffff:203.0.113.5" }, "IP"],
		["an address of a mapped rule", { excludedIPs: ["::ffff:203.0.113.5"] }, {}, "IP"],
		[
			"an IPv6 address of a block",
			{ excludedIPs: ["2001:db8::/32"] },
			{ address: "2001:db8::1" },
			"IP",
		],
		[
			"another hop of the request",
			{ excludedIPs: ["198.51.100.7"] },
			{ hops: ["198.51.100.7"] },
			"IP",
		],
		["no unknown address", { excludedIPs: ["0.0.0.0/0"] }, { address: "" }, undefined],
		["no unknown country", { excludedCountries: ["FR"] }, { country: "" }, undefined],
		["another country", { excludedCountries: ["DE"] }, {}, undefined],
		["a path in another case", { excludedPaths: ["/ADMIN/*"] }, {}, "path"],
		["a star across slashes", { excludedPaths: ["/a*s"] }, {}, "path"],
		["no part of a path", { excludedPaths: ["/admin"] }, {}, undefined],
		["a hostname in another case", { excludedHostnames: ["shop.EXAMPLE"] }, {}, "hostname"],
		[
			"no hostname that is not there",
			{ excludedHostnames: ["shop.example"] },
			{ event: { hostname: undefined } },
			undefined,
		],
		["a part of an agent in another case", { excludedUserAgents: ["EXAMPLE*b"] }, {}, "user agent"],
		["no agent by a star as a pattern", { excludedUserAgents: ["mozilla*browser"] }, {}, undefined],
		["no unknown network", { excludedASNs: [64501] }, { asn: 0 }, undefined],
		["no origin where the site names none", {}, { origin: "https://a.example" }, undefined],
		[
			"an origin that is not allowed",
			{ allowedOrigins: ["a.example"] },
			{ origin: "https://b.example" },
			"origin",
		],
		[
			"no origin that is allowed",
			{ allowedOrigins: ["a.example"] },
			{ origin: "https://a.example" },
			undefined,
		],
		[
			"no origin of a keyed request",
			{ allowedOrigins: ["a.example"] },
			{ trusted: true },
			undefined,
		],
		["what asks for privacy, on request", { respectGpc: true }, { gpc: "1" }, "GPC"],
		["nothing that asks for privacy of a site that does not", {}, { gpc: "1" }, undefined],
		["nothing that does not ask for privacy", { respectGpc: true }, { gpc: "0" }, undefined],
		[
			"no keyed request that asks for privacy",
			{ respectGpc: true },
			{ gpc: "1", trusted: true },
			undefined,
		],
		["a keyed request too", { excludedIPs: ["203.0.113.5"] }, { trusted: true }, "IP"],
	])("exclude %s", (_name, site, request, reason) => expect(reasonFor(site, request)).toBe(reason));

	const own = {
		countAllHosts: false,
		domain: "www.Shop.example",
		ownDomains: ["xn--bcher-kva.example", "127.0.0.1"],
	};
	it.each<[string, Partial<ConfiguredSite>, Request["event"] & object, string | undefined]>([
		["a host that is none of the site's own", own, { hostname: "proxy.test" }, "foreign_host"],
		["localhost", own, { hostname: "localhost" }, "foreign_host"],
		["a private address", own, { hostname: "192.168.0.7:8080" }, "foreign_host"],
		["a host that ends like the domain", own, { hostname: "myshop.example" }, "foreign_host"],
		["no own domain", own, { hostname: "127.0.0.1" }, undefined],
		["not the domain without its www", own, { hostname: "shop.example" }, undefined],
		[
			"no subdomain with a port, in another case",
			own,
			{ hostname: "A.b.SHOP.example:81" },
			undefined,
		],
		["no international host", own, { hostname: "www.Bücher.example" }, undefined],
		["no event without a host", own, { hostname: undefined }, undefined],
		[
			"no host of a local site",
			{ ...own, domain: "localhost" },
			{ hostname: "localhost" },
			undefined,
		],
		[
			"no host of an address",
			{ ...own, domain: "2001:db8::1" },
			{ hostname: "[2001:db8::1]" },
			undefined,
		],
		["no host of an app", { ...own, type: "mobile" }, { hostname: "localhost" }, undefined],
		["no host of a site that counts all", { domain: "a.test" }, { hostname: "b.test" }, undefined],
		["no host of a site without a known domain", { countAllHosts: false }, {}, undefined],
		["a page from a Windows disk", {}, { hostname: "", pathname: "/C:/x.html" }, "foreign_host"],
		[
			"a page from a person's folder",
			{},
			{ hostname: "", pathname: "/Users/ann/Desktop/a%20b.html" },
			"foreign_host",
		],
		["no other page without a host", {}, { hostname: "", pathname: "/home/garden" }, undefined],
		["no file of a host", {}, { pathname: "/home/ann/x.html" }, undefined],
		[
			"no file in an app",
			{ type: "mobile" },
			{ hostname: "", pathname: "/home/ann/x.html" },
			undefined,
		],
	])("drop events by host %s", (_name, site, event, reason) =>
		expect(reasonFor(site, { event })).toBe(reason),
	);

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
