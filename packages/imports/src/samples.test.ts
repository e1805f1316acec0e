import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readRows } from "./files/read-rows.ts";
import { type PlatformName, readerOf } from "./platforms/platforms.ts";
import { readBatch } from "./read-batch.ts";
import type { RawRow } from "./row/reading.ts";

const sample = (name: string) =>
	fileURLToPath(new URL(`../../../test/samples/imports/${name}`, import.meta.url));

const rowsOf = async (name: string) => {
	const rows: (RawRow | undefined)[] = [];
	for await (const chunk of readRows(sample(name))) rows.push(...chunk.rows);
	return rows;
};

const EVER = { from: Date.UTC(2000), to: Date.UTC(2026) };
const MAPPING = {
	timestamp: "when",
	visitor: "person",
	url: "page",
	event_name: "what",
	properties: "more",
	referrer: "came_from",
	user_agent: "agent",
	country: "land",
	page_title: "heading",
};

const read = async (platform: PlatformName, name: string) =>
	readBatch(readerOf(platform, MAPPING), await rowsOf(name), 0, EVER);

/** What three visitors did on two days, as every sample has it in its product's format. */
const WORLD = [
	["a", "2025-03-03T09:00:00.000Z", "pageview", "/", ""],
	["a", "2025-03-03T09:05:00.000Z", "pageview", "/pricing", ""],
	["a", "2025-03-03T09:06:00.000Z", "custom_event", "signup", ""],
	["b", "2025-03-03T10:00:00.000Z", "pageview", "/", "email"],
	["a", "2025-03-03T11:00:00.000Z", "pageview", "/blog", ""],
	["c", "2025-03-04T08:00:00.000Z", "pageview", "/blog", ""],
	["c", "2025-03-04T08:20:00.000Z", "pageview", "/", ""],
];

/** Each sample with its rows that are not events. */
const SAMPLES: readonly {
	platform: PlatformName;
	file: string;
	skipped: Record<string, number>;
	invalid: Record<string, number>;
}[] = [
	{
		platform: "umami",
		file: "umami.csv",
		skipped: { "Umami's link and pixel events (event_type is neither 1 nor 2)": 1 },
		invalid: { "created_at is not a valid time": 1 },
	},
	{
		platform: "simple_analytics",
		file: "simple-analytics.csv",
		skipped: { robots: 1 },
		invalid: { "neither added_iso nor added_unix is a valid time: export one of them": 1 },
	},
	{
		platform: "goatcounter",
		file: "goatcounter.csv",
		skipped: { robots: 1 },
		invalid: { "Date is not a valid time": 1 },
	},
	{
		platform: "matomo",
		file: "matomo.json",
		skipped: { "Matomo's goal actions": 1 },
		invalid: { "visitorId is missing": 1 },
	},
	{
		platform: "posthog",
		file: "posthog.jsonl",
		skipped: { "PostHog's $autocapture events": 1 },
		invalid: { "timestamp is not a valid time": 1 },
	},
	{
		platform: "ga4",
		file: "ga4.jsonl",
		skipped: {
			"Google Analytics' session_start events": 1,
			"visitors who did not consent: they have no user_pseudo_id": 1,
		},
		invalid: {},
	},
	{
		platform: "plain",
		file: "plain.csv",
		skipped: {},
		invalid: { "timestamp is not a valid time: use ISO 8601 or a Unix time": 1 },
	},
];

describe.each(SAMPLES)("$platform's export", ({ platform, file, skipped, invalid }) => {
	it("yields each event, in order, and the reason for each skipped row", async () => {
		const batch = await read(platform, file);
		const letters = new Map<string, string>();
		const letterOf = (visitor = "nobody") => {
			const letter = letters.get(visitor) ?? "abcdef"[letters.size] ?? "?";
			letters.set(visitor, letter);
			return letter;
		};
		const told = batch.hits
			.map(({ value }) => value)
			.sort((one, other) => one.at - other.at)
			.map(({ visitor, at, type, pathname, eventName, querystring }) => [
				letterOf(visitor),
				new Date(at).toISOString(),
				type,
				type === "pageview" ? pathname : eventName,
				new URLSearchParams(querystring).get("utm_medium") ?? "",
			]);
		expect({ told, skipped: batch.skipped, invalid: batch.invalid }).toEqual({
			told: WORLD,
			skipped,
			invalid,
		});
	});
});

