import { describe, expect, it } from "vitest";
import { domainOf } from "./domain.ts";

describe("a site's domain", () => {
	it.each([
		["example.com", "example.com"],
		["HTTPS://Example.COM/", "example.com"],
		["http://example.com///", "example.com"],
		[" sub.example.co.uk ", "sub.example.co.uk"],
		["münchen.de", "münchen.de"],
		["пример.рф", "пример.рф"],
		["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
		["example.xn--p1ai", "example.xn--p1ai"],
		["localhost", "localhost"],
		["127.0.0.1", "127.0.0.1"],
		["2001:db8::1", "2001:db8::1"],
	])("accepts %j as %j", (text, domain) => expect(domainOf(text)).toBe(domain));

	it.each([
		"",
		"example",
		"example.c",
		"example.123",
		"256.1.1.1",
		"exa mple.com",
		"example.com/path",
		"example.com:8080",
		"-example.com",
		"example-.com",
		"a..com",
		".com",
		"<script>.com",
		`${"a".repeat(64)}.com`,
		`${"a.".repeat(130)}com`,
	])("rejects %j", (text) => expect(domainOf(text)).toBe(undefined));
});
