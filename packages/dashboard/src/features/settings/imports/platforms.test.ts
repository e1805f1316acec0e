import { describe, expect, it } from "vitest";
import {
	type ImportPlatform,
	isDailySums,
	likelyMapping,
	likelyPlatform,
	mappingFault,
	missingColumns,
} from "./platforms.ts";
import { firstRowsOf } from "./read-file.ts";
import type { ExportRow } from "./row-splitter.ts";

const SAMPLES = import.meta.glob<string>("../../../../../../test/samples/imports/*.*", {
	query: "?raw",
	import: "default",
});

const firstRow = async (name: string): Promise<ExportRow> => {
	const text = await SAMPLES[`../../../../../../test/samples/imports/${name}`]?.();
	const file = new File([text ?? ""], name);
	return (await firstRowsOf(file, 1))[0] as ExportRow;
};

describe("exports of other products", () => {
	it.each<[ImportPlatform, string]>([
		["umami", "umami.csv"],
		["goatcounter", "goatcounter.csv"],
		["ga4", "ga4.jsonl"],
		["posthog", "posthog.jsonl"],
		["matomo", "matomo.json"],
	])("of %s are recognized by their columns", async (platform, name) => {
		const row = await firstRow(name);
		expect(missingColumns(platform, row)).toEqual([]);
		expect(likelyPlatform(row)).toBe(platform);
	});

	it("report the missing columns", () =>
		expect(missingColumns("umami", { created_at: "", url: "" })).toEqual([
			["event_type", "url_path"],
		]));

	it("are recognized when they hold daily totals instead of events", () => {
		expect(isDailySums("ga4", { Date: "", Sessions: "" })).toBe(true);
		expect(isDailySums("ga4", { event_name: "" })).toBe(false);
	});
});

describe("the mapping of a table", () => {
	it("is guessed from column names, preferring exact field names", () =>
		expect(likelyMapping(["When", "Page URL", "title", "url", "note"])).toEqual({
			timestamp: "When",
			url: "url",
			page_title: "title",
		}));

	it("recognizes German column names", () =>
		expect(likelyMapping(["Datum", "Seite", "Titel", "Land"])).toEqual({
			timestamp: "Datum",
			url: "Seite",
			page_title: "Titel",
			country: "Land",
		}));

	it("requires a time, and a page or an event", () => {
		expect(mappingFault({ url: "u" })).toBe("timestamp");
		expect(mappingFault({ timestamp: "t", visitor: "v" })).toBe("page");
		expect(mappingFault({ timestamp: "t", event_name: { value: "sale" } })).toBeUndefined();
	});
});
