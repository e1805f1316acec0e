import { describe, expect, it } from "vitest";
import type { ErrorRow } from "./error-rows.ts";
import { releasesText, selectedAmong, tabOf } from "./error-state.ts";

describe("the list of errors", () => {
	it("is what is to be done unless the URL names another one", () =>
		expect([undefined, "resolved", "sessions"].map(tabOf)).toEqual(["todo", "resolved", "todo"]));

	it("shows the first and the last release, and a single one once", () => {
		expect(releasesText({ firstRelease: "1.0", lastRelease: "1.4" })).toBe("1.0 – 1.4");
		expect(releasesText({ firstRelease: "1.0", lastRelease: "1.0" })).toBe("1.0");
		expect(releasesText({})).toBe("");
	});

	it("forgets the selection of rows that it no longer has", () => {
		const rows = ["a", "b"].map((errorId) => ({ errorId }) as ErrorRow);
		expect(selectedAmong(rows, new Set(["b", "c"]))).toEqual(["b"]);
	});
});
