import { describe, expect, it } from "vitest";
import { hrefOf, opened, openList, shareOf } from "./cards.ts";

describe("the open list of a card", () => {
	it("is its first one when the URL names none", () =>
		expect(openList("places", undefined)).toBe("country"));
	it("is the one that the URL names, beside those of other cards", () => {
		expect(openList("places", "referrer.city")).toBe("city");
		expect(openList("sources", "referrer.city")).toBe("referrer");
	});
	it("is the first one when the card does not have the one named", () =>
		expect(openList("pages", "constructor.city")).toBe("pathname"));
});

describe("opening a list", () => {
	it("keeps the open lists of other cards", () => {
		expect(opened("places", "city", "referrer")).toBe("referrer.city");
		expect(opened("places", "region", "referrer.city")).toBe("referrer.region");
	});
	it("removes the first one from the URL", () => {
		expect(opened("places", "country", "referrer.city")).toBe("referrer");
		expect(opened("places", "country", "city")).toBeUndefined();
	});
});

describe("a share", () => {
	it.each([
		["channel", "sessions"],
		["referrer", "sessions"],
		["pathname", "pages"],
		["country", "set"],
		["goals", "rate"],
		["event_name", "times"],
	] as const)("for %s is a share of %s", (list, of) => expect(shareOf(list)).toBe(of));
});

describe("the external link of a row", () => {
	it.each([
		["pathname", "/docs", "quill.example", "https://quill.example/docs"],
		["entry_page", "/", "localhost:3000", "https://localhost:3000/"],
		["referrer", "news.example.org", undefined, "https://news.example.org"],
		["outbound", "http://other.example/x", undefined, "http://other.example/x"],
	] as const)("is built from %s %s", (list, value, host, href) =>
		expect(hrefOf(list, value, host)).toBe(href),
	);
	it.each([
		["pathname", "docs", "quill.example"],
		["pathname", "/docs", "quill.example/evil?"],
		["pathname", "/docs", undefined],
		["referrer", "javascript:alert(1)", undefined],
		["referrer", "", undefined],
		["outbound", "javascript:alert(1)", undefined],
		["country", "DE", undefined],
	] as const)("is absent for %s %s at %s", (list, value, host) =>
		expect(hrefOf(list, value, host)).toBeUndefined(),
	);
});
