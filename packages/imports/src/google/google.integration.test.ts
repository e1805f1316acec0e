import { analyticsVisits, searchAppearances } from "@footfall/testing/google/google-data";
import {
	DAILY_QUOTA,
	type GoogleStandIn,
	HOURLY_QUOTA,
	startGoogle,
	UNAVAILABLE,
} from "@footfall/testing/google/google-stand-in";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GooglePlatform, openGoogleSource } from "./open-google-source.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const visits = (seed: number, days: number, perDay = 20) =>
	analyticsVisits(seed, { first: "2026-03-20", days, perDay });

const PROPERTIES = {
	"1": { visits: visits(1, 30) },
	// In several pages.
	"2": {
		visits: analyticsVisits(2, { first: "2026-04-01", days: 30, perDay: 100, pages: 3_000 }),
		mostAtOnce: 1_000,
	},
	"3": { visits: visits(3, 5), isSampled: true, isThresholded: true, mostRows: 20 },
	"4": { visits: visits(4, 5), renamed: ["screenPageViews", "sessionMedium"] },
	"5": { visits: [] },
};
const SEARCHES = {
	"sc-domain:example.com": searchAppearances(5, { first: "2026-05-01", days: 9, perDay: 300 }),
	"https://busy.example/": Array.from({ length: 60_000 }, (_, at) => ({
		date: "2026-05-02",
		query: `query ${at}`,
		page: "https://busy.example/",
		country: "deu",
		device: "MOBILE",
		clicks: at % 3,
		impressions: 3,
		position: 2.5,
	})),
};

let google: GoogleStandIn;
beforeAll(async () => {
	google = await startGoogle({ properties: PROPERTIES, searches: SEARCHES, requestsPerToken: 7 });
});
afterAll(() => google.close());

/** A clock that pauses move on, so that nothing really waits. */
const surroundings = (more: { stopAfterMs?: number } = {}) => {
	let now = NOW;
	const pauses: number[] = [];
	const waits: string[] = [];
	return {
		pauses,
		waits,
		addresses: google.addresses,
		clock: () => now,
		jitter: () => 0.5,
		pause: async (ms: number) => {
			now += ms;
			pauses.push(ms);
			return now - NOW < (more.stopAfterMs ?? Number.POSITIVE_INFINITY);
		},
		onWait: ({ reason, until }: { reason: string; until: number }) =>
			void waits.push(`${reason}, ${new Date(until).toISOString()}`),
	};
};

const open = (
	platform: GooglePlatform,
	property: string,
	{
		around = surroundings(),
		key = google.keyFile,
		...days
	}: {
		around?: ReturnType<typeof surroundings>;
		key?: string;
		from?: string;
		to?: string;
	} = {},
) => openGoogleSource({ platform, property, key, ...days }, around);

