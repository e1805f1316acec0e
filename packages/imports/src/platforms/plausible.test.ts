import { describe, expect, it } from "vitest";
import { readPlausible } from "./plausible.ts";

const partsOf = (row: Record<string, unknown>) =>
	readPlausible({ date: "2025-03-03", ...row }).figures.map(
		({ dimension, value }) => `${dimension}=${value}`,
	);

describe("a row of Plausible's export", () => {
	it("of sources counts for its source, its referrer's domain and each tag that it has", () => {
		const row = {
			...{ source: "Hacker News", referrer: "https://www.News.ycombinator.com/item?id=1" },
			...{ utm_source: "hn", utm_medium: "", utm_campaign: "launch", utm_content: "" },
			...{ utm_term: "", pageviews: 4, visitors: 2, visits: 3, visit_duration: 60, bounces: 1 },
		};
		expect(partsOf(row)).toEqual([
			...["source=Hacker News", "referrer=news.ycombinator.com"],
			...["utm_source=hn", "utm_campaign=launch"],
		]);
		expect(readPlausible({ date: "2025-03-03", ...row }).figures[1]).toEqual({
			...{ date: "2025-03-03", dimension: "referrer", value: "news.ycombinator.com" },
			...{ visitors: 2, visits: 3, pageviews: 4, bounces: 1, durationSeconds: 60, events: 0 },
		});
	});

	it("of sources without a referrer counts as direct", () =>
		expect(partsOf({ source: "", referrer: "" })).toEqual(["source=", "referrer="]));

	it.each([
		[{ browser: "Mobile App", browser_version: "" }, ["Mobile App", "Mobile App"]],
		[{ browser: "Chrome", browser_version: "120.0" }, ["Chrome", "Chrome 120"]],
		[{ browser: "Microsoft Edge", browser_version: "" }, ["Microsoft Edge", "Microsoft Edge"]],
	])("of browsers has names and versions as tracked ones: %j", (row, [name, version]) =>
		expect(partsOf(row)).toEqual([`browser=${name}`, `browser_version=${version}`]),
	);

	it.each([
		["Mac", "10.15", ["macOS", "macOS 10.15"]],
		["Windows", "10", ["Windows", "Windows 10/11"]],
		["Windows", "11", ["Windows", "Windows 10/11"]],
		["GNU/Linux", "", ["Linux", "Linux"]],
		["", "", ["", ""]],
	])("of systems has names and versions as tracked ones: %s %s", (system, version, [name, both]) =>
		expect(partsOf({ operating_system: system, operating_system_version: version })).toEqual([
			`operating_system=${name}`,
			`operating_system_version=${both}`,
		]),
	);

	it("of places counts for its country and region; its city is a number that is skipped and reported", () => {
		const row = { date: "2025-03-03", country: "DE", region: "DE-BE", city: 2950159, visits: 1 };
		expect(partsOf(row)).toEqual(["country=DE", "region=DE-BE"]);
		expect(readPlausible(row).skipped).toEqual([
			"cities, which the export names by their numbers in GeoNames",
		]);
		expect(partsOf({ country: "DE", region: "", city: 0 })).toEqual(["country=DE"]);
		expect(readPlausible({ ...row, city: "0" }).skipped).toEqual([]);
	});

	it.each([
		["entry_page", "entrances"],
		["exit_page", "exits"],
	])("of %s counts its %s as visits", (column, visits) =>
		expect(readPlausible({ date: "2025-03-03", [column]: "/", [visits]: 7 }).figures).toEqual([
			expect.objectContaining({ dimension: column, value: "/", visits: 7 }),
		]),
	);

	it("of custom events and of their properties counts how often they happened", () => {
		const event = { name: "signup", link_url: "", path: "", visitors: 2, events: 3 };
		expect(readPlausible({ date: "2025-03-03", ...event }).figures).toEqual([
			expect.objectContaining({ dimension: "event", value: "signup", visitors: 2, events: 3 }),
		]);
		const property = { property: "plan", value: "pro", visitors: 2, events: 3 };
		expect(readPlausible({ date: "2025-03-03", ...property }).figures).toEqual([
			expect.objectContaining({ dimension: "prop:plan", value: "pro", visitors: 2, events: 3 }),
		]);
	});

	it.each(["2025-02-30x", "03.03.2025", ""])("without a day is refused: %s", (date) =>
		expect(readPlausible({ date, visits: 1 }).invalid).toEqual(["date is not a valid day"]),
	);

	it("with numbers that no day has is cut to what sums can hold", () =>
		expect(readPlausible({ date: "2025-03-03", visitors: "1e300", visits: -4 }).figures).toEqual([
			expect.objectContaining({ visitors: 1_000_000_000, visits: 0 }),
		]));
});
