import {
	RECORDED_FILTERS,
	RECORDED_NOW,
	RECORDED_RANGE,
	RECORDED_SITE,
} from "@footfall/testing/model/recorded-events";
import {
	createStatementRecorder,
	recordOf,
	type Titled,
	usualSettings,
} from "@footfall/testing/model/statement-recorder";
import { describe, expect, it } from "vitest";
import { bucketSql } from "../query/bucket.ts";
import { parseQuery, type QuerySql, toSql } from "../query/report-query.ts";
import { createRunSql } from "../report/run-sql.ts";
import { fromDayTotals } from "./day-totals.ts";
import { fromEvents } from "./from-events.ts";
import { fromSessionDays } from "./from-session-days.ts";
import { withKeptParts } from "./kept-parts.ts";
import { rolledUpDaysOf } from "./rolled-up-days.ts";
import { type Aggregates, aggregatesOf, type Rows } from "./rows.ts";
import { sessionDayFiltersOf } from "./session-day-filters.ts";
import type { SessionDays } from "./session-days.ts";

/**
 * The SQL of each source for the same queries, in a `.sql` file beside it. `npx vitest run -u
 * statements` rewrites these files.
 */

const recordPathOf = (name: string) => new URL(`${name}.sql`, import.meta.url).pathname;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse(RECORDED_RANGE.start_date) / DAY_MS;
const DAYS = Date.parse(RECORDED_RANGE.end_date) / DAY_MS - FIRST_DAY + 1;
/** Around the range, as far as sessions may extend. */
const ROLLED_UP = Array.from({ length: DAYS + 6 }, (_, place) => FIRST_DAY - 3 + place);
const WITHOUT_ONE = ROLLED_UP.filter((day) => day !== FIRST_DAY + 10);

const queryOf = (more: object = {}) =>
	parseQuery({ ...RECORDED_RANGE, ...more }, RECORDED_NOW, async () => undefined);
type Query = Awaited<ReturnType<typeof queryOf>>;

/** A store that has rolled up these days, and the statements it received. */
const recorderOf = (days: readonly number[]) =>
	createStatementRecorder({
		query: async <Row>() =>
			days.map((day) => ({ day, events: 100, seal: String(day), has_totals: 1 })) as Row[],
	});

const sessionDaysOf = async (query: Query, days: readonly number[]): Promise<SessionDays> => {
	const querySql = toSql(RECORDED_SITE, query);
	const runSql = createRunSql(recorderOf(days).store);
	const rolledUp = await rolledUpDaysOf(runSql, querySql, query);
	if (!rolledUp) throw new Error("Most of the range is rolled up");
	return { ...rolledUp, filters: sessionDayFiltersOf(querySql, query), querySql };
};

/** Every kind of rows, with columns that reports use. */
const rowsOf = (rows: Rows, querySql: QuerySql, query: Query): Titled[] => {
	const dayOf = bucketSql("day", query.period, querySql.parameters);
	return [
		["sessions", [rows.sessions(["began", "ended", "entry_page", "pageviews"])]],
		["present", [rows.present(["began", "paths", "times_ms", "views_in_range"])]],
		["values", [rows.values("country")]],
		["valuesOf", [rows.valuesOf(["browser", "channel"])]],
		["activity", [rows.activity(dayOf)]],
		["presence", [rows.presence({ periodOf: dayOf, changedDays: [FIRST_DAY + 28] })]],
		[
			"stepTimes",
			[
				rows.stepTimes([
					{ ofEvent: "type = 'pageview' AND pathname = '/'", ofPath: "path = '/'" },
					{ ofEvent: "event_name = 'signup'", ofPath: undefined },
				]),
			],
		],
	];
};

const sumsOf = (sums: Aggregates): Titled[] => [
	["sums", [sums.sums()]],
	["sessionsBy", [sums.sessionsBy("country"), sums.sessionsBy("entry_page")]],
	["sessionsByEach", [sums.sessionsByEach(["browser", "channel"])]],
	["viewsBy", [sums.viewsBy("paths"), sums.viewsBy("titles")]],
];