describe("the fields of a hit", () => {
	const german = {
		country: "DE",
		browser: "Chrome",
		operatingSystem: "Windows",
		operatingSystemVersion: "10",
		deviceType: "Desktop",
		screenWidth: 1920,
		screenHeight: 1080,
		hostname: "shop.example",
	};
	it.each([
		["umami", "umami.csv", { ...german, region: "DE-BE", referrer: "https://google.com/" }],
		["matomo", "matomo.json", { ...german, region: "DE-BE", browserVersion: "134" }],
		["posthog", "posthog.jsonl", { ...german, region: "DE-BE", city: "Berlin" }],
		["ga4", "ga4.jsonl", { country: "DE", browser: "Chrome", operatingSystemVersion: "10" }],
		["goatcounter", "goatcounter.csv", { country: "DE", browser: "Chrome", screenWidth: 1920 }],
		["simple_analytics", "simple-analytics.csv", { ...german, language: "de-DE" }],
	] as const)("from %s are in this product's terms", async (platform, file, facts) => {
		const { hits } = await read(platform, file);
		expect(hits[0]?.value).toMatchObject(facts);
	});

	it.each([
		["DE-BE", "DE-BE"],
		["BE", "DE-BE"],
		["Bavaria", "Bavaria"],
	])("include umami's region, as a code or a name: %s", (region, expected) => {
		const row = {
			created_at: "2025-03-03 09:00:00",
			event_type: "1",
			session_id: "a",
			url_path: "/",
		};
		const { hits } = readBatch(readerOf("umami"), [{ ...row, country: "DE", region }], 0, EVER);
		expect(hits[0]?.value.region).toBe(expected);
	});

	it("include the properties that a site sent with an event", async () => {
		const propertiesOf = async (platform: PlatformName, file: string) => {
			const { hits } = await read(platform, file);
			return hits.find(({ value }) => value.type === "custom_event")?.value.properties;
		};
		expect(await propertiesOf("simple_analytics", "simple-analytics.csv")).toBe('{"plan":"pro"}');
		expect(await propertiesOf("posthog", "posthog.jsonl")).toBe('{"title":"Pricing","plan":"pro"}');
		expect(await propertiesOf("ga4", "ga4.jsonl")).toBe('{"plan":"pro"}');
		expect(await propertiesOf("plain", "plain.csv")).toBe('{"plan":"pro"}');
		expect(await propertiesOf("matomo", "matomo.json")).toBe('{"category":"account"}');
	});
});

describe("a product that exports daily sums", () => {
	const figure = {
		date: "2025-03-03",
		dimension: "",
		value: "",
		visitors: 0,
		visits: 0,
		pageviews: 0,
		bounces: 0,
		durationSeconds: 0,
		events: 0,
	};

	it("yields Plausible's days as totals", async () => {
		const name = "plausible/imported_visitors_20250303_20250304.csv";
		expect((await read("plausible", name)).figures.map(({ value }) => value)).toEqual([
			{ ...figure, visitors: 2, visits: 3, pageviews: 4, bounces: 2, durationSeconds: 360 },
			{
				...figure,
				date: "2025-03-04",
				visitors: 1,
				visits: 1,
				pageviews: 2,
				durationSeconds: 1200,
			},
		]);
	});

	it.each([
		["pages", "page", "/"],
		["sources", "source", "Google"],
		["locations", "country", "DE"],
		["custom_events", "event", "signup"],
	])("yields Plausible's %s by their columns", async (table, dimension, value) => {
		const name = `plausible/imported_${table}_20250303_20250304.csv`;
		const { figures } = await read("plausible", name);
		expect(figures[0]?.value).toMatchObject({ date: "2025-03-03", dimension, value });
	});

	it("yields Google Analytics' reports by day", async () => {
		expect((await read("ga4", "ga4-report.csv")).figures[0]?.value).toEqual({
			...figure,
			dimension: "page",
			value: "/",
			visitors: 2,
			pageviews: 2,
			events: 5,
		});
	});

	it("rejects a report in German, with the reason", () => {
		const row = { Datum: "20250303", Seitenpfad: "/", Aufrufe: "1.234" };
		expect(readBatch(readerOf("ga4"), [row], 0, EVER).invalid).toEqual({
			"the report is in German: set the language of Google Analytics to English and download it again": 1,
		});
	});

	it("rejects a report without days", () => {
		const row = { "Page path": "/", Views: "12" };
		expect(readBatch(readerOf("ga4"), [row], 0, EVER).invalid).toEqual({
			"the report has no Date column: totals must be per day, so add Date to the report": 1,
		});
	});
});

describe("the accepted days", () => {
	it("exclude the future and the time before", () => {
		const row = (timestamp: string) => ({ timestamp, url: "/" });
		const rows = ["1999-12-31T23:59:59Z", "2000-01-01T00:00:00Z", "2026-01-01T00:00:01Z"].map(row);
		const { hits, skipped } = readBatch(readerOf("plain"), rows, 0, EVER);
		expect([hits.length, skipped]).toEqual([
			1,
			{ "before the year 2000": 1, "later than today": 1 },
		]);
	});
});
