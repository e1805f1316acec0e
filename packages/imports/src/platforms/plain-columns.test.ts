import { describe, expect, it } from "vitest";
import { PLAIN_FIELDS } from "./plain.ts";
import { plainColumnFault } from "./plain-columns.ts";

const table = (...columns: string[]) => [Object.fromEntries(columns.map((name) => [name, "x"]))];

describe("the columns of a plain file", () => {
	it.each([
		[["timestamp", "url"]],
		[["timestamp", "event_name", "reason", "ip", "uid", "total"]],
		[[...PLAIN_FIELDS]],
	])("are accepted if their names are fields, with or without others: %j", (columns) =>
		expect(plainColumnFault({}, table(...columns), true)).toBeUndefined(),
	);

	it("are reported if a mapped one is missing", () =>
		expect(
			plainColumnFault({ page_title: "titel" }, table("timestamp", "url", "title"), true),
		).toBe(
			'there is no column "titel", to which the mapping assigns page_title; its columns are timestamp, url, title',
		));

	it.each([
		["refferer", "referrer"],
		["refererr", "referrer"],
		["Page Title", "page_title"],
		["browser-verison", "browser_version"],
		["contry", "country"],
	])("are reported if one is misspelt: %s", (column, field) =>
		expect(plainColumnFault({}, table("timestamp", "url", column), true)).toBe(
			`its column "${column}" looks like ${field}, but is not imported: rename it, or name the column of ${field} with --mapping, as in {"${field}":"${column}"}`,
		),
	);

	it("are reported if the mapping is missing altogether", () => {
		expect(plainColumnFault({}, table("when", "page"), true)).toMatch(
			/^there is no column "timestamp".*its columns are when, page$/,
		);
		expect(plainColumnFault({}, table("timestamp", "page"), true)).toMatch(
			/^there is no column "url", "pathname" or "event_name"/,
		);
	});

	it("may first appear in later objects of JSON", () => {
		const rows = [
			{ timestamp: 1, url: "/" },
			{ timestamp: 2, event: "buy", extra: 1 },
		];
		expect(plainColumnFault({ event_name: "what" }, rows, false)).toBeUndefined();
		expect(plainColumnFault({ event_name: "what" }, rows, true)).toContain('no column "what"');
	});

	it("are not required where a mapping gives a value for all rows", () =>
		expect(
			plainColumnFault({ referrer: { value: "" } }, table("timestamp", "url", "refferer"), true),
		).toBeUndefined());
});
