import {
	DROP_REASONS,
	MAX_FOREIGN_HOSTS,
	MAX_REPORTED_COUNTS,
	MAX_REPORTED_SITES,
	OUTCOME_SLOT_MS,
	OutcomeReport,
	REJECT_REASONS,
} from "@footfall/shared/outcomes";
import { BOT_LAYERS } from "@footfall/shared/queued-event";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNKNOWN_SITE } from "../errors/refusals.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { DUPLICATE, type Outcome, rejected, STORED, storedAsBot } from "./outcome.ts";
import { createSiteOutcomes } from "./site-outcomes.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const NOW_SLOT = NOW / OUTCOME_SLOT_MS;

/** Knows the sites "1" to "9999999". */
const configuration = {
	site: (reference: string) =>
		/^[1-9]\d{0,6}$/.test(reference) ? { settings: { siteId: Number(reference) } } : undefined,
} as unknown as CompiledConfiguration;

const unknownSite = rejected("unknown_site", UNKNOWN_SITE);

const counting = () => {
	const outcomes = createSiteOutcomes();
	return {
		...outcomes,
		saw: (siteId: unknown, outcome: Outcome, at = NOW) =>
			outcomes.saw({ site_id: siteId }, configuration, outcome, at),
		taken: (now = NOW) => outcomes.take(now)?.report,
	};
};

/** The counts under their names, read independently. */
const namesOf = (outcome: Outcome): string[] => {
	if (outcome.kind === "duplicate" || outcome.kind === "quarantined") return [outcome.kind];
	if (outcome.kind === "filtered" || outcome.kind === "rejected")
		return [`${outcome.kind}:${outcome.reason}`];
	return outcome.isBot
		? ["bot", ...(outcome.layers ?? []).map((layer) => `bot:${layer}`)]
		: ["stored"];
};

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
	fc.constantFrom(STORED, DUPLICATE, { kind: "quarantined" as const, warnings: [] }),
	fc.subarray([...BOT_LAYERS], { minLength: 1 }).map(storedAsBot),
	fc.constantFrom(...DROP_REASONS).map((reason) => ({ kind: "filtered" as const, reason })),
	fc.constantFrom(...REJECT_REASONS).map((reason) => rejected(reason, UNKNOWN_SITE)),
);

describe("outcomes by site", () => {
	it("are counted individually, in time slots, and reported as totals", () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						site: fc.constantFrom("1", "2", "0123456789ab", "", 7, null),
						outcome: anyOutcome,
						minutes: fc.integer({ min: 0, max: 5 }),
						isReported: fc.boolean(),
					}),
					{ maxLength: 40 },
				),
				(seen) => {
					const { saw, taken } = counting();
					const reported = new Map<string, number>();
					const note = () => {
						for (const { slot, site, outcome, count } of taken()?.counts ?? [])
							reported.set(`${slot} ${site} ${outcome}`, count);
					};
					const expected = new Map<string, number>();
					for (const { site, outcome, minutes, isReported } of seen) {
						const at = NOW - minutes * 60_000;
						saw(site, outcome, at);
						const number = site === "1" || site === "2" ? site : "0";
						for (const name of namesOf(outcome)) {
							const key = `${Math.floor(at / OUTCOME_SLOT_MS)} ${number} ${name}`;
							expected.set(key, (expected.get(key) ?? 0) + 1);
						}
						if (isReported) note();
					}
					note();
					expect(reported).toEqual(expected);
				},
			),
		);
	});

	it("are reported only if they have changed", () => {
		const { saw, taken } = counting();
		expect(taken()).toBeUndefined();
		saw("1", STORED);
		saw("2", STORED);
		expect(taken()?.counts.map(({ site }) => site)).toEqual([1, 2]);
		expect(taken()).toBeUndefined();
		saw("2", STORED);
		expect(taken()?.counts).toEqual([{ slot: NOW_SLOT, site: 2, outcome: "stored", count: 2 }]);
	});

	it("are part of the next report if one did not arrive", () => {
		const { saw, take, taken } = counting();
		saw("1", STORED);
		take(NOW)?.giveBack();
		expect(taken()?.counts).toEqual([{ slot: NOW_SLOT, site: 1, outcome: "stored", count: 1 }]);
	});

	it("of more sites than fit into a report are reported in turn", () => {
		const { saw, taken } = counting();
		const sites = 5000;
		const seen = new Set<number>();
		for (let turn = 0; seen.size < sites; turn++) {
			expect(turn).toBeLessThan(20);
			// The busiest sites change all the time and still leave space for the others.
			for (let site = 1; site <= sites; site++) saw(String(site), STORED);
			const report = taken();
			expect(report?.counts.length).toBeLessThanOrEqual(MAX_REPORTED_COUNTS);
			for (const { site } of report?.counts ?? []) seen.add(site);
		}
	});

	it("use bounded memory, for the latest sites", () => {
		const { saw, taken } = counting();
		for (let site = 1; site <= 15_000; site++) saw(String(site), STORED, NOW - OUTCOME_SLOT_MS);
		for (let site = 1; site <= 30_000; site++) saw(String(site), STORED);
		const slots = new Set<number>();
		let reported = 0;
		for (let report = taken(); report; report = taken()) {
			reported += report.counts.length;
			for (const { slot } of report.counts) slots.add(slot);
		}
		expect([...slots]).toEqual([NOW_SLOT]);
		expect(reported).toBe(20_000);
	});

	it("of the last hour are kept while they cannot be reported, and no older ones", () => {
		const { saw, take } = counting();
		for (let back = 20; back >= 0; back--) saw("1", STORED, NOW - back * OUTCOME_SLOT_MS);
		take(NOW)?.giveBack();
		const slots = take(NOW)?.report.counts.map(({ slot }) => NOW_SLOT - slot);
		expect(slots).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
	});
});

