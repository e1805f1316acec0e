import { describe, expect, it } from "vitest";
import { AlertRule } from "./alert-rule.ts";
import { type HourlySeries, valueBetween } from "./conditions/hourly-series.ts";
import { createRhythm } from "./conditions/rhythm.ts";
import { firingsOf } from "./firings-of.ts";
import { verdictOf, windowMs } from "./verdict-of.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.UTC(2026, 5, 1);
const DAYS = 146;
/** The ninety days that are looked at. */
const FROM = FIRST + 56 * DAY;
const TO = FIRST + DAYS * DAY;
const SITES = 50;
const MONTH = 30 * DAY;

/** Repeatable numbers between 0 and 1 (mulberry32). */
const randomFrom = (seed: number) => {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
};
type Random = () => number;

const normal = (random: Random) =>
	Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const poisson = (random: Random, mean: number): number => {
	if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
	let count = 0;
	for (let product = random(); product > Math.exp(-mean); product *= random()) count++;
	return count;
};

/**
 * What a site has in each hour: a rhythm of the day and the week, quiet nights, a trend, days that are better or worse,
 * more spread than chance, and one odd day.
 */
const trafficOf = (seed: number, { least = 3, incidents = [] }: Planted = {}): number[] => {
	const random = randomFrom(seed);
	const perHour = least * (600 / least) ** random();
	const night = 0.02 + 0.2 * random();
	const weekend = 0.3 + 0.8 * random();
	const peak = 10 + 8 * random();
	const trend = (random() - 0.4) / DAYS;
	const spreadOfHours = 0.05 + 0.1 * random();
	const spreadOfDays = 0.02 + 0.05 * random();
	const oddDay = 60 + Math.floor(20 * random());
	const oddTimes = 2.5 + random();
	let ofDay = 1;
	return Array.from({ length: DAYS * 24 }, (_, hour) => {
		const day = Math.floor(hour / 24);
		if (hour % 24 === 0) ofDay = Math.exp(spreadOfDays * normal(random));
		const wave = (1 + Math.cos((2 * Math.PI * ((hour % 24) - peak)) / 24)) / 2;
		const ofHour = night + (1 - night) * wave ** 1.5;
		const mean =
			perHour *
			ofHour *
			(day % 7 >= 5 ? weekend : 1) *
			(1 + trend * day) *
			ofDay *
			Math.exp(spreadOfHours * normal(random)) *
			(day === oddDay ? oddTimes : 1);
		const planted = incidents.find(({ from, hours }) => hour >= from && hour < from + hours);
		return poisson(random, mean * (planted?.times ?? 1));
	});
};
const oddDayOf = (seed: number): number => {
	const random = randomFrom(seed);
	const drawn = Array.from({ length: 8 }, random);
	return 60 + Math.floor(20 * (drawn[7] ?? 0));
};

interface Planted {
	/** Sessions in the busiest hours, up to 600. */
	least?: number;
	incidents?: readonly Incident[];
}

interface Incident {
	/** In hours from the first. */
	from: number;
	hours: number;
	times: number;
}

const seriesOf = (values: readonly number[]): HourlySeries => ({
	firstHour: FIRST / HOUR,
	values,
	isSum: true,
});

const simulate = (values: readonly number[], more: object, from = FROM, to = TO) => {
	const rule = AlertRule.parse({ metric: "sessions", cooldownMinutes: 0, ...more });
	const series = seriesOf(values);
	const length = windowMs(rule);
	const rhythm = createRhythm(series, { windowMs: length, timeZone: "UTC" });
	const steps = Array.from({ length: (to - from) / HOUR }, (_, hour) => from + (hour + 1) * HOUR);
	return firingsOf(rule, steps, (now) =>
		verdictOf(rule, {
			...{ now, series, rhythm, isCount: true },
			value: valueBetween(series, now - length, now),
		}),
	);
};

/** The most of some instants that lie within thirty days, wherever these begin. */
const mostInAMonth = (instants: readonly number[]): number =>
	Math.max(
		0,
		...instants.map((from) => instants.filter((at) => at >= from && at < from + MONTH).length),
	);

const RULES = {
	"unusual, an hour": { condition: "unusual", window: "1h" },
	"unusual, six hours": { condition: "unusual", window: "6h" },
	"unusual, a day": { condition: "unusual", window: "1d" },
	silent: { condition: "silent" },
	"goal stopped": { condition: "goal_stopped", goalId: 1 },
} as const;

