import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { NEEDED_PARAMETERS } from "@footfall/testing/model/needed-parameters";
import {
	EVENT_COLUMNS,
	randomSites,
	rowOf,
	type SiteEvent,
} from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsInPages } from "../events/events.ts";
import { toSql } from "../query/report-query.ts";
import { reports } from "../reports.ts";
import { sessionsInPages } from "../sessions/session-pages.ts";
import { type Row, rowsOf } from "./columns.ts";
import type { FileAnswer } from "./file-answer.ts";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const SITE = 1;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let directory: string;
let events: SiteEvent[];

beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), "footfall-exports-"));
	store = await openTestStore();
	ask = createReportRunner({
		store,
		now: () => NOW,
		goals: {
			ofSite: async () => [goal],
			one: async () => goal,
		},
		funnels: { ofSite: async () => funnels },
	});
	const world = fc
		.sample(randomSites, { numRuns: 200, seed: 11 })
		.find((one) => one.events.filter(({ site }) => site === 0).length > 12);
	if (!world) throw new Error("No world of this seed has enough events");
	events = world.events
		.filter(({ site }) => site === 0)
		.map((event, index) => ({
			...event,
			site: SITE,
			pathname: index % 4 === 0 ? '=cmd|"x",\n1' : event.pathname,
			eventName:
				event.type === "custom_event" ? "signup" : event.type === "error" ? "TypeError" : "",
			properties:
				event.type === "error"
					? '{"message":"it broke","fileName":"007.js","lineNumber":12}'
					: event.properties,
			ip: "203.0.113.7",
		}));
	const [like] = events;
	if (!like) throw new Error("The world has events");
	// Rows that reports about the last days need and that a world lacks.
	const lately = (days: number, place: number, more: Partial<SiteEvent>): SiteEvent => ({
		...like,
		at: NOW - days * 86_400_000,
		offset: 1000 + place,
		session: 1000 + days,
		identified: "anna",
		eventName: "",
		properties: "",
		...more,
	});
	events.push(
		lately(9, 1, { type: "pageview", pathname: "/" }),
		lately(2, 2, { type: "pageview", pathname: "/" }),
		lately(2, 6, { type: "pageview", pathname: "/a" }),
		lately(2, 3, { type: "custom_event", eventName: "signup", properties: '{"plan":"pro"}' }),
		lately(2, 4, { type: "outbound", properties: '{"url":"https://other.example/"}' }),
		lately(2, 5, {
			type: "performance",
			vitals: { lcp: 1200.5, cls: 0.1, inp: null, fcp: 800, ttfb: 90 },
		}),
	);
	await store.insert("events", EVENT_COLUMNS, events.map(rowOf));
	await store.command(`INSERT INTO bots (site_id, timestamp, type, pathname, bot_name, bot_operator, bot_purpose)
		VALUES (${SITE}, now(), 'pageview', '/', 'GPTBot', 'OpenAI', 'ai_training')`);
	await store.command(`INSERT INTO traits (site_id, user_id, key, value, written_at, version)
		VALUES (${SITE}, 'anna', 'plan', '"pro"', now(), 1)`);
	// Of days after the first event: no other report counts them.
	await store.command(`INSERT INTO imported_figures (site_id, import_id, date, visits)
		VALUES (${SITE}, 'one', toDate(${NOW / 1000 - 86_400}), 3), (${SITE}, 'one', toDate(${NOW / 1000}), 3)`);
});
afterAll(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});

const goal = {
	goalId: 1,
	siteId: SITE,
	name: "g17",
	goalType: "event" as const,
	config: { eventName: "signup" },
	createdAt: new Date(0),
};

const step = (type: "page" | "event", value: string) => ({ type, value });
const funnels = [
	{ id: 12, name: "To a", steps: [step("page", "/"), step("page", "/a")] },
	{ id: 7, name: "Signing up", steps: [step("page", "/**"), step("event", "signup")] },
];

const IN_PATH = { userId: "anna", goalId: "1" };