describe("events that never arrived", () => {
	const sumOf = (...numbers: readonly number[]) => {
		const { saw, taken } = counting();
		for (const givenUp of numbers) saw("1", { kind: "stored", isBot: false, givenUp });
		return taken()?.counts.find(({ outcome }) => outcome === "given_up_by_browsers")?.count;
	};

	it("are counted as often as the arrived ones report", () => expect(sumOf(3, 1, 20)).toBe(24));

	it("are capped at the most that a report can contain, and do not wrap around", () =>
		expect(sumOf(...new Array<number>(5000).fill(1_000_000))).toBe(4_294_967_295));
});

describe("excluded hosts", () => {
	const FOREIGN: Outcome = { kind: "filtered", reason: "foreign_host" };
	const seen = (hosts: readonly unknown[], site = "1") => {
		const outcomes = createSiteOutcomes();
		for (const hostname of hosts)
			outcomes.saw({ site_id: site, hostname }, configuration, FOREIGN, NOW);
		const { counts = [] } = outcomes.take(NOW)?.report ?? {};
		return Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]));
	};

	it("are reported with their counts, in lower case", () =>
		expect(seen(["proxy.test", "Proxy.test", "localhost"])).toEqual({
			"filtered:foreign_host": 3,
			"host:proxy.test": 2,
			"host:localhost": 1,
		}));

	it("are counted without a name if they have none, or one that is too long", () =>
		expect(seen(["", undefined, 7, "x".repeat(60)])).toEqual({ "filtered:foreign_host": 4 }));

	it("are limited in number, however many are sent", () => {
		const counts = seen(Array.from({ length: 1000 }, (_, index) => `host-${index}.test`));
		expect(counts["filtered:foreign_host"]).toBe(1000);
		expect(Object.keys(counts)).toHaveLength(1 + MAX_FOREIGN_HOSTS);
	});

	it("make a report that the api accepts, whatever is sent", () =>
		fc.assert(
			fc.property(fc.array(fc.string({ unit: "binary", maxLength: 80 })), (hosts) => {
				const outcomes = createSiteOutcomes();
				for (const hostname of hosts)
					outcomes.saw({ site_id: "1", hostname }, configuration, FOREIGN, NOW);
				const report = outcomes.take(NOW)?.report;
				if (report) expect(OutcomeReport.parse(report)).toEqual(report);
				expect(JSON.stringify(report) ?? "").not.toContain("\\u0000");
			}),
		));
});

describe("unknown site ids", () => {
	it("are reported with their counts", () => {
		const { saw, taken } = counting();
		saw("0123456789ab", unknownSite);
		saw("0123456789ab", unknownSite);
		expect(taken()).toMatchObject({
			counts: [{ slot: NOW_SLOT, site: 0, outcome: "rejected:unknown_site", count: 2 }],
			unknownSites: [{ slot: NOW_SLOT, id: "0123456789ab", count: 2 }],
		});
	});

	it("are cut, and free of characters that a database or a terminal cannot handle", () => {
		const { saw, taken } = counting();
		saw(`\u001b[2J\0\ud800${"x".repeat(100_000)}`, unknownSite);
		expect(taken()?.unknownSites.map(({ id }) => id)).toEqual([
			`\uFFFD[2J\uFFFD\uFFFD${"x".repeat(58)}`,
		]);
	});

	it("are limited in number, however many are sent", () => {
		const { saw, taken } = counting();
		for (let index = 0; index < 1000; index++) saw(`guess ${index}`, unknownSite);
		const report = taken();
		expect(report?.unknownSites).toHaveLength(MAX_REPORTED_SITES);
		expect(report?.counts).toEqual([
			{ slot: NOW_SLOT, site: 0, outcome: "rejected:unknown_site", count: 1000 },
		]);
	});

	it("make a report that the api accepts, whatever is sent", () =>
		fc.assert(
			fc.property(fc.array(fc.string({ unit: "binary" })), (ids) => {
				const { saw, taken } = counting();
				for (const id of ids) saw(id, unknownSite);
				const report = taken();
				if (report) expect(OutcomeReport.parse(report)).toEqual(report);
			}),
		));
});
