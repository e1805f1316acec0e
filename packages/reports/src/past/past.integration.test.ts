import type { EventStore } from "@footfall/store";
import { textsOf } from "@footfall/testing/api/texts-of-pdf";
import { openTestStore } from "@footfall/testing/model/event-store";
import { type ImportedSum, insertImportedSums } from "@footfall/testing/model/imported-sums";
import {
	EVENT_COLUMNS,
	randomSites,
	rowOf,
	type SiteEvent,
} from "@footfall/testing/model/random-site";
import { createManyReportsRunner, createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
/** Before the first act of every site. */
const OWN_SINCE = Date.parse("2026-03-15T00:00:00Z");

let store: EventStore;
let nextSite = 1;
let ask: ReturnType<typeof createReportRunner>;
let askMany: ReturnType<typeof createManyReportsRunner>;
beforeAll(async () => {
	store = await openTestStore();
	const dependencies = { store, now: () => NOW };
	ask = createReportRunner(dependencies);
	askMany = createManyReportsRunner(dependencies);
});
afterAll(() => store.close());

const insertSums = (site: number, sums: readonly ImportedSum[]) =>
	insertImportedSums(store, site, sums);

const [{ events: [sample] = [] } = {}] = fc.sample(randomSites, { numRuns: 1, seed: 3 });

const viewAt = (site: number, time: string, more: Partial<SiteEvent> = {}): SiteEvent => ({
	...(sample as SiteEvent),
	...{ site, type: "pageview", at: Date.parse(time), offset: Date.parse(time) % 1_000_000_007 },
	...{ session: 1, user: 1, identified: "", pathname: "/own", country: "DE", channel: "Direct" },
	...{ referrer: "", browser: "Firefox", ...more },
});
const insertEvents = (events: readonly SiteEvent[]) =>
	store.insert("events", EVENT_COLUMNS, events.map(rowOf));

/** A site with sums of two days in March and an own session of two views on the 15th. */
const openSite = async (sums: readonly ImportedSum[] = []): Promise<number> => {
	const site = nextSite++;
	await insertSums(site, [
		{ day: "2026-03-13", visitors: 8, visits: 10, pageviews: 30, bounces: 4, seconds: 600 },
		{ day: "2026-03-14", visitors: 5, visits: 6, pageviews: 9, bounces: 3, seconds: 120 },
		// The own days win.
		{ day: "2026-03-15", visitors: 100, visits: 100, pageviews: 100 },
		...sums,
	]);
	await insertEvents([
		viewAt(site, "2026-03-15T10:00:00Z"),
		viewAt(site, "2026-03-15T10:01:00Z", { pathname: "/own2" }),
	]);
	return site;
};

const RANGE = { start_date: "2026-03-13", end_date: "2026-03-15", time_zone: "UTC" };
const overviewOf = (site: number, more: Record<string, string> = {}) =>
	ask(site, "/overview", { ...RANGE, ...more });

describe("imported daily sums", () => {
	it("count in the overview before the day of the site's own first act, which is counted from events alone", async () => {
		expect(await overviewOf(await openSite())).toEqual({
			data: {
				...{ sessions: 17, pageviews: 41, users: 14, pages_per_session: 41 / 17 },
				...{ bounce_rate: (7 / 17) * 100, session_duration: (720 + 60) / 17 },
			},
			imported: {
				...{ used: true, from: "2026-03-13", to: "2026-03-14" },
				...{ source: "Plausible", daily_users: true },
			},
		});
	});

	it("are left out on request, and the answer says so", async () => {
		const answer = await overviewOf(await openSite(), { imported: "0" });
		expect(answer).toMatchObject({
			data: { sessions: 1, pageviews: 2, users: 1 },
			imported: {
				used: false,
				reason: "switched_off",
				sentence: "Imported daily sums are left out as requested",
			},
		});
	});

	it("are not mentioned on a site without any", async () => {
		const site = nextSite++;
		await insertEvents([viewAt(site, "2026-03-15T10:00:00Z")]);
		for (const path of ["/overview", "/overview/time-series"])
			expect(await ask(site, path, { ...RANGE, bucket: "day" })).not.toHaveProperty("imported");
		const metric = await ask(site, "/metric", { ...RANGE, parameter: "country" });
		expect(metric).not.toHaveProperty("imported");
	});

	it("are not used in a range that has none of their days, without a reason", async () => {
		const april = { start_date: "2026-04-01", end_date: "2026-04-02" };
		expect(await overviewOf(await openSite(), april)).toMatchObject({
			imported: { used: false, source: "Plausible" },
		});
	});

	it.each(["yes", "2"])("are switched by 0 and 1 alone: %s", async (imported) => {
		await expect(overviewOf(await openSite(), { imported })).rejects.toThrow(
			"imported must be one of 0, 1",
		);
	});

	it("are left out of an overview with a filter", async () => {
		const filters = JSON.stringify([{ parameter: "country", type: "equals", value: ["DE"] }]);
		expect(await overviewOf(await openSite(), { filters })).toMatchObject({
			data: { sessions: 1 },
			imported: { used: false, reason: "filter" },
		});
	});

	it("stand for the day of the same date in whichever time zone is asked for", async () => {
		const site = await openSite();
		for (const time_zone of ["Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"]) {
			const one = { start_date: "2026-03-13", end_date: "2026-03-13", time_zone };
			expect(await overviewOf(site, one)).toMatchObject({ data: { sessions: 10, users: 8 } });
		}
	});

	it("count for whole days only", async () => {
		const answer = await ask(await openSite(), "/overview", {
			start_datetime: "2026-03-13 01:00:00",
			end_datetime: "2026-03-14 23:00:00",
		});
		expect(answer).toMatchObject({ data: { sessions: 0 }, imported: { used: false } });
	});

	it("count in a range that is open at both ends", async () => {
		const site = await openSite();
		expect(await ask(site, "/overview")).toMatchObject({ data: { sessions: 17 } });
		expect(await ask(site, "/overview/time-series", { bucket: "day" })).toMatchObject({
			data: [
				{ time: "2026-03-13 00:00:00", sessions: 10, imported: true },
				{ time: "2026-03-14 00:00:00", sessions: 6, imported: true },
				{ time: "2026-03-15 00:00:00", sessions: 1 },
			],
		});
	});

	it("count in the period that an answer is compared with", async () => {
		const answer = await ask(await openSite(), "/overview", {
			...{ start_date: "2026-03-15", end_date: "2026-03-15", compare: "previous" },
		});
		expect(answer).toMatchObject({
			data: { sessions: 1, previous: { sessions: 6, pageviews: 9, users: 5 } },
			imported: { used: false, previous: { used: true, from: "2026-03-14", to: "2026-03-14" } },
		});
	});

	it("are known as soon as they are stored, and gone once they are deleted", async () => {
		const site = nextSite++;
		await insertEvents([viewAt(site, "2026-03-15T10:00:00Z")]);
		expect(await overviewOf(site)).toMatchObject({ data: { sessions: 1 } });
		await insertSums(site, [{ day: "2026-03-13", visits: 3, visitors: 3 }]);
		expect(await overviewOf(site)).toMatchObject({ data: { sessions: 4 } });
		await store.command(
			`ALTER TABLE imported_figures DELETE WHERE site_id = ${site} SETTINGS mutations_sync = 1`,
		);
		const after = await overviewOf(site);
		expect(after).toMatchObject({ data: { sessions: 1 } });
		expect(after).not.toHaveProperty("imported");
	});

	it("give way to earlier events that arrive later", async () => {
		const site = await openSite();
		expect(await overviewOf(site)).toMatchObject({ data: { sessions: 17 } });
		await insertEvents([viewAt(site, "2026-03-14T10:00:00Z", { session: 2, user: 2 })]);
		expect(await overviewOf(site)).toMatchObject({
			data: { sessions: 12 },
			imported: { to: "2026-03-13" },
		});
	});

	it("need no further statement once a site's past is known", async () => {
		const site = await openSite();
		// It is known for two seconds where other processes write, too, which a busy machine may exceed.
		const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
		await overviewOf(site);
		const statements: string[] = [];
		const counting = createReportRunner({
			store: {
				...store,
				query: (sql, ...rest) => {
					statements.push(sql);
					return store.query(sql, ...rest);
				},
			},
			now: () => NOW + 1,
		});
		// Rows of equal statements are shared.
		await counting(site, "/overview", { ...RANGE, start_date: "2026-03-14" });
		expect(statements.filter((sql) => sql.includes("imported_figures"))).toHaveLength(1);
		const without = nextSite++;
		await insertEvents([viewAt(without, "2026-03-15T10:00:00Z")]);
		statements.length = 0;
		await counting(without, "/overview", RANGE);
		expect(statements.filter((sql) => sql.includes("imported_figures"))).toEqual([]);
		clock.mockRestore();
	});
});

describe("the day until which imported sums count", () => {
	const openWith = (importedUntil: string) =>
		createReportRunner({ store, now: () => NOW }, { importedUntil });

	it("is an earlier one if the site chose it", async () => {
		const site = await openSite();
		expect(await openWith("2026-03-14")(site, "/overview", RANGE)).toMatchObject({
			data: { sessions: 11 },
			imported: { to: "2026-03-13" },
		});
	});

	it("may be later, and then names the days on which both counted, where the own events count", async () => {
		const site = await openSite([{ day: "2026-03-16", visits: 7, visitors: 7 }]);
		const range = { ...RANGE, end_date: "2026-03-20" };
		expect(await openWith("2026-03-20")(site, "/overview", range)).toMatchObject({
			data: { sessions: 17 + 7 },
			imported: {
				...{ to: "2026-03-16", double_days: ["2026-03-15"] },
				warning: "The site's own events count on one day that has imported sums, too: 2026-03-15",
			},
		});
	});
});

describe("a series with imported daily sums", () => {
	it.each(["day", "week", "month", "year"])("marks their buckets: %s", async (bucket) => {
		const site = await openSite();
		const range = { ...RANGE, start_date: "2025-12-01", end_date: "2026-04-20" };
		const { data, imported } = (await ask(site, "/overview/time-series", {
			...{ ...range, bucket },
		})) as { data: { time: string; sessions: number; imported?: true }[]; imported: object };
		expect(imported).toMatchObject({ used: true, daily_users: true });
		expect(data.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(17);
		const marked = data.filter((point) => point.imported);
		expect(marked.map(({ time }) => time.slice(0, 10))).toEqual(
			{
				day: ["2026-03-13", "2026-03-14"],
				week: ["2026-03-08"],
				month: ["2026-03-01"],
				year: ["2026-01-01"],
			}[bucket],
		);
	});

	it("leaves them out below a day, and says why", async () => {
		expect(
			await ask(await openSite(), "/overview/time-series", { ...RANGE, bucket: "hour" }),
		).toMatchObject({ imported: { used: false, reason: "bucket" } });
	});
});

describe("a breakdown with imported daily sums", () => {
	const countries: readonly ImportedSum[] = [
		{ day: "2026-03-13", dimension: "country", value: "DE", visits: 7, bounces: 2 },
		{ day: "2026-03-13", dimension: "country", value: "FR", visits: 3, bounces: 2 },
		{ day: "2026-03-14", dimension: "country", value: "FR", visits: 6, bounces: 3 },
	];
	const rowsOf = async (site: number, parameter: string, more: Record<string, string> = {}) => {
		const answer = (await ask(site, "/metric", { ...RANGE, parameter, ...more })) as {
			data: { data: { value: string; count: number }[] };
			imported?: object;
		};
		return answer;
	};
	const countsOf = ({ data }: Awaited<ReturnType<typeof rowsOf>>) =>
		Object.fromEntries(data.data.map(({ value, count }) => [value, count]));

	it("adds them to the rows of the same values", async () => {
		const answer = await rowsOf(await openSite(countries), "country");
		expect(answer.data.data).toEqual([
			expect.objectContaining({ value: "FR", count: 9, percentage: 52.94, bounce_rate: 55.56 }),
			expect.objectContaining({ value: "DE", count: 8, percentage: 47.06, bounce_rate: 25 }),
		]);
		expect(answer.imported).toEqual({
			...{ used: true, from: "2026-03-13", to: "2026-03-14", source: "Plausible" },
		});
	});

	it("filters them by its own dimension, in positive and negative forms", async () => {
		const site = await openSite(countries);
		for (const [type, value, expected] of [
			["equals", ["FR"], { FR: 9 }],
			["not_equals", ["FR"], { DE: 8 }],
			["contains", ["D"], { DE: 8 }],
			["not_regex", ["^D"], { FR: 9 }],
			["is_not_null", [], { DE: 8, FR: 9 }],
			["is_null", [], {}],
		] as const) {
			const filters = JSON.stringify([{ parameter: "country", type, value }]);
			const answer = await rowsOf(site, "country", { filters });
			expect([type, countsOf(answer)]).toEqual([type, expected]);
			expect(answer.imported).toMatchObject({ used: true });
		}
	});

	it("leaves them out where a filter is on another dimension, or a negative one on pages", async () => {
		const pages = [{ day: "2026-03-13", dimension: "page", value: "/a", visits: 2, pageviews: 3 }];
		const site = await openSite([...countries, ...pages]);
		const filtered = (parameter: string, of: string, type = "equals") =>
			rowsOf(site, parameter, {
				filters: JSON.stringify([{ parameter: of, type, value: ["/a"] }]),
			});
		expect(await filtered("country", "pathname")).toMatchObject({ imported: { reason: "filter" } });
		const negative = await filtered("pathname", "pathname", "not_equals");
		expect(negative).toMatchObject({ imported: { reason: "filter" } });
		const positive = await filtered("pathname", "pathname");
		expect(positive).toMatchObject({
			data: { data: [{ value: "/a", count: 2, pageviews: 3 }] },
			imported: { used: true },
		});
	});

	it("says that they are not divided by a dimension that the export does not hold", async () => {
		const site = await openSite(countries);
		for (const parameter of ["page_title", "browser", "prop:plan", "language"])
			expect(await rowsOf(site, parameter)).toMatchObject({ imported: { reason: "dimension" } });
	});

	it("counts views and bounces of pages, entries, exits and events", async () => {
		const site = await openSite([
			{ day: "2026-03-13", dimension: "page", value: "/own", visits: 4, pageviews: 9 },
			{ day: "2026-03-13", dimension: "entry_page", value: "/own", visits: 3, bounces: 2 },
			{ day: "2026-03-13", dimension: "exit_page", value: "/own2", visits: 3 },
			{ day: "2026-03-13", dimension: "event", value: "signup", visitors: 2, events: 5 },
		]);
		const rows = async (parameter: string) => (await rowsOf(site, parameter)).data.data;
		expect(await rows("pathname")).toMatchObject([
			{ value: "/own", count: 5, pageviews: 10, bounce_rate: 40, hostname: sample?.hostname },
			{ value: "/own2", count: 1, pageviews: 1 },
		]);
		expect(await rows("entry_page")).toMatchObject([{ value: "/own", count: 4, pageviews: 4 }]);
		expect(await rows("exit_page")).toMatchObject([{ value: "/own2", count: 4, pageviews: 4 }]);
		expect(await rows("event_name")).toMatchObject([{ value: "signup", count: 5 }]);
	});

	it("counts Direct among imported referrers", async () => {
		const site = await openSite([
			{ day: "2026-03-13", dimension: "referrer", value: "", visits: 6 },
			{ day: "2026-03-13", dimension: "referrer", value: "google.com", visits: 4 },
		]);
		expect(countsOf(await rowsOf(site, "referrer"))).toEqual({ "": 7, "google.com": 4 });
	});

	it("answers several at once as it answers each alone", async () => {
		const site = await openSite([
			...countries,
			{ day: "2026-03-13", dimension: "browser", value: "Firefox", visits: 4 },
		]);
		for (const compare of [undefined, "previous"]) {
			const parameters = { ...RANGE, ...(compare && { compare }) };
			const dimensions = ["country", "browser", "channel", "referrer"];
			const lines = await askMany(site, {
				parameters,
				questions: dimensions.map((parameter) => ({
					...{ id: parameter, report: "metric", parameters: { parameter, limit: 10 } },
				})),
			});
			for (const parameter of dimensions)
				expect(lines.find(({ id }) => id === parameter)?.body).toEqual(
					await ask(site, "/metric", { ...parameters, parameter, limit: "10" }),
				);
		}
	});

	it("compares, searches and sorts by change with them", async () => {
		const site = await openSite(countries);
		const one = { start_date: "2026-03-14", end_date: "2026-03-14", compare: "previous" };
		const changed = await rowsOf(site, "country", { ...one, sort_by: "change" });
		expect(changed.data.data).toMatchObject([
			{ value: "DE", count: 0, previous: { count: 7 } },
			{ value: "FR", count: 6, previous: { count: 3 } },
		]);
		const searched = await rowsOf(site, "country", { ...one, search: "fr" });
		expect(searched.data.data).toMatchObject([{ value: "FR", count: 6, previous: { count: 3 } }]);
	});

	it("is exported with them", async () => {
		const site = await openSite(countries);
		const { pieces } = (await ask(site, "/export/metric", { ...RANGE, parameter: "country" })) as {
			pieces: AsyncIterable<string>;
		};
		let text = "";
		for await (const piece of pieces) text += piece;
		expect(text.split("\r\n").slice(1, 3)).toEqual([
			expect.stringMatching(/^FR,9,/),
			expect.stringMatching(/^DE,8,/),
		]);
	});

	it("is printed with them, and the document names their days", async () => {
		const site = await openSite(countries);
		const { pieces } = (await ask(site, "/export/pdf", RANGE)) as {
			pieces: AsyncIterable<Uint8Array>;
		};
		const read: Uint8Array[] = [];
		for await (const piece of pieces) read.push(piece);
		expect(textsOf(Buffer.concat(read))).toContain(
			"13 March 2026 to 14 March 2026 from Plausible, with the visitors of each day added up",
		);
	});

	it("survives sums that cannot be true", async () => {
		const site = await openSite([
			{ day: "2026-03-13", dimension: "country", value: "XX", visits: 1, bounces: 9 },
			{ day: "2026-03-13", dimension: "page", value: "/x", visits: 1 },
			{ day: "2026-03-13", dimension: "entry_page", value: "/x", visits: 9, bounces: 9 },
		]);
		expect((await rowsOf(site, "country")).data.data).toContainEqual(
			expect.objectContaining({ value: "XX", bounce_rate: 100 }),
		);
		expect((await rowsOf(site, "pathname")).data.data).toContainEqual(
			expect.objectContaining({ value: "/x", bounce_rate: 100 }),
		);
	});
});

const count = () => fc.integer({ min: 0, max: 50 });
const randomSums = fc.array(
	fc.record({
		day: fc.integer({ min: -60, max: 40 }),
		country: fc.constantFrom("DE", "FR", "US", ""),
		visitors: count(),
		visits: count(),
		pageviews: count(),
		seconds: count(),
	}),
	{ maxLength: 30 },
);

describe("the months of another product", () => {
	it("stand beside the site's own, with the days that both counted", async () => {
		const site = await openSite([{ day: "2026-05-02", visits: 3, visitors: 2, pageviews: 4 }]);
		expect(await ask(site, "/imported-months")).toEqual({
			data: [
				{
					month: "2026-03",
					imported: { days: 3, daily_visitors: 113, sessions: 116, pageviews: 139 },
					own: { users: 1, sessions: 1, pageviews: 2 },
					double_days: 1,
				},
				{
					month: "2026-04",
					imported: { days: 0, daily_visitors: 0, sessions: 0, pageviews: 0 },
					own: { users: 0, sessions: 0, pageviews: 0 },
					double_days: 0,
				},
				{
					month: "2026-05",
					imported: { days: 1, daily_visitors: 2, sessions: 3, pageviews: 4 },
					own: { users: 0, sessions: 0, pageviews: 0 },
					double_days: 0,
				},
			],
			until: "2026-03-15",
		});
	});

	it("are none on a site without imported sums", async () => {
		expect(await ask(nextSite++, "/imported-months")).toEqual({ data: [], until: null });
	});
});

describe("own events and imported sums of any kind", () => {
	it("add up in overview, series and breakdown", { timeout: 240_000 }, async () => {
		await fc.assert(
			fc.asyncProperty(
				randomSites,
				randomSums,
				fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York"),
				fc.constantFrom("day", "week", "month"),
				async ({ events }, sums, time_zone, bucket) => {
					const site = nextSite++;
					const own = events
						.filter((event) => event.site === events[0]?.site)
						.map((event) => ({ ...event, site }));
					if (own.length > 0) await insertEvents(own);
					const first = Math.floor(Math.min(OWN_SINCE, ...own.map(({ at }) => at)) / DAY_MS);
					const dated = sums.map(({ day, ...sum }) => ({
						...{ ...sum, day: new Date((first + day) * DAY_MS).toISOString().slice(0, 10) },
						bounces: Math.min(sum.visits, sum.visitors),
					}));
					const days = dated.map(({ country: _, ...sum }) => sum);
					const byCountry = dated.map(({ country, ...sum }) => ({
						...{ ...sum, dimension: "country", value: country },
					}));
					if (dated.length > 0) await insertSums(site, [...days, ...byCountry]);
					const range = {
						start_date: new Date((first - 90) * DAY_MS).toISOString().slice(0, 10),
						end_date: "2026-12-31",
						time_zone,
					};
					type Figures = Record<"sessions" | "pageviews" | "users", number>;
					type Overview = { data: Figures; imported?: { used: boolean; to?: string } };
					const both = (await ask(site, "/overview", range)) as Overview;
					const alone = (await ask(site, "/overview", { ...range, imported: "0" })) as Overview;
					const acts = own.filter(({ type }) => !["engagement", "performance"].includes(type));
					const ownSince =
						acts.length === 0
							? "9999"
							: new Date(Math.min(...acts.map(({ at }) => at))).toISOString().slice(0, 10);
					const counted = dated.filter(({ day }) => day < ownSince);
					const sumOf = (name: "visits" | "pageviews" | "visitors", rows = counted) =>
						rows.reduce((sum, row) => sum + row[name], 0);
					expect(both.data.sessions).toBe(alone.data.sessions + sumOf("visits"));
					expect(both.data.pageviews).toBe(alone.data.pageviews + sumOf("pageviews"));
					expect(both.data.users).toBe(alone.data.users + sumOf("visitors"));
					const series = (await ask(site, "/overview/time-series", {
						...{ ...range, bucket },
					})) as { data: Figures[] };
					const total = (name: "sessions" | "pageviews") =>
						series.data.reduce((sum, point) => sum + point[name], 0);
					expect([total("sessions"), total("pageviews")]).toEqual([
						...[both.data.sessions, both.data.pageviews],
					]);
					type Rows = { data: { data: { value: string; count: number }[] } };
					const rowsOf = async (imported: string) =>
						new Map(
							(
								(await ask(site, "/metric", {
									...{ ...range, parameter: "country", imported },
								})) as Rows
							).data.data.map(({ value, count: many }) => [value, many]),
						);
					const [rows, ownRows] = [await rowsOf("1"), await rowsOf("0")];
					for (const value of ["DE", "FR", "US"]) {
						const added = sumOf(
							"visits",
							counted.filter(({ country }) => country === value),
						);
						expect(rows.get(value) ?? 0).toBe((ownRows.get(value) ?? 0) + added);
					}
				},
			),
			{ numRuns: 25 },
		);
	});
});

describe("imported daily sums in a question", () => {
	const METRICS = ["sessions", "pageviews", "users", "bounce_rate", "session_duration"];
	const questionOf = (site: number, body: object, range: Record<string, string> = RANGE) =>
		ask(site, "/query", range, {}, { metrics: METRICS, ...body }) as Promise<{
			rows: { dimensions: string[]; metrics: number[]; previous?: number[]; imported?: true }[];
			totals: { metrics: number[] };
			meta: { imported?: object };
		}>;
	const figuresIn = (row: Record<string, unknown>) => METRICS.map((name) => row[name]);
	const COUNTRIES = [
		{ day: "2026-03-13", dimension: "country", value: "FR", visitors: 3, visits: 4, bounces: 1 },
		{ day: "2026-03-14", dimension: "country", value: "DE", visitors: 2, visits: 2, seconds: 10 },
	];

	it("count as in the overview, over time, and in a comparison", async () => {
		const site = await openSite([
			{ day: "2026-03-12", visitors: 7, visits: 9, pageviews: 9, platform: "ga4" },
		]);
		for (const range of [RANGE, { ...RANGE, start_date: "2026-03-12", end_date: "2026-03-20" }]) {
			const whole = (await ask(site, "/overview", range)) as {
				data: Record<string, number>;
				imported: object;
			};
			const answer = await questionOf(site, {}, range);
			expect(answer.rows).toEqual([
				{ dimensions: [], metrics: figuresIn(whole.data), imported: true },
			]);
			expect(answer.meta.imported).toEqual(whole.imported);
			const series = (await ask(site, "/overview/time-series", { ...range, bucket: "day" })) as {
				data: ({ time: string; imported?: true } & Record<string, unknown>)[];
			};
			const points = await questionOf(site, { dimensions: ["time:day"] }, range);
			expect(points.rows).toEqual(
				series.data.map(({ time, imported, ...row }) => ({
					...{ dimensions: [time], metrics: figuresIn(row) },
					...(imported && { imported }),
				})),
			);
		}
		const day = { start_date: "2026-03-15", end_date: "2026-03-15" };
		const compared = await questionOf(site, { dimensions: ["time:day"], compare: "previous" }, day);
		expect(compared.rows[0]).toMatchObject({
			metrics: [1, 2, 1, 0, 60],
			previous: [6, 9, 5, 50, 20],
		});
	});

	it("count by a dimension that the sums have, beside the totals of their days", async () => {
		const site = await openSite(COUNTRIES);
		const { rows, totals } = await questionOf(site, {
			metrics: ["sessions", "users"],
			dimensions: ["country"],
			include: { totals: true },
		});
		expect(rows).toEqual([
			{ dimensions: ["FR"], metrics: [4, 3], imported: true },
			{ dimensions: ["DE"], metrics: [3, 3], imported: true },
		]);
		expect(totals.metrics).toEqual([17, 14]);
	});

	it("count by a filter on the same dimension alone", async () => {
		const site = await openSite(COUNTRIES);
		const by = { metrics: ["sessions"], dimensions: ["country"] };
		const same = await questionOf(site, { ...by, filters: ["is", "country", ["FR"]] });
		expect(same.rows).toMatchObject([{ dimensions: ["FR"], metrics: [4] }]);
		const other = await questionOf(site, {
			...by,
			filters: ["or", ["is", "browser", ["Firefox"]], ["is", "country", ["FR"]]],
		});
		expect(other.rows).toMatchObject([{ dimensions: ["DE"], metrics: [1] }]);
		expect(other.meta.imported).toMatchObject({ used: false, reason: "filter" });
	});

	it.each<[string, object, string]>([
		["a metric", { metrics: ["sessions", "time_on_page"] }, "metric"],
		["hours", { dimensions: ["time:hour"] }, "bucket"],
		["hours of the day", { dimensions: ["hour_of_day"] }, "bucket"],
		["two dimensions", { dimensions: ["country", "browser"] }, "dimension"],
		["the caller", { include: { imported: false } }, "switched_off"],
	])("are left out for %s, and the answer says why", async (_, body, reason) => {
		const { rows, meta } = await questionOf(await openSite(COUNTRIES), body);
		expect(meta.imported).toMatchObject({ used: false, reason });
		expect(rows.some(({ imported }) => imported)).toBe(false);
	});
});