const exported = async (path: string, parameters: Record<string, string>) => {
	const file = (await ask(SITE, `/export${path}`, parameters, IN_PATH)) as FileAnswer;
	const pieces: Buffer[] = [];
	for await (const piece of file.pieces) pieces.push(Buffer.from(piece));
	return { ...file, bytes: Buffer.concat(pieces) };
};

const text = (value: unknown) =>
	value === null || value === undefined
		? ""
		: typeof value === "object"
			? JSON.stringify(value)
			: String(value);
/** Rows with their values as text, as a reader of an untyped file sees them. */
const inText = (rows: readonly Row[]) =>
	rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)])),
	);

const readBack = async (bytes: Buffer, format: string): Promise<Row[]> => {
	const path = join(directory, "file");
	writeFileSync(path, bytes);
	return store.query<Row>(`SELECT * FROM file('${path}', ${format})
		SETTINGS max_threads = 1, input_format_csv_use_best_effort_in_schema_inference = 0, input_format_parquet_max_block_size = 1000,
			input_format_csv_try_infer_numbers_from_strings = 0, date_time_input_format = 'basic',
			input_format_try_infer_dates = 0, input_format_try_infer_datetimes = 0, input_format_try_infer_integers = 0`);
};

describe("an export", () => {
	const paths = reports
		// That of a question has a body, and a test beside it.
		.filter(({ files, method }) => method !== "post" && files?.includes("text/csv"))
		.map(({ path }) => path.slice("/export".length));

	it.each(paths)("of %s contains every row of the report, in each format", async (path) => {
		const parameters = NEEDED_PARAMETERS[path] ?? {};
		const json = await exported(path, { ...parameters, format: "json" });
		const rows = JSON.parse(json.bytes.toString()) as Row[];
		expect(rows).not.toEqual([]);
		if (!["/events", "/retention", "/funnels"].includes(path)) {
			const size = path === "/goals" ? "100" : path === "/journeys" ? "500" : "1000";
			const most = { limit: size, page_size: size };
			expect(rows).toEqual(rowsOf(await ask(SITE, path, { ...parameters, ...most }, IN_PATH)));
		}
		const parquet = await exported(path, { ...parameters, format: "parquet" });
		const read = rows.length === 0 ? [] : await readBack(parquet.bytes, "Parquet");
		expect(inText(read)).toEqual(inText(rows));
		expect(parquet.bytes.subarray(-4).toString()).toBe("PAR1");
		const csv = await exported(path, parameters);
		const header = csv.bytes.toString().split("\r\n", 1)[0] ?? "";
		const [row = {}] = rows;
		expect(header.split(",")).toEqual(expect.arrayContaining(Object.keys(row)));
	});

	it("of no rows is a valid file in each format", async () => {
		const [json, csv, parquet] = await Promise.all(
			["json", "csv", "parquet"].map((format) =>
				exported("/metric", { parameter: "utm_term", format }),
			),
		);
		expect(json?.bytes.toString()).toBe("[]\n");
		expect(csv?.bytes.toString()).toBe("value,count,percentage\r\n");
		expect(parquet?.bytes.subarray(0, 4).toString()).toBe("PAR1");
	});

	it("keeps types: counts are integers, shares are numbers, names are text", async () => {
		const { bytes } = await exported("/metric", { parameter: "pathname", format: "parquet" });
		writeFileSync(join(directory, "file"), bytes);
		const columns = await store.query<{ name: string; type: string }>(
			`DESCRIBE file('${join(directory, "file")}', Parquet)`,
		);
		const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
		expect(types).toMatchObject({
			value: "Nullable(String)",
			count: "Nullable(Int64)",
			percentage: "Nullable(Float64)",
		});
	});

	it("keeps the types of nullable values, and writes them unchanged", async () => {
		const columnsIn = async (path: string, parameters = {}) => {
			const { bytes } = await exported(path, { ...parameters, format: "parquet" });
			writeFileSync(join(directory, "file"), bytes);
			const columns = await store.query<{ name: string; type: string }>(
				`DESCRIBE file('${join(directory, "file")}', Parquet)`,
			);
			return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
		};
		const error = { errorMessage: "it broke" };
		expect(await columnsIn("/errors/events", error)).toMatchObject({
			fileName: "Nullable(String)",
			lineNumber: "Nullable(Float64)",
			columnNumber: "Nullable(Float64)",
		});
		expect(await columnsIn("/performance/overview")).toMatchObject({
			lcp_p75: "Nullable(Float64)",
			total_performance_events: "Nullable(Int64)",
		});
		const csvOf = async (path: string, parameters = {}) =>
			(await exported(path, parameters)).bytes.toString();
		expect(await csvOf("/goals")).toContain(",g17,");
		expect(await csvOf("/errors/events", error)).toContain(",007.js,12,\r\n");
		expect(await csvOf("/sessions")).toContain(",203.0.113.7,");
	});

	it.each([{ mode: "day" }, { mode: "week", week_start: "saturday" }])(
		"of retention contains each cell of the report by %j",
		async (parameters) => {
			const { bytes } = await exported("/retention", { ...parameters, format: "json" });
			const { data } = (await ask(SITE, "/retention", parameters)) as {
				data: { cohorts: Record<string, { size: number; percentages: (number | null)[] }> };
			};
			const cells = Object.entries(data.cohorts).flatMap(([cohort, { size, percentages }]) =>
				percentages.map((percentage, period) => ({ cohort, size, period, percentage })),
			);
			expect(cells.length).toBeGreaterThan(0);
			expect(JSON.parse(bytes.toString())).toEqual(cells);
		},
	);

	it("begins with a byte order mark when a CSV file is requested with one", async () => {
		const plain = await exported("/metric", { parameter: "pathname" });
		const marked = await exported("/metric", { parameter: "pathname", bom: "true" });
		expect(marked.bytes).toEqual(Buffer.concat([Buffer.from("\uFEFF"), plain.bytes]));
		const json = await exported("/metric", { parameter: "pathname", bom: "true", format: "json" });
		expect(json.bytes.toString()).toMatch(/^\[/);
		await expect(exported("/metric", { parameter: "pathname", bom: "1" })).rejects.toMatchObject({
			status: 400,
			message: "bom must be one of true, false",
		});
	});

	it("of funnels contains the counts of all, or of one", async () => {
		const numbersOf = async ({ id, name, steps }: (typeof funnels)[number]) => {
			const { data } = (await ask(SITE, "/funnels/analyze", {}, {}, { steps })) as {
				data: object[];
			};
			return data.map((row) => ({ funnel_id: id, funnel_name: name, ...row }));
		};
		const rowsOfFile = async (parameters = {}) =>
			JSON.parse((await exported("/funnels", { ...parameters, format: "json" })).bytes.toString());
		const [first, second] = await Promise.all(funnels.map(numbersOf));
		expect(await rowsOfFile()).toEqual([...(first ?? []), ...(second ?? [])]);
		expect(await rowsOfFile({ funnel_id: "7" })).toEqual(second);
		await expect(exported("/funnels", { funnel_id: "8" })).rejects.toMatchObject({
			status: 404,
			message: "Funnel not found",
		});
	});

	it("reads back unchanged as CSV, with formulas disarmed", async () => {
		const { bytes } = await exported("/metric", { parameter: "pathname" });
		const rows = JSON.parse(
			(await exported("/metric", { parameter: "pathname", format: "json" })).bytes.toString(),
		) as Row[];
		const read = await readBack(bytes, "CSVWithNames");
		const hostile = '=cmd|"x",\n1';
		expect(read.map(({ value }) => value)).toContain(`'${hostile}`);
		expect(read.map(({ value, count }) => [value, Number(count)])).toEqual(
			rows.map(({ value, count }) => [value === hostile ? `'${hostile}` : value, count]),
		);
	});

	it("of events contains each of them once, whatever the size of a page, newest first", async () => {
		const query = <Found>(sql: string, parameters: object) =>
			store.query<Found>(sql, { ...parameters });
		const asking = {
			runSql: query,
			runPromptSql: query,
			site: { siteId: SITE } as never,
			isMember: false,
			given: {},
			query: {
				period: { from: undefined, to: undefined, timeZone: "UTC" },
				filters: [],
				pseudonyms: undefined,
			},
		};
		const listed = events.filter(({ type }) =>
			["pageview", "custom_event", "outbound"].includes(type),
		);
		for (const size of [1, 2, 3, 1000]) {
			const found: string[] = [];
			for await (const page of eventsInPages(asking, size))
				found.push(...page.map(({ timestamp }) => timestamp));
			expect(found).toEqual(
				listed
					.map(({ at }) => new Date(at).toISOString())
					.sort()
					.reverse(),
			);
		}
	});

	describe("of sessions", () => {
		const many = 200;
		const site = 7;
		const idsOf = async (rowsAtOnce: number, now = NOW) => {
			const query = <Found>(sql: string, bound: object) => store.query<Found>(sql, { ...bound });
			const pages: string[][] = [];
			const sessions = sessionsInPages(
				{
					runSql: query,
					runPromptSql: query,
					site: { siteId: site } as never,
					isMember: false,
					query: {
						period: { from: undefined, to: undefined, timeZone: "UTC" },
						filters: [],
						pseudonyms: undefined,
					},
					now,
				},
				(question) => ({ querySql: toSql(site, question), restrictions: [] }),
				rowsAtOnce,
			);
			for await (const page of sessions) pages.push(page.map(({ session_id }) => session_id));
			return pages;
		};
		beforeAll(() =>
			// Two events each, hours apart or more; every tenth lasts most of a day, and forty end at one instant.
			store.command(`INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, event_id)
				SELECT ${site}, toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + multiIf(
						number >= 320, 864000 + 3600 * (number % 2), intDiv(number, 2) * 1700 + (number % 2) * if(intDiv(number, 2) % 10 = 0, 80000, 40)),
					toDateTime64('2026-02-01 00:00:00', 3, 'UTC'), 'pageview', intDiv(number, 2) + 1, 1, toString(number)
				FROM numbers(${2 * many})`),
		);

		it("contains each session once, in the order of the list, whatever the size of a page", async () => {
			const listed = (await ask(site, "/sessions", { limit: "1000" })) as { data: Row[] };
			const inOrder = listed.data.map(({ session_id }) => session_id);
			expect(inOrder).toHaveLength(many);
			for (const size of [15, 1000]) {
				const pages = await idsOf(size);
				expect(pages.flat()).toEqual(inOrder);
				expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(size);
			}
		});

		it("does not change when events arrive while it is written", async () => {
			const before = (await idsOf(100)).flat();
			await store.command(`INSERT INTO events (site_id, timestamp, received_at, type, session_id, event_id) VALUES
				(${site}, '2026-01-20 00:00:00', '2026-02-02 00:00:00', 'pageview', 1, 'late')`);
			const then = Date.parse("2026-02-01T12:00:00Z");
			expect((await idsOf(100, then)).flat()).toEqual(before);
			expect((await idsOf(100)).flat()).not.toEqual(before);
		});
	});

	it("is named after the site, the report and its days", async () => {
		const named = await exported("/events/count", {
			start_date: "2026-01-01",
			end_date: "2026-01-31",
			format: "parquet",
		});
		expect([named.name, named.type]).toEqual([
			"example.com-events-count-2026-01-01-2026-01-31.parquet",
			"application/vnd.apache.parquet",
		]);
	});

	it("is rejected for an unknown format", () =>
		expect(exported("/metric", { parameter: "pathname", format: "xls" })).rejects.toMatchObject({
			status: 400,
			message: "format must be one of csv, json, parquet",
		}));
});