const titled = (shape: string, parts: readonly Titled[]): Titled[] =>
	parts.map(([title, statements]) => [`${title}, ${shape}`, statements]);

const expectRecord = async (name: string, parts: readonly Titled[]) =>
	expect(recordOf(parts, { usual: await usualSettings() })).toMatchFileSnapshot(recordPathOf(name));

/** Filters that rows of session days can decide, and others. */
const FILTERED = {
	plain: {},
	filtered: { filters: RECORDED_FILTERS },
	"filtered by path": {
		filters: JSON.stringify([{ parameter: "pathname", type: "equals", value: ["/a"] }]),
	},
};

describe("the SQL of a source matches its recorded file", () => {
	it("events", async () => {
		const parts: Titled[] = [];
		for (const [shape, more] of Object.entries(FILTERED)) {
			const query = await queryOf(more);
			const querySql = toSql(RECORDED_SITE, query);
			const rows = fromEvents(querySql);
			parts.push(...titled(shape, rowsOf(rows, querySql, query)));
			if (shape === "plain")
				parts.push(...titled(shape, sumsOf(aggregatesOf(rows, querySql.isInRange))));
		}
		await expectRecord("from-events", parts);
	});

	it("session days", async () => {
		const parts: Titled[] = [];
		for (const [shape, days, more] of [
			["all rolled up", ROLLED_UP, FILTERED.plain],
			["one day is not", WITHOUT_ONE, FILTERED.plain],
			["filtered", WITHOUT_ONE, FILTERED.filtered],
			["filtered by path", WITHOUT_ONE, FILTERED["filtered by path"]],
		] as const) {
			const query = await queryOf(more);
			const sessionDays = await sessionDaysOf(query, days);
			const { querySql } = sessionDays;
			const rows = fromSessionDays(sessionDays, fromEvents(querySql));
			parts.push(...titled(shape, rowsOf(rows, querySql, query)));
		}
		await expectRecord("from-session-days", parts);
	});

	it("day totals", async () => {
		const parts: Titled[] = [];
		const query = await queryOf();
		for (const [shape, days] of [
			["all rolled up", ROLLED_UP],
			["one day is not", WITHOUT_ONE],
		] as const) {
			const sessionDays = await sessionDaysOf(query, days);
			const { querySql } = sessionDays;
			const rows = fromSessionDays(sessionDays, fromEvents(querySql));
			const sums = fromDayTotals(sessionDays, {
				rows: aggregatesOf(rows, querySql.isInRange),
				keep: (sql, columns) => `/* kept: ${columns.join(", ")} */${sql}`,
			});
			parts.push(...titled(shape, sumsOf(sums)));
		}
		await expectRecord("day-totals", parts);
	});

	it("days that are rolled up", async () => {
		const { store, statementsOf } = recorderOf(ROLLED_UP);
		const query = await queryOf();
		const sent = await statementsOf(() =>
			rolledUpDaysOf(createRunSql(store), toSql(RECORDED_SITE, query), query),
		);
		await expectRecord("rolled-up-days", [["rolledUpDaysOf", sent]]);
	});

	it("parts that are kept", async () => {
		const { store, statementsOf } = createStatementRecorder({
			query: async <Row>() => [{ value: "DE", row_sessions: 1 }] as Row[],
		});
		const columns = ["value", "row_sessions"];
		const part = "SELECT value, sessions AS row_sessions FROM day_totals";
		let whole = "";
		const sent = await statementsOf(async () => {
			const statement = await withKeptParts((keep) => `SELECT * FROM (${keep(part, columns)})`, {
				...{ runSql: createRunSql(store), parameters: {} },
				...{ site: RECORDED_SITE, days: ROLLED_UP },
			});
			whole = statement.sql;
		});
		await expectRecord("kept-parts", [
			["read beforehand", sent],
			["with its rows bound", [whole]],
		]);
	});
});

describe("the limits of every statement match the recorded ones", () => {
	it("are recorded beside the code that sends them", async () =>
		expect(`SETTINGS ${(await usualSettings()).join(",\n  ")};\n`).toMatchFileSnapshot(
			recordPathOf("../report/run-sql"),
		));
});