/** The slowest quarter of a site's largest paints in each hour, of as many views as it has. */
const vitalsOf = (seed: number, { least, incidents = [] }: Planted = {}) => {
	const random = randomFrom(seed + 1_000);
	const views = trafficOf(seed, { ...(least !== undefined && { least }) });
	const median = 700 + 1000 * random();
	const spread = 0.4 + 0.3 * random();
	const [first] = incidents;
	// Before an incident, a vital is as it is without one.
	const isLookedAt = (hour: number) =>
		first === undefined || (hour >= first.from - 24 && hour < first.from + first.hours + 24);
	const quarters = views.map((count, hour) => {
		if (!isLookedAt(hour)) return Number.NaN;
		const { times = 1 } =
			incidents.find(({ from, hours }) => hour >= from && hour < from + hours) ?? {};
		const paints = Array.from(
			{ length: count },
			() => times * median * Math.exp(spread * normal(random)),
		).sort((one, other) => one - other);
		return paints[Math.floor(0.75 * count)] ?? Number.NaN;
	});
	return { views, quarters };
};

const simulateVital = (seed: number, planted?: Planted) => {
	const rule = AlertRule.parse({ condition: "vital_poor", cooldownMinutes: 0 });
	const { views, quarters } = vitalsOf(seed, planted);
	const steps = Array.from({ length: DAYS * 24 }, (_, hour) => FIRST + (hour + 1) * HOUR);
	const at = (values: readonly number[], now: number) => values[(now - FIRST) / HOUR - 1] ?? 0;
	return firingsOf(rule, steps, (now) => {
		const value = at(quarters, now);
		return verdictOf(rule, {
			...{ now, isCount: false, samples: at(views, now), poor: 4000 },
			value: Number.isNaN(value) ? null : value,
		});
	});
};

describe("ninety days of fifty sites without incidents", () => {
	it.each(Object.entries(RULES))("%s: at most one false alarm per site and month", (_, rule) => {
		const perSite = Array.from({ length: SITES }, (_, seed) => {
			const odd = FIRST + oddDayOf(seed) * DAY;
			// The odd day is one, and what is said about it is right.
			const alarms = simulate(trafficOf(seed), rule).filter(
				({ start }) => start < odd || start > odd + 2 * DAY,
			);
			return mostInAMonth(alarms.map(({ start }) => start));
		});
		expect(Math.max(...perSite)).toBeLessThanOrEqual(1);
	});

	it("a poor vital: at most one false alarm per site and month", () => {
		const perSite = Array.from({ length: SITES }, (_, seed) =>
			mostInAMonth(simulateVital(seed).map(({ start }) => start)),
		);
		expect(Math.max(...perSite)).toBeLessThanOrEqual(1);
	});
});

describe("planted incidents", () => {
	const seeds = Array.from({ length: SITES }, (_, seed) => seed);
	const foundIn = (
		seed: number,
		{ least, ...incident }: Incident & { least: number },
		rules: readonly (keyof typeof RULES)[],
	) => {
		const values = trafficOf(seed, { least, incidents: [incident] });
		const from = FIRST + incident.from * HOUR;
		return rules.some((name) =>
			simulate(values, RULES[name], from - DAY, from + (incident.hours + 2) * HOUR).some(
				({ start }) => start > from && start <= from + (incident.hours + 1) * HOUR,
			),
		);
	};
	const anyWindow = ["unusual, an hour", "unusual, six hours", "unusual, a day"] as const;
	const cases: [
		string,
		Omit<Incident, "from"> & { least: number },
		readonly (keyof typeof RULES)[],
	][] = [
		["traffic that doubles for a day", { hours: 24, times: 2, least: 8 }, anyWindow],
		// Of fewer sessions, half is not more than chance.
		["traffic that halves for two days", { hours: 48, times: 0.5, least: 100 }, anyWindow],
		["errors that jump tenfold", { hours: 6, times: 10, least: 3 }, anyWindow],
		["a tracker that falls silent", { hours: 48, times: 0, least: 3 }, ["silent"]],
		["a goal that stops", { hours: 72, times: 0, least: 3 }, ["goal stopped"]],
	];
	it.each(cases)("%s: found on every site", (_, incident, rules) => {
		const missed = seeds.filter((seed) => {
			const from = (90 + (seed % 40)) * 24 + 8 + ((seed * 5) % 12);
			return !foundIn(seed, { ...incident, from }, rules);
		});
		expect(missed).toEqual([]);
	});

	it("a vital that turns poor: found on every site", () => {
		const missed = seeds.filter((seed) => {
			const from = (90 + (seed % 40)) * 24 + 8;
			const incidents = [{ from, hours: 24, times: 6 }];
			const start = FIRST + from * HOUR;
			return !simulateVital(seed, { least: 60, incidents }).some(
				(one) => one.start > start && one.start <= start + 24 * HOUR,
			);
		});
		expect(missed).toEqual([]);
	});
});
