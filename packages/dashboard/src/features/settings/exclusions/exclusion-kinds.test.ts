import { describe, expect, it } from "vitest";
import { type ListName, listChange, storedValue, valueFault } from "./exclusion-kinds.ts";
import { ipRuleFault } from "./ip-rule.ts";

it.each([
	["203.0.113.5", undefined],
	["203.0.113.0/24", undefined],
	["203.0.113.4-203.0.113.6", undefined],
	["2001:db8::1", undefined],
	["2001:db8::/32", undefined],
	["203.0.113", "address"],
	["203.0.113.256", "address"],
	["example.com", "address"],
	["1.2.3.4/8/9", "address"],
	["203.0.113.0/33", "prefix"],
	["2001:db8::/129", "prefix"],
	["203.0.113.0/x", "prefix"],
	["203.0.113.9-203.0.113.4", "order"],
	["203.0.113.9-", "range"],
	["2001:db8::1-2001:db8::2", "range"],
])("the rule %s is invalid: %s", (rule, fault) => expect(ipRuleFault(rule)).toBe(fault));

describe("a value", () => {
	it.each<[ListName, string, string]>([
		["excludedASNs", " AS 64500 ", "64500"],
		["excludedHostnames", "https://Staging.Example/path", "staging.example"],
		["excludedQueryParams", "?token=abc", "token"],
		["allowedOrigins", "https://Blog.Example/", "https://blog.example"],
		["ownDomains", "https://Checkout.Example/cart", "checkout.example"],
		["errorHosts", "https://Assets.CDN.example/app.js", "assets.cdn.example"],
		["excludedPaths", " /Admin/* ", "/Admin/*"],
	])("for %s, typed as %j, is normalized to %s", (list, typed, stored) =>
		expect(storedValue(list, typed)).toBe(stored),
	);

	it.each<[ListName, string, string | undefined]>([
		["excludedPaths", "admin", "path"],
		["excludedPaths", "*/preview", undefined],
		["excludedCountries", "Germany", "long"],
		["excludedCountries", "de", "country"],
		["excludedASNs", "AS0", "network"],
		["excludedASNs", "64500", undefined],
		["excludedHostnames", "*.example", undefined],
		["excludedHostnames", "two words", "host"],
		["excludedQueryParams", "a b", "parameter"],
		["allowedOrigins", "https://", "origin"],
		["allowedOrigins", "http://localhost:8080", undefined],
		["errorHosts", "cdn.example", undefined],
		["errorHosts", "*.cdn.example", "host"],
		["excludedUserAgents", " ", "empty"],
		["excludedUserAgents", "there", "repeated"],
	])("for %s, typed as %j, is rejected as %s", (list, typed, fault) =>
		expect(valueFault(list, typed, ["there"])).toBe(fault),
	);

	it("cannot be added to a full list", () =>
		expect(valueFault("excludedPaths", "/x", new Array(100).fill("/y"))).toBe("full"));
});

it("stores networks as numbers, and everything else as strings", () => {
	expect(listChange("excludedASNs", ["64500"])).toEqual({ excludedASNs: [64500] });
	expect(listChange("excludedPaths", ["/a"])).toEqual({ excludedPaths: ["/a"] });
});
