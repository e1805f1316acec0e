import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { BREAKDOWN_PARAMETERS, FILTER_PARAMETERS } from "@footfall/reports/query/dimensions";
import { dimensionParameters } from "@footfall/reports/query/parameters";
import type { Report } from "@footfall/reports/report/report";
import { reports } from "@footfall/reports/reports";
import { ApiError } from "@footfall/shared/api-error";
import { AREAS, type Area } from "@footfall/shared/areas";
import { defaultSiteSettings } from "@footfall/shared/site";
import { NEEDED_BODIES, reportPathOf } from "@footfall/testing/model/needed-parameters";
import { describe, expect, it } from "vitest";
import type { Site } from "../access/site.ts";
import { createTimings } from "../http/timings.ts";
import { reportContextOf } from "./report-context.ts";

const site = {
	...defaultSiteSettings,
	...{ siteId: 1, id: "0123456789ab", organizationId: "ours", domain: "ours.example" },
} as unknown as Site;
const store = { query: async () => [] };

const isAdmitted = async (
	report: Report,
	shownAreas: readonly Area[],
	query: Record<string, string>,
	body: unknown = NEEDED_BODIES[reportPathOf(report.path)],
): Promise<boolean> => {
	try {
		await reportContextOf(
			report,
			{ store },
			{
				...{ site, shownAreas, query, body, params: {}, timings: createTimings() },
				...{ caller: undefined, role: undefined },
				requester: { tenant: "", caller: "", part: "" },
				signal: new AbortController().signal,
			},
		);
		return true;
	} catch (error) {
		if (error instanceof ApiError && error.code === "FORBIDDEN") return false;
		throw error;
	}
};

const readable = reports.filter(({ readers = "read" }) => readers === "read");
const FILTERED = ["country", "querystring", "user_id", "prop:plan", "url_param:ref"];
const filtersBy = (parameter: string) =>
	JSON.stringify([{ parameter, type: "equals", value: ["x"] }]);
const RANGE = { start_date: "2026-01-01", end_date: "2026-01-07" };

/** Queries, each with the areas that it reveals. */
const questionsOf = ({ areas, extra, asks, path }: Report) => {
	const names = dimensionParameters(extra);
	const dimensions = names.flatMap((name) =>
		["utm_source", "prop:plan", "bot_name", ...BREAKDOWN_PARAMETERS].map((value) => ({
			[name]: value,
		})),
	);
	const filters = FILTERED.map((parameter) => ({ filters: filtersBy(parameter) }));
	const bare = [{}, ...dimensions];
	const compared = "compare" in extra ? bare.map((one) => ({ ...one, compare: "previous" })) : [];
	const filtered = filters.flatMap((filter) => bare.map((one) => ({ ...one, ...filter })));
	return [...bare, ...compared, ...filtered].map((query: Record<string, string>) => {
		const named = names.flatMap((name) => query[name] ?? []);
		const by = FILTERED.filter((one) => query["filters"] === filtersBy(one));
		const asked = asks?.(NEEDED_BODIES[reportPathOf(path)], query);
		return {
			query: { ...RANGE, ...query },
			needed: [
				...[...areas, ...(asked?.areas ?? [])],
				...[...named, ...by, ...(asked?.dimensions ?? [])].flatMap(areasOfDimension),
			],
		};
	});
};

describe("A link that shows some areas", () => {
	it.each(readable.map((report) => [`${report.method ?? "get"} ${report.path}`, report] as const))(
		"is admitted to %s by all areas that a query names, and only by those",
		async (_, report) => {
			for (const { query, needed } of questionsOf(report)) {
				expect([query, await isAdmitted(report, needed, query)]).toEqual([query, true]);
				for (const area of new Set(needed)) {
					const others = AREAS.filter((one) => one !== area);
					expect([query, area, await isAdmitted(report, others, query)]).toEqual([
						...[query, area, false],
					]);
				}
			}
		},
	);
});

describe("A question is admitted by the areas", () => {
	it.each<[object, Area[]]>([
		[{ metrics: ["sessions"], dimensions: ["country", "time:day"] }, ["places"]],
		[{ metrics: ["errors"], dimensions: [] }, ["errors"]],
		[{ metrics: ["conversions(1)"], dimensions: ["prop:plan"] }, ["goals", "events"]],
		[{ metrics: ["lcp:p75", "bots"], dimensions: [] }, ["performance", "bots"]],
		[
			{
				metrics: ["users"],
				dimensions: [],
				filters: ["or", ["is", "user_id", ["a"]], ["not", ["is", "utm_source", ["b"]]]],
			},
			["users", "sources"],
		],
	])("of all that %j names", async (body, needed) => {
		for (const report of reports.filter(({ path }) => path.endsWith("/query"))) {
			const all: Area[] = ["overview", ...needed];
			expect(await isAdmitted(report, all, {}, body)).toBe(true);
			for (const area of all) {
				const others = AREAS.filter((one) => one !== area);
				expect([area, await isAdmitted(report, others, {}, body)]).toEqual([area, false]);
			}
		}
	});
});

it("A parameter that takes names of dimensions says so in its type", () => {
	const silent = reports.flatMap(({ path, extra }) =>
		Object.entries(extra).flatMap(([name, schema]) => {
			const words = (schema.description ?? "").split(/[^a-z_]+/);
			const isOne = ["parameter", "dimension", "property"].includes(name);
			const names = FILTER_PARAMETERS.filter((one) => one !== "user_id" && words.includes(one));
			const isTyped = dimensionParameters(extra).includes(name);
			// The sort order reveals no more than the rows.
			const isOrder = name.startsWith("sort");
			return (isOne || names.length > 1) && !isTyped && !isOrder ? [`${path} ${name}`] : [];
		}),
	);
	expect(silent).toEqual([]);
});
