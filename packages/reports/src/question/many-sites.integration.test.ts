import { defaultSiteSettings } from "@footfall/shared/site";
import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunSql, type ReportedSite } from "../report/report.ts";
import { answerQuestionOfSites } from "./query.ts";
import { Question } from "./question.ts";

const NOW = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
let run: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	run = createReportRunner({ store, now: () => NOW, findSegment });
});
afterAll(() => store.close());

const siteOf = (siteId: number) =>
	({ ...defaultSiteSettings, siteId, domain: "example.com" }) as unknown as ReportedSite;
const askAll = (sites: readonly number[], body: object) =>
	answerQuestionOfSites(
		{
			runSql: createRunSql(store),
			sites: sites.map(siteOf),
			leavesOutSuspected: () => false,
			now: NOW,
		},
		Question.parse(body),
	);

describe("a question about several sites", () => {
	it(
		"has the rows of each by the dimension site, and their sums without it",
		() =>
			createReportComparison(
				store,
				NOW,
				insertRolledUp,
			)(
				fc.constantFrom("country", "pathname", "time:day", "event_name"),
				async ({ site, parameters, more: dimension }) => {
					const { filters: _, segment_id, ...range } = parameters;
					const sites = [site, site + 1];
					const metrics = ["sessions", "pageviews", "users", "events", "bounce_rate"];
					const body = { metrics, limit: 1000, range };
					const rowsOf = async (one: number) => {
						const { rows } = (await run(
							one,
							"/query",
							{},
							{},
							{
								...body,
								dimensions: [dimension],
							},
						)) as { rows: { dimensions: string[]; metrics: number[] }[] };
						return rows;
					};
					const [first = [], second = []] = await Promise.all(sites.map(rowsOf));
					const apart = await askAll(sites, { ...body, dimensions: ["site", dimension] });
					const bySite = (rows: typeof first, number: number) =>
						rows.map((row) => [String(number), ...row.dimensions, ...row.metrics]);
					const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
					expect(sorted(apart.rows.map((row) => [...row.dimensions, ...row.metrics]))).toEqual(
						sorted([...bySite(first, site), ...bySite(second, site + 1)]),
					);
					const together = await askAll(sites, { ...body, dimensions: [dimension] });
					const sums = new Map<string, number[]>();
					for (const {
						dimensions: [value = ""],
						metrics,
					} of [...first, ...second])
						sums.set(
							value,
							metrics.slice(0, 4).map((one, place) => one + (sums.get(value)?.[place] ?? 0)),
						);
					expect(
						sorted(together.rows.map((row) => [...row.dimensions, ...row.metrics.slice(0, 4)])),
					).toEqual(sorted([...sums].map(([value, row]) => [value, ...row])));
				},
			),
		WITHIN_MS,
	);

	it("refuses what cannot be put together, and says what can", async () => {
		const refused = (body: object) => askAll([1, 2], body);
		await expect(refused({ metrics: ["lcp:p75"] })).rejects.toMatchObject({
			message: "lcp:p75 of several sites is not the sum of theirs: ask by the dimension site",
		});
		for (const body of [{ metrics: ["conversions(1)"] }, { dimensions: ["goal"] }])
			await expect(refused({ metrics: ["sessions"], ...body })).rejects.toMatchObject({
				message: "Goals belong to single sites: ask the site of the goal",
			});
		const { rows } = await askAll([901, 902], { metrics: ["lcp:p75"], dimensions: ["site"] });
		expect(rows).toEqual([
			{ dimensions: ["901"], metrics: [null] },
			{ dimensions: ["902"], metrics: [null] },
		]);
	});

	it("is compared by site, too", async () => {
		const range = { start_date: "2027-05-30", end_date: "2027-05-31" };
		const { rows } = await askAll([901, 902], {
			...{ metrics: ["sessions"], dimensions: ["time:day"], range, compare: "previous" },
		});
		expect(rows).toMatchObject([{ previous: [0] }, { previous: [0] }]);
	});
});
