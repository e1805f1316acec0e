import { describe, expect, it } from "vitest";
import { addressOf, searchOf } from "../../../router/address.ts";
import { pageKey, pageNumberOf, withPageKeys } from "./page-keys.ts";

describe("keys of a page", () => {
	it("are read from the URL", () => {
		const address = addressOf("?funnel=2&step=3&funnel=9&empty=");
		expect(pageKey(address, "funnel")).toBe("2");
		expect(pageKey(address, "empty")).toBeUndefined();
		expect(pageKey(address, "error")).toBeUndefined();
	});

	it("are set and removed, leaving others unchanged", () => {
		const address = addressOf("?utm_source=mail&who=identified");
		const others = withPageKeys(address, { who: undefined, error: "a b" });
		expect(searchOf({ ...address, others })).toBe("?utm_source=mail&error=a+b");
	});

	it.each([
		["3", 3],
		["0", 1],
		["-1", 1],
		["x", 1],
		[undefined, 1],
	])("contain the page number: %s is %d", (text, page) => expect(pageNumberOf(text)).toBe(page));
});
