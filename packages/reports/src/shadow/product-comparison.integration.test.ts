import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { type ImportedSum, insertImportedSums } from "@footfall/testing/model/imported-sums";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DividedDifference } from "./parts-of-difference.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let nextSite = 1;
let nextId = 1;
beforeAll(async () => {
	store = await openTestStore();
	await store.command("ALTER TABLE bots REMOVE TTL");
	ask = createReportRunner({ store, now: () => NOW });
});
afterAll(() => store.close());

interface Act {
	at: string;
	visitor?: number;
	session?: number;
	user?: string;
	type?: string;
	suspected?: number;
}

const insertActs = (site: number, acts: readonly Act[]) =>
	store.insert(
		"events",
		[
			...["site_id", "timestamp", "event_id", "type", "session_id", "user_id"],
			...["identified_user_id", "suspected"],
		],
		acts.map(
			({ at, visitor = 1, session = visitor, user = "", type = "pageview", suspected = 0 }) => [
				...[site, Date.parse(at), `e${nextId++}`, type, String(session), String(visitor), user],
				suspected,
			],
		),
	);

interface BotAct extends Pick<Act, "at" | "visitor" | "type"> {
	layer?: "ua_pattern" | "header_heuristics" | "bot_asn";
}

const insertBots = (site: number, acts: readonly BotAct[]) =>
	store.insert(
		"bots",
		[
			...["site_id", "timestamp", "event_id", "type", "user_id"],
			...["ua_pattern", "header_heuristics", "bot_asn"],
		],
		acts.map(({ at, visitor = 50, type = "pageview", layer = "header_heuristics" }) => [
			...[site, Date.parse(at), `b${nextId++}`, type, String(visitor)],
			...["ua_pattern", "header_heuristics", "bot_asn"].map((name) => (name === layer ? 1 : 0)),
		]),
	);

/** A site whose first act is on November 1. */
const openSite = async (acts: readonly Act[], sums: readonly ImportedSum[]): Promise<number> => {
	const site = nextSite++;
	await insertImportedSums(store, site, sums);
	await insertActs(site, [{ at: "2026-11-01T10:00:00Z", visitor: 999 }, ...acts]);
	return site;
};

type Row = DividedDifference & { day: string };
interface Answer {
	data: Row[];
	totals: DividedDifference[];
	reasons: { reason: string; is_known: boolean; sentence: string }[];
	compared?: object;
	days_left_out: object;
	imports: object[];
}
const compare = async (
	site: number,
	[start_date, end_date]: readonly [string, string],
	more: Record<string, string> = {},
	asking = ask,
) =>
	(await asking(site, "/product-comparison", {
		...{ start_date, end_date, time_zone: "UTC", ...more },
	})) as Answer;

const none = { zones: 0, bots: 0, sessions: 0, people: 0, unexplained: 0 };
const rowOf = (rows: readonly DividedDifference[], figure: string) =>
	rows.find((row) => row.figure === figure);

