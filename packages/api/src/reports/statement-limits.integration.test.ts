import { createRunSql } from "@footfall/reports/report/report";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reportRoutes } from "./report-routes.ts";

/** Required parameters of some reports. */
const PARAMETERS = {
	parameter: "pathname",
	metric: "sessions",
	event_name: "buy",
	type: "outbound",
	errorMessage: "x is not a function",
	bucket: "day",
	dimension: "country",
	user_id: "anna",
	goal_ids: "1",
	steps: "3",
	key: "plan",
	value: "pro",
	start_date: "2026-11-01",
	end_date: "2026-11-20",
	filters: JSON.stringify([
		{ parameter: "channel", type: "equals", value: ["Direct"] },
		{ parameter: "pathname", type: "regex", value: ["^/(a|b)+$"] },
	]),
};
const PATH_PARAMETERS = /\{(?!site\})\w+\}/;

let store: EventStore;
let statements: string[];
beforeAll(async () => {
	store = await openTestStore();
	await store.command(
		`INSERT INTO events (site_id, timestamp, type, session_id, user_id, identified_user_id, pathname) VALUES
			(1, '2026-11-19 10:00:00', 'pageview', 1, 1, 'anna', '/a'), (1, '2026-11-19 10:00:05', 'pageview', 1, 1, 'anna', '/b')`,
	);
	await store.insert(
		"traits",
		["site_id", "user_id", "key", "value", "written_at", "version"],
		[[1, "anna", "plan", '"pro"', "2026-11-19 10:00:00.000", "1"]],
	);
});
afterAll(() => store.close());
beforeEach(() => {
	statements = [];
});

const recording: Pick<EventStore, "query"> = {
	query: (sql, parameters, options) => {
		statements.push(sql);
		return store.query(sql, parameters, options);
	},
};
const dependencies = { store: recording, now: () => Date.parse("2026-11-20T00:00:00Z") };

const paths = reportRoutes(dependencies)
	.filter(({ method, path }) => method === "get" && path.startsWith("/api/sites/{site}/"))
	.map(({ path }) => path.slice("/api/sites/{site}".length))
	.filter((path) => !PATH_PARAMETERS.test(path) && !path.startsWith("/export/"));

describe("every statement of a report is bounded in time, memory and rows", () => {
	it.each(paths)("runs within the limits: %s", async (path) => {
		// A funnel's steps are definitions, a journey's a count.
		const steps = path.startsWith("/funnels")
			? JSON.stringify([
					{ type: "page", value: "/a" },
					{ type: "event", value: "buy" },
				])
			: PARAMETERS.steps;
		await createReportRunner(dependencies)(1, path, { ...PARAMETERS, steps }).catch(
			(error: unknown) => {
				// A site may forbid a report; its statements until then are bounded all the same.
				expect(error).toMatchObject({ status: 403 });
			},
		);
		for (const statement of statements)
			for (const limit of ["max_execution_time", "max_memory_usage", "max_result_rows"])
				expect(statement).toMatch(new RegExp(`SETTINGS[^]*${limit} = \\d+`));
	});
});

describe("the look-up of what days hold", () => {
	it("reads a projection and no events", async () => {
		const plans: { explain: string }[][] = [];
		const explaining: Pick<EventStore, "query"> = {
			query: async (sql, parameters, options) => {
				if (sql.includes("sealed_days"))
					plans.push(await store.query(`EXPLAIN ${sql}`, parameters));
				return store.query(sql, parameters, options);
			},
		};
		const { start_date, end_date } = PARAMETERS;
		await createReportRunner({ ...dependencies, store: explaining })(1, "/overview", {
			start_date,
			end_date,
		});
		const tables = plans
			.flat()
			.flatMap(({ explain }) => /ReadFromMergeTree \((.*)\)/.exec(explain)?.[1] ?? []);
		expect(tables).toContain("day_digests");
		expect(tables).not.toContain("default.events");
	});
});

describe("an answer beyond the limits", () => {
	const ask = (sql: string) => createRunSql(store)(sql, {});

	it("of rows is refused with what to change", () =>
		expect(ask("SELECT number FROM numbers(300000)")).rejects.toMatchObject({
			status: 400,
			message: "The response has too many rows: choose a shorter range",
		}));

	it("may be computed from any number of rows", async () =>
		expect(
			await ask("SELECT count() AS many FROM (SELECT number FROM numbers(300000) GROUP BY number)"),
		).toEqual([{ many: 300_000 }]));

	it("of memory is refused as too expensive", () =>
		expect(
			ask("SELECT length(groupArray(toString(number))) FROM numbers(20000000)"),
		).rejects.toMatchObject({ status: 503 }));
});