const readAll = async (platform: GooglePlatform, property: string) => {
	const source = await open(platform, property);
	const units = source.units(source.range);
	const batches = [];
	for (const [place, unit] of units.entries()) batches.push(await source.read(unit, place));
	return { range: source.range, batches };
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
	items.reduce((total, item) => total + of(item), 0);

describe("sums of Google Analytics", () => {
	it.each(["1", "2", "3"] as const)("are those of property %s, in every set", async (property) => {
		const { range, batches } = await readAll("ga4", property);
		const all = PROPERTIES[property].visits;
		expect(range).toEqual({ from: all[0]?.date, to: "2026-05-31" });
		const figures = batches.flatMap((batch) => batch.figures.map(({ value }) => value));
		const dimensions = new Set(figures.map(({ dimension }) => dimension));
		expect(dimensions.size).toBe(16);
		for (const dimension of dimensions) {
			const of = figures.filter((figure) => figure.dimension === dimension);
			expect([dimension, sum(of, ({ visits }) => visits)]).toEqual([
				dimension,
				sum(all, ({ sessions }) => sessions),
			]);
			expect(sum(of, ({ visitors }) => visitors)).toBe(sum(all, ({ activeUsers }) => activeUsers));
			expect(sum(of, ({ events }) => events)).toBe(sum(all, ({ eventCount }) => eventCount));
		}
		const days = figures.filter(({ dimension }) => dimension === "");
		expect(days).toHaveLength(new Set(all.map(({ date }) => date)).size);
		expect(sum(days, ({ bounces }) => bounces)).toBe(
			sum(all, ({ sessions, engagedSessions }) => sessions - engagedSessions),
		);
		expect(sum(days, ({ durationSeconds }) => durationSeconds)).toBe(
			sum(all, ({ seconds }) => seconds),
		);
		expect(sum(days, ({ pageviews }) => pageviews)).toBe(
			sum(all, ({ screenPageViews }) => screenPageViews),
		);
	});

	it("have our names of values, each once a day", async () => {
		const { batches } = await readAll("ga4", "1");
		const figures = batches.flatMap((batch) => batch.figures.map(({ value }) => value));
		const valuesOf = (name: string) =>
			[
				...new Set(figures.filter(({ dimension }) => dimension === name).map(({ value }) => value)),
			].sort();
		expect(valuesOf("country")).toEqual(["", "AT", "DE", "US"]);
		expect(valuesOf("region")).toEqual([
			"",
			"AT-Vienna",
			"DE-Bavaria",
			"DE-Berlin",
			"US-California",
		]);
		expect(valuesOf("device_type")).toEqual(["Desktop", "Mobile", "Tablet"]);
		expect(valuesOf("language")).toEqual(["", "de-AT", "de-DE", "en-US"]);
		expect(valuesOf("source")).toEqual(["", "bing", "google", "newsletter"]);
		const keys = figures.map(({ date, dimension, value }) => `${date} ${dimension} ${value}`);
		expect(new Set(keys).size).toBe(keys.length);
	});

	it("come with what limits them", async () => {
		const { batches } = await readAll("ga4", "3");
		const noted: Record<string, number> = {};
		for (const batch of batches)
			for (const [reason, count] of Object.entries(batch.noted ?? {}))
				noted[reason] = (noted[reason] ?? 0) + count;
		expect(noted).toMatchObject({
			"reports that Google estimated from a sample of its events": batches.length,
			"reports from which Google left out rows of few people": batches.length,
		});
		expect(Object.keys(noted).sort()).toEqual(
			[
				'daily sums of "(not set)", whose values Google does not know',
				'daily sums of "(other)", whose values Google does not name',
				'reports in which Google put rare values together as "(other)"',
				"reports from which Google left out rows of few people",
				"reports that Google estimated from a sample of its events",
			].sort(),
		);
	});

	it("of a unit are the same when it is read again", async () => {
		const source = await open("ga4", "1");
		const [, unit] = source.units(source.range);
		if (unit === undefined) throw new RangeError("no unit");
		expect(await source.read(unit, 1)).toEqual(await source.read(unit, 1));
	});
});

describe("a request to Google", () => {
	const readOne = async (around: ReturnType<typeof surroundings>) => {
		const source = await open("ga4", "1", { around });
		const [unit] = source.units(source.range);
		if (unit === undefined) throw new RangeError("no unit");
		return (...refusals: Parameters<GoogleStandIn["refuseNext"]>) => {
			google.refuseNext(...refusals);
			return source.read(unit, 0);
		};
	};

	it("is repeated with longer and longer pauses while Google is unavailable", async () => {
		const around = surroundings();
		const read = await readOne(around);
		const busy = { ...HOURLY_QUOTA, message: "Exhausted concurrent requests quota." };
		const internal = { ...UNAVAILABLE, code: 500 };
		const batch = await read(UNAVAILABLE, busy, internal, UNAVAILABLE);
		expect(batch.figures.length).toBeGreaterThan(0);
		expect(around.pauses).toEqual([1_500, 2_500, 4_500, 8_500]);
		expect(around.waits).toEqual([]);
	});

	it("is given up after nine failures, with what failed", async () => {
		const around = surroundings();
		const read = await readOne(around);
		await expect(read(...Array.from({ length: 9 }, () => UNAVAILABLE))).rejects.toThrow(
			"Google Analytics does not answer (status 503): check the network, or try again later.",
		);
		expect(Math.max(...around.pauses)).toBe(64_500);
	});

	it("waits for a used-up quota and says until when", async () => {
		const around = surroundings();
		const read = await readOne(around);
		const batch = await read(HOURLY_QUOTA, HOURLY_QUOTA, DAILY_QUOTA);
		expect(batch.figures.length).toBeGreaterThan(0);
		expect([...new Set(around.waits)]).toEqual([
			"Google's quota for this hour is used up, 2026-06-01T12:15:00.000Z",
			"Google's quota for this hour is used up, 2026-06-01T12:30:00.000Z",
			"Google's quota for this day is used up, 2026-06-02T07:00:00.000Z",
		]);
		expect(Math.max(...around.pauses)).toBe(600_000);
	});

	it("ends when it is stopped while it waits", async () => {
		const around = surroundings({ stopAfterMs: 700_000 });
		const read = await readOne(around);
		await expect(read(DAILY_QUOTA)).rejects.toThrow("The import was stopped; it can be continued.");
	});

	it("gets a new token once the old one is not accepted", async () => {
		const around = surroundings();
		const read = await readOne(around);
		const before = google.tokensGiven();
		google.revokeTokens();
		expect((await read()).figures.length).toBeGreaterThan(0);
		expect(google.tokensGiven()).toBe(before + 1);
	});

	it("does not make a person wait for a quota", async () => {
		google.refuseNext(HOURLY_QUOTA);
		await expect(open("ga4", "1")).rejects.toThrow(
			"Google's quota for this hour is used up: try again after 2026-06-01 12:15 UTC.",
		);
	});
});

describe("a property that cannot be read", () => {
	it.each([
		["ga4", "99", "may not read the property 99: add this address as a viewer in Google Analytics"],
		["ga4", "5", "The property 5 has no complete day: check its number and the days."],
		[
			"ga4",
			"4",
			'Google Analytics does not know "sessionMedium", "screenPageViews", so it must have been renamed or removed',
		],
		[
			"search_console",
			"sc-domain:other.example",
			'may not read "sc-domain:other.example": add this address as a user',
		],
	] as const)(
		"is refused before anything is imported: %s %s",
		async (platform, property, fault) => {
			await expect(open(platform, property)).rejects.toThrow(fault);
		},
	);

	it.each([
		[{ from: "2026-02-30" }, '"2026-02-30" is not a day'],
		[
			{ from: "2026-05-02", to: "2026-05-01" },
			"The first day, 2026-05-02, is after the last, 2026-05-01",
		],
		[{ from: "2026-01-01", to: "2026-01-31" }, "no complete day since 2026-01-01 until 2026-01-31"],
	])("is one without such days: %j", async (days, fault) => {
		await expect(open("ga4", "1", days)).rejects.toThrow(fault);
	});

	it("is one whose key Google does not accept", async () => {
		const other = await startGoogle({});
		await other.close();
		const key = JSON.stringify({ ...google.key, private_key: other.key.private_key });
		await expect(open("ga4", "1", { key })).rejects.toThrow(
			"Google refused the key of reader@project.iam.gserviceaccount.com (Invalid JWT Signature.): the key may have been deleted: make a new one.",
		);
	});
});

describe("sums of Search Console", () => {
	it("are those of the property, by day, query, page, country and device", async () => {
		const { range, batches } = await readAll("search_console", "sc-domain:example.com");
		const all = SEARCHES["sc-domain:example.com"];
		expect(range).toEqual({ from: "2026-05-01", to: "2026-05-09" });
		const named = all.filter(({ isRare }) => !isRare);
		const figures = batches.flatMap(({ searches = [] }) => searches.map(({ value }) => value));
		for (const [dimension, those] of [
			["", all],
			["query", named],
			["page", all],
			["country", all],
			["device", all],
		] as const) {
			const of = figures.filter((figure) => figure.dimension === dimension);
			expect(sum(of, ({ clicks }) => clicks)).toBe(sum(those, ({ clicks }) => clicks));
			expect(sum(of, ({ impressions }) => impressions)).toBe(
				sum(those, ({ impressions }) => impressions),
			);
			expect(sum(of, ({ positions }) => positions)).toBeCloseTo(
				sum(those, ({ position, impressions }) => position * impressions),
				4,
			);
		}
		const left = "of searches that Google does not name, because few people made them";
		const noted = batches.map((batch) => batch.noted ?? {});
		expect(sum(noted, (one) => one[`clicks ${left}`] ?? 0)).toBe(
			sum(all, ({ clicks }) => clicks) - sum(named, ({ clicks }) => clicks),
		);
		const countries = figures.filter(({ dimension }) => dimension === "country");
		expect([...new Set(countries.map(({ value }) => value))].sort()).toEqual([
			"",
			"AT",
			"DE",
			"US",
		]);
	});

	it("are read in pages of 25,000", async () => {
		const before = google.asked.length;
		const { batches } = await readAll("search_console", "https://busy.example/");
		const queries = batches
			.flatMap(({ searches = [] }) => searches)
			.filter(({ value }) => value.dimension === "query");
		expect(queries).toHaveLength(60_000);
		expect(
			google.asked
				.slice(before)
				.map(({ body }) => body["startRow"])
				.filter((row) => row !== 0),
		).toEqual([25_000, 50_000]);
	});
});
