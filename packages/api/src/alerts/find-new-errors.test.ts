import type { RunSql } from "@footfall/reports/report/report";
import { expect, it } from "vitest";
import { AlertRule } from "./alert-rule.ts";
import { createFindNewErrors } from "./find-new-errors.ts";
import { plan } from "./planned-rule.ts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 10, 12);
const WINDOW = 15 * MINUTE;

interface Occurrence {
	site: number;
	at: number;
	/** When the gateway received it. */
	received: number;
}

const plannedOf = (sites: number) =>
	Array.from({ length: sites }, (_, nth) =>
		plan({
			...{ alertId: nth + 1, siteId: nth + 1, organizationId: "o", name: "Rule", version: 1 },
			...{ rule: AlertRule.parse({ condition: "new_error", window: "15m" }), state: "ok" },
			...{ since: 0, reason: null, pausedUntil: undefined, memory: {}, language: "en" },
			timeZone: undefined,
		}),
	);

/** Finds errors in a list of occurrences, each of which is an error of its own. */
const finding = (sites: number) => {
	const occurrences: Occurrence[] = [];
	const decided = new Map<number, string>();
	const ignored = new Set<number>();
	let asked: [site: number, since: number][] = [];
	const receivedSince = (site: number, since: number) =>
		occurrences.filter((one) => one.site === site && one.received >= since);
	const runSql: RunSql = async <Row>(text: string, parameters: Record<string, unknown>) => {
		const {
			sites: chosen,
			from = 0,
			to = 0,
			since = 0,
		} = parameters as {
			sites: number[];
			from?: number;
			to?: number;
			since?: number;
		};
		return chosen.flatMap((site): unknown[] => {
			if (text.includes("AS mark")) {
				const mark = receivedSince(site, since).map(({ received }) => received);
				return mark.length === 0 ? [] : [{ site, mark: mark.join() }];
			}
			const ofSite = occurrences.filter(
				(one) => one.site === site && one.at >= from && one.at < to,
			);
			return ofSite.length === 0 ? [] : [{ site, errors: ofSite.length, last: 0 }];
		}) as Row[];
	};
	const find = createFindNewErrors({
		runSql,
		decisionMarks: async () => decided,
		newErrorsOf: async (site, since) => {
			asked.push([site, since]);
			if (ignored.has(site)) return [];
			return receivedSince(site, since).map(({ at }) => ({
				...{ errorId: String(at), message: "it broke", count: 1, state: "new" as const },
				at: new Date(at).toISOString(),
			}));
		},
	});
	const planned = plannedOf(sites);
	return {
		occurs: (site: number, at: number, received = at) => occurrences.push({ site, at, received }),
		ignore: (site: number) => {
			ignored.add(site);
			decided.set(site, "ignored");
		},
		/** The sites that are asked in the minute that begins, and how many errors are found. */
		at: async (now: number) => {
			asked = [];
			const found = await find(planned, { gaps: [] }, now);
			const errors = [...found.values()].flat().length;
			return { asked, errors, known: found.size };
		},
	};
};

it("asks a site when an error occurred and when it leaves the window, and not in between", async () => {
	const { occurs, at } = finding(3);
	occurs(2, NOW - 30_000);
	const minutes = [];
	for (let minute = 0; minute < 18; minute++) minutes.push(await at(NOW + minute * MINUTE));
	expect(minutes.map(({ errors }) => errors)).toEqual([...Array(15).fill(1), 0, 0, 0]);
	expect(minutes.flatMap(({ asked }) => asked)).toEqual([[2, NOW - WINDOW]]);
	occurs(2, NOW + 20 * MINUTE);
	occurs(2, NOW + 25 * MINUTE);
	expect(await at(NOW + 26 * MINUTE)).toMatchObject({ errors: 2 });
	expect(await at(NOW + 27 * MINUTE)).toMatchObject({ errors: 2, asked: [] });
	expect(await at(NOW + 36 * MINUTE)).toMatchObject({
		errors: 1,
		asked: [[2, NOW + 21 * MINUTE]],
	});
});

it("finds an error that was received long after it occurred", async () => {
	const { occurs, at } = finding(1);
	occurs(1, NOW - 30_000);
	await at(NOW);
	occurs(1, NOW - 26 * 60 * MINUTE, NOW + 30_000);
	expect(await at(NOW + MINUTE)).toMatchObject({ errors: 2 });
	expect(await at(NOW + 2 * MINUTE)).toMatchObject({ errors: 2, asked: [] });
});

it("asks again once somebody has decided about an error", async () => {
	const { occurs, ignore, at } = finding(1);
	occurs(1, NOW - 30_000);
	expect(await at(NOW)).toMatchObject({ errors: 1 });
	ignore(1);
	expect(await at(NOW + MINUTE)).toMatchObject({ errors: 0 });
	expect(await at(NOW + 2 * MINUTE)).toMatchObject({ errors: 0, asked: [] });
});

it("asks sixty sites in a minute, and the others in the next ones, for the errors since then", async () => {
	const { occurs, at } = finding(100);
	for (let site = 1; site <= 100; site++) occurs(site, NOW - 30_000);
	expect(await at(NOW)).toMatchObject({ errors: 60, known: 60 });
	expect((await at(NOW + MINUTE)).asked).toHaveLength(40);
	expect(await at(NOW + 2 * MINUTE)).toMatchObject({ errors: 100, known: 100, asked: [] });
});

it("asks again for what could not be answered", async () => {
	const occurrence = { site: 1, errors: 1, last: 0, mark: "1" };
	const answers: (() => Promise<never[]>)[] = [
		() => Promise.reject(new Error("The store is away")),
		async () => [],
	];
	const find = createFindNewErrors({
		runSql: async <Row>() => [occurrence] as Row[],
		decisionMarks: async () => new Map(),
		newErrorsOf: () => answers.shift()?.() ?? Promise.reject(new Error("Asked too often")),
	});
	await expect(find(plannedOf(1), { gaps: [] }, NOW)).rejects.toThrow("The store is away");
	for (const minute of [1, 2, 3])
		expect((await find(plannedOf(1), { gaps: [] }, NOW + minute * MINUTE)).size).toBe(1);
});
