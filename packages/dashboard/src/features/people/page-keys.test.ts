import { describe, expect, it } from "vitest";
import { addressOf, searchOf } from "../../router/address.ts";
import { oneOf, pageKey, pageNumberOf, sortOf, textOfSort, withPageKeys } from "./page-keys.ts";

describe("keys of a page", () => {
	it("are read from the address", () => {
		const address = addressOf("?funnel=2&step=3&funnel=9&empty=");
		expect(pageKey(address, "funnel")).toBe("2");
		expect(pageKey(address, "empty")).toBeUndefined();
		expect(pageKey(address, "error")).toBeUndefined();
	});

	it("are set and taken away, and others stay", () => {
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
	])("number pages: %s is %d", (text, page) => expect(pageNumberOf(text)).toBe(page));

	it("sort", () => {
		const columns = ["a", "b"] as const;
		expect(sortOf("b:asc", columns, "a")).toEqual({ by: "b", order: "asc" });
		expect(sortOf("nonsense:asc", columns, "a")).toEqual({ by: "a", order: "desc" });
		expect(textOfSort({ by: "b", order: "asc" })).toBe("b:asc");
		expect(oneOf(columns, "c")).toBeUndefined();
	});
});
