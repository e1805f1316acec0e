import type { RunSql } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { defaultSiteSettings } from "@footfall/shared/site";
import { describe, expect, it } from "vitest";
import type { Site } from "../access/site.ts";
import { AlertRule } from "./alert-rule.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import { createMeasureRules } from "./measure-rules.ts";
import { createSeriesCache } from "./series-cache.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 10, 12);

const ruleOf = (alertId: number, siteId: number, rule: object): KnownRule => ({
	...{ alertId, siteId, organizationId: "o", name: "Rule", version: 1 },
	...{ rule: AlertRule.parse(rule), state: "ok", since: 0, reason: null },
	...{ pausedUntil: undefined, memory: {}, language: "en", timeZone: undefined },
});

const knowledgeOf = (rules: KnownRule[]): Knowledge => ({
	rules,
	sites: new Map(
		rules.map(({ siteId }) => [
			siteId,
			{
				...defaultSiteSettings,
				siteId,
				domain: "site.example",
				timeZone: "UTC",
			} as unknown as Site,
		]),
	),
	goals: { ofSite: async () => [], one: () => Promise.reject(new Error("No goal")) },
	...{ channels: new Map(), gaps: [], imports: new Map() },
});

interface Statement {
	text: string;
	sites: number;
}

/** Measures rules over a store in which every site had an event just now, and which keeps its statements. */
const measuring = (rules: KnownRule[], refuse = (_: Statement): boolean => false) => {
	const statements: Statement[] = [];
	let now = NOW;
	const runSql: RunSql = async <Row>(text: string, parameters: Record<string, unknown>) => {
		const { sites = [] } = parameters as { sites?: number[] };
		const statement = { text, sites: sites.length };
		statements.push(statement);
		if (refuse(statement)) throw new ApiError("UNAVAILABLE", "The report needs too much memory");
		return (
			text.includes("AS last") ? sites.map((site) => ({ site, last: now - 1, sessions: 9 })) : []
		) as Row[];
	};
	const { measure } = createMeasureRules({
		...{ runSql, cache: createSeriesCache(), newErrorsOf: async () => [] },
		decisionMarks: async () => new Map(),
	});
	const knowledge = knowledgeOf(rules);
	return {
		/** Measures the minute that begins now. */
		at: async (instant: number) => {
			now = instant;
			statements.length = 0;
			const { measurements, overdue } = await measure(rules, knowledge, instant);
			return { measured: measurements.size, overdue: overdue.size, statements };
		},
	};
};

const manyRules = (count: number, ruleOfNumber: (nth: number) => object): KnownRule[] =>
	Array.from({ length: count }, (_, nth) => ruleOf(nth + 1, nth + 1, ruleOfNumber(nth)));
const ofHours = ({ text }: Statement) => text.includes("AS hours");

describe("rules that compare counts of many sites with their past", () => {
	it("know it after some minutes, by one statement for two hundred sites", async () => {
		const { at } = measuring(manyRules(500, () => ({ condition: "unusual", metric: "sessions" })));
		const minutes = [];
		for (let minute = 0; minute < 4; minute++) {
			const { measured, statements } = await at(NOW + minute * MINUTE);
			minutes.push([measured, statements.filter(ofHours).map(({ sites }) => sites)]);
		}
		expect(minutes).toEqual([
			[200, [200]],
			[400, [200]],
			[500, [100]],
			[500, []],
		]);
	});

	it("are all continued by one statement in each hour, and read anew after a day", async () => {
		const { at } = measuring(manyRules(400, () => ({ condition: "unusual", metric: "sessions" })));
		const read = async (instant: number) =>
			(await at(instant)).statements.filter(ofHours).map(({ sites }) => sites);
		for (let minute = 0; minute < 3; minute++) await read(NOW + minute * MINUTE);
		for (let hour = 1; hour < 24; hour++) {
			expect(await read(NOW + hour * HOUR)).toEqual([400]);
			expect(await read(NOW + hour * HOUR + MINUTE)).toEqual([]);
		}
		expect(await read(NOW + 24 * HOUR)).toEqual([400]);
		expect(await read(NOW + 24 * HOUR + MINUTE)).toEqual([200]);
		expect(await read(NOW + 24 * HOUR + 2 * MINUTE)).toEqual([200]);
		expect(await read(NOW + 24 * HOUR + 3 * MINUTE)).toEqual([]);
	});

	it("are read of fewer sites at once where a statement takes too much", async () => {
		const { at } = measuring(
			manyRules(100, () => ({ condition: "unusual", metric: "sessions" })),
			(statement) => ofHours(statement) && statement.sites > 30,
		);
		for (let minute = 0; minute < 3; minute++) await at(NOW + minute * MINUTE);
		let known = 0;
		for (let minute = 3; minute < 15; minute++) known = (await at(NOW + minute * MINUTE)).measured;
		expect(known).toBe(100);
	});
});

describe("rules that are asked site by site", () => {
	const filtered = (nth: number) => ({
		...{ condition: "above", metric: "sessions", threshold: 1, window: "5m" },
		filters: ["is", "pathname", [`/${nth}`]],
	});

	it("take turns, those first that waited longest", async () => {
		const { at } = measuring(manyRules(150, filtered));
		const measured = [];
		for (let minute = 0; minute < 5; minute++)
			measured.push((await at(NOW + minute * MINUTE)).measured);
		expect(measured).toEqual([50, 50, 50, 50, 50]);
	});

	it("say so when they wait for longer than a quarter of an hour", async () => {
		const { at } = measuring(manyRules(1_200, filtered));
		const overdue = [];
		for (let minute = 0; minute < 22; minute++)
			overdue.push((await at(NOW + minute * MINUTE)).overdue);
		// In each minute 50 are asked: the last ones were never, and the first ones wait for their second turn.
		expect(overdue.slice(0, 17)).toEqual(Array(17).fill(0));
		expect(overdue[17]).toBe(1_200 - 17 * 50);
	});

	it("are not overdue while all are measured in time", async () => {
		const { at } = measuring(manyRules(90, filtered));
		for (let minute = 0; minute < 30; minute++)
			expect((await at(NOW + minute * MINUTE)).overdue).toBe(0);
	});
});