describe("a comparison with another product", () => {
	it("counts what bots would have added to each figure, without those that the other product leaves out, too", async () => {
		const day = "2026-11-03";
		const site = await openSite(
			[
				{ at: `${day}T10:00:00Z`, session: 1 },
				{ at: `${day}T10:05:00Z`, session: 1 },
				{ at: `${day}T10:50:00Z`, session: 2 },
			],
			[{ day, visitors: 2, visits: 3, pageviews: 8 }],
		);
		await insertBots(site, [
			// Two visits of a visitor of its own.
			{ at: `${day}T12:00:00Z` },
			{ at: `${day}T12:10:00Z` },
			{ at: `${day}T13:00:00Z` },
			{ at: `${day}T13:01:00Z`, type: "engagement" },
			// It would join the two visits of a person's browser.
			{ at: `${day}T10:30:00Z`, visitor: 1 },
			{ at: `${day}T15:00:00Z`, visitor: 51, layer: "ua_pattern" },
			{ at: `${day}T15:00:00Z`, visitor: 52, layer: "bot_asn" },
		]);
		expect((await compare(site, [day, day])).data).toEqual([
			{
				...{ ...none, day, figure: "visitors", theirs: 2, ours: 1, difference: -1 },
				bots: -1,
			},
			{ ...{ ...none, day, figure: "visits", theirs: 3, ours: 2, difference: -1 }, bots: -1 },
			{
				...{ ...none, day, figure: "pageviews", theirs: 8, ours: 3, difference: -5 },
				...{ bots: -4, unexplained: -1 },
			},
		]);
	});

	it("counts sessions that the site leaves out as suspected among the bots", async () => {
		const day = "2026-11-03";
		const site = await openSite(
			[
				{ at: `${day}T10:00:00Z` },
				{ at: `${day}T11:00:00Z`, visitor: 2, suspected: 1 },
				{ at: `${day}T11:01:00Z`, visitor: 2 },
			],
			[{ day, visitors: 2, visits: 2, pageviews: 3 }],
		);
		const strict = createReportRunner({ store, now: () => NOW }, { countSuspected: false });
		const { totals } = await compare(site, [day, day], {}, strict);
		expect(totals).toMatchObject([
			{ figure: "visitors", ours: 1, bots: -1, unexplained: 0 },
			{ figure: "visits", ours: 1, bots: -1, unexplained: 0 },
			{ figure: "pageviews", ours: 1, bots: -2, unexplained: 0 },
		]);
	});

	it.each([
		["ga4", [-1, 0, -1]],
		["plausible", [0, 0, 0]],
	])("counts a visit over midnight as %s does, on each day or once", async (platform, expected) => {
		const site = await openSite(
			[
				{ at: "2026-11-04T23:50:00Z", session: 1 },
				{ at: "2026-11-05T00:10:00Z", session: 1 },
				{ at: "2026-11-05T12:00:00Z", session: 2 },
				{ at: "2026-11-06T23:55:00Z", session: 3 },
				{ at: "2026-11-07T00:05:00Z", session: 3, type: "custom_event" },
				// Time on a page is no visit of the next day.
				{ at: "2026-11-06T23:59:00Z", session: 4, visitor: 2 },
				{ at: "2026-11-07T00:09:00Z", session: 4, visitor: 2, type: "engagement" },
				// Beyond the end of the range.
				{ at: "2026-11-07T23:55:00Z", session: 5 },
				{ at: "2026-11-08T00:05:00Z", session: 5 },
			],
			["05", "06", "07", "08"].map((day) => ({
				...{ day: `2026-11-${day}`, visitors: 1, visits: 2, pageviews: 1, platform },
			})),
		);
		const { data } = await compare(site, ["2026-11-05", "2026-11-07"]);
		const visits = data.filter(({ figure }) => figure === "visits");
		expect(visits.map(({ sessions }) => sessions)).toEqual(expected);
		expect(
			data.filter(({ figure }) => figure !== "visits").every((row) => row.sessions === 0),
		).toBe(true);
	});

	it("puts what lies between the midnights of two zones into the day of each", async () => {
		const site = await openSite(
			[{ at: "2026-11-07T02:00:00Z" }, { at: "2026-11-07T12:00:00Z", session: 2 }],
			[
				{ day: "2026-11-06", visitors: 1, visits: 1, pageviews: 1 },
				{ day: "2026-11-07", visitors: 1, visits: 1, pageviews: 1 },
			],
		);
		const zone = { export_time_zone: "America/New_York" };
		const { data, totals, reasons } = await compare(site, ["2026-11-06", "2026-11-07"], zone);
		expect(data.filter(({ figure }) => figure === "visits")).toEqual([
			{
				...{ ...none, day: "2026-11-06", figure: "visits", theirs: 1, ours: 0, difference: -1 },
				zones: -1,
			},
			{
				...{ ...none, day: "2026-11-07", figure: "visits", theirs: 1, ours: 2, difference: 1 },
				zones: 1,
			},
		]);
		expect(rowOf(totals, "visits")).toMatchObject({ zones: 0, unexplained: 0 });
		expect(reasons[0]?.sentence).toContain("Plausible counts days in America/New_York");
	});

	it("counts a person on two browsers as two visitors of the other product", async () => {
		const day = "2026-11-08";
		const site = await openSite(
			[
				{ at: `${day}T10:00:00Z`, visitor: 1, user: "anna" },
				{ at: `${day}T11:00:00Z`, visitor: 2, user: "anna" },
			],
			[{ day, visitors: 2, visits: 2, pageviews: 2 }],
		);
		const { totals } = await compare(site, [day, day]);
		expect(totals).toEqual([
			{
				...{ ...none, figure: "visitors", theirs: 2, ours: 1, difference: -1 },
				people: -1,
			},
			{ ...none, figure: "visits", theirs: 2, ours: 2, difference: 0 },
			{ ...none, figure: "pageviews", theirs: 2, ours: 2, difference: 0 },
		]);
	});

	it("begins on the day after the site's first act and ends yesterday, and says how many days it leaves out", async () => {
		const days = ["10-30", "10-31", "11-01", "11-02", "11-19", "11-20", "11-21"];
		const site = await openSite(
			[],
			days.map((day) => ({ day: `2026-${day}`, visitors: 1, visits: 1, pageviews: 1 })),
		);
		const answer = await compare(site, ["2026-10-01", "2026-11-30"]);
		const compared = [...new Set(answer.data.map(({ day }) => day))];
		expect([compared[0], compared.at(-1), compared.length]).toEqual([
			...["2026-11-02", "2026-11-19", 18],
		]);
		expect(answer).toMatchObject({
			compared: { import_id: "one", product: "Plausible", from: "2026-10-30", to: "2026-11-21" },
			days_left_out: { before_own: 3, unfinished: 2 },
		});
		expect(rowOf(answer.totals, "visits")).toMatchObject({ theirs: 2 });
	});

	it("has no rows before the site has a day of its own, and none on a site without imports", async () => {
		const site = nextSite++;
		await insertImportedSums(store, site, [{ day: "2026-11-03", visits: 1 }]);
		const range = ["2026-11-01", "2026-11-05"] as const;
		expect(await compare(site, range)).toMatchObject({
			...{ data: [], totals: [], compared: { product: "Plausible" } },
			days_left_out: { before_own: 1, unfinished: 0 },
		});
		expect(await compare(nextSite++, range)).toEqual({
			...{ data: [], totals: [], reasons: [], imports: [] },
			days_left_out: { before_own: 0, unfinished: 0 },
		});
	});

	it("is with the import that is asked for, else with the one that has the latest day", async () => {
		const site = await openSite([], [{ day: "2026-11-10", visits: 5 }]);
		const later = [
			{ day: "2026-11-10", visits: 7, platform: "ga4" },
			{ day: "2026-11-11", visits: 8, platform: "ga4" },
		];
		await insertImportedSums(store, site, later, "two");
		const range = ["2026-11-10", "2026-11-11"] as const;
		const theirs = async (more: Record<string, string>) =>
			rowOf((await compare(site, range, more)).totals, "visits")?.theirs;
		expect([
			await theirs({}),
			await theirs({ import: "one" }),
			await theirs({ import: "two" }),
		]).toEqual([15, 5, 15]);
		await expect(compare(site, range, { import: "three" })).rejects.toMatchObject({
			code: "NOT_FOUND",
		});
	});

	it("names what it cannot count: excluded visits, and bots whose records are gone", async () => {
		const site = await openSite([], [{ day: "2026-11-10", visits: 5 }]);
		const { reasons } = await compare(site, ["2026-11-10", "2026-11-10"]);
		expect(reasons.map(({ reason, is_known }) => [reason, is_known])).toEqual([
			...[
				["zones", true],
				["bots", true],
				["sessions", true],
				["people", true],
			],
			...[
				["own_visits", false],
				["unexplained", true],
			],
		]);
		const brief = createReportRunner({ store, now: () => NOW }, { botRetentionDays: 5 });
		const kept = await compare(site, ["2026-11-10", "2026-11-10"], {}, brief);
		expect(kept.reasons[1]?.sentence).toContain("records of bots before 2026-11-15 are deleted");
	});

	it("refuses more than a year and an unknown zone, and says what to change", async () => {
		const site = nextSite++;
		await insertImportedSums(store, site, [
			{ day: "2024-01-01", visits: 1 },
			{ day: "2026-11-01", visits: 1 },
		]);
		await insertActs(site, [{ at: "2023-12-01T00:00:00Z" }]);
		await expect(compare(site, ["2024-01-01", "2026-11-01"])).rejects.toThrow(
			"A comparison has at most 366 days, and this range has 1036: choose a shorter range",
		);
		await expect(
			compare(site, ["2026-01-01", "2026-11-01"], { export_time_zone: "Mars/Base" }),
		).rejects.toThrow("Invalid export_time_zone");
		expect((await compare(site, ["2025-11-01", "2026-11-01"])).data).toHaveLength(366 * 3);
	});

	it("is exported with a column for each part", async () => {
		const site = await openSite([], [{ day: "2026-11-10", visits: 5 }]);
		const { pieces } = (await ask(site, "/export/product-comparison", {
			...{ start_date: "2026-11-10", end_date: "2026-11-10" },
		})) as { pieces: AsyncIterable<string> };
		let text = "";
		for await (const piece of pieces) text += piece;
		expect(text.replace("\uFEFF", "").split("\r\n").slice(0, 3)).toEqual([
			"day,figure,theirs,ours,difference,zones,bots,sessions,people,unexplained",
			"2026-11-10,visitors,0,0,0,0,0,0,0,0",
			"2026-11-10,visits,5,0,-5,0,0,0,0,-5",
		]);
	});

	it("divides any difference into parts that add up to it, and agrees with the overview", {
		timeout: 240_000,
	}, async () => {
		const minute = fc.integer({ min: 0, max: 5 * 24 * 60 });
		const at = (minutes: number) =>
			new Date(Date.parse("2026-11-02T00:00:00Z") + minutes * 60_000).toISOString();
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ minute, visitor: fc.integer({ min: 1, max: 3 }) }), { maxLength: 30 }),
				fc.array(fc.record({ minute, visitor: fc.integer({ min: 2, max: 5 }) }), { maxLength: 15 }),
				fc.constantFrom("ga4", "plausible", ""),
				fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York"),
				fc.constantFrom("UTC", "Pacific/Auckland"),
				async (acts, bots, platform, time_zone, export_time_zone) => {
					const own = acts.map(({ minute: minutes, visitor }) => ({ at: at(minutes), visitor }));
					const site = await openSite(
						own,
						["03", "04", "05"].map((day) => ({
							...{ day: `2026-11-${day}`, visitors: 3, visits: 4, pageviews: 9, platform },
						})),
					);
					await insertBots(
						site,
						bots.map(({ minute: minutes, visitor }) => ({ at: at(minutes), visitor })),
					);
					const range = ["2026-11-03", "2026-11-05"] as const;
					const zones = { time_zone, export_time_zone };
					const { data, totals } = await compare(site, range, zones);
					for (const row of [...data, ...totals]) {
						const { zones: ofZones, sessions, people, unexplained } = row;
						expect(ofZones + row.bots + sessions + people + unexplained).toBe(
							row.ours - row.theirs,
						);
						expect(row.difference).toBe(row.ours - row.theirs);
					}
					const overview = (await ask(site, "/overview", {
						...{ start_date: range[0], end_date: range[1], time_zone },
					})) as { data: { sessions: number; pageviews: number } };
					expect([rowOf(totals, "visits")?.ours, rowOf(totals, "pageviews")?.ours]).toEqual([
						...[overview.data.sessions, overview.data.pageviews],
					]);
				},
			),
			{ numRuns: 20 },
		);
	});
});
