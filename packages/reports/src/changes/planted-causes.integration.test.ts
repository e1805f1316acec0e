import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import {
	PLANTED_AT,
	type PlantedSession,
	plantedChange,
	plantedRate,
} from "@footfall/testing/model/planted-changes";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { candidatesOf, chooseSegments } from "./choose-segments.ts";
import type { Explanation } from "./explanation.ts";
import { chooseRateSegments, splitRate } from "./split-rate.ts";
import {
	type Combination,
	type DimensionValue,
	MOST_CANDIDATES,
	type ValueSums,
} from "./statements.ts";
import { type Pair, rateOf } from "./sums.ts";

const DIMENSIONS = [
	...["country", "utm_campaign", "channel", "referrer", "utm_source", "utm_medium"],
	...["entry_page", "device_type", "browser", "operating_system", "browser_version"],
	...["region", "city", "language"],
];

type Count = (session: PlantedSession) => number;
const ONE: Count = () => 1;

const sumsOf = (sessions: readonly PlantedSession[], n: Count = ONE): Pair => {
	const sums = { from: { n: 0, d: 0, n2: 0 }, to: { n: 0, d: 0, n2: 0 } };
	for (const session of sessions) {
		const one = sums[session.period];
		const counted = n(session);
		one.n += counted;
		one.d += 1;
		one.n2 += counted * counted;
	}
	return sums;
};

/** The sums of every value, one after the other. */
const valueSums = (sessions: readonly PlantedSession[], n: Count = ONE): ValueSums[] =>
	DIMENSIONS.flatMap((dimension) => {
		const byValue = new Map<string, PlantedSession[]>();
		for (const session of sessions) {
			const value = session.values[dimension] ?? "";
			const known = byValue.get(value);
			if (known) known.push(session);
			else byValue.set(value, [session]);
		}
		byValue.delete("");
		return [...byValue].map(([value, own]) => ({ dimension, value, sums: sumsOf(own, n) }));
	});

const combinations = (
	sessions: readonly PlantedSession[],
	values: readonly DimensionValue[],
): Combination[] => {
	const placeOf = new Map(
		values.map(({ dimension, value }, place) => [`${dimension} ${value}`, place]),
	);
	const found = new Map<string, { has: number[]; sessions: PlantedSession[] }>();
	for (const session of sessions) {
		const has = DIMENSIONS.flatMap(
			(dimension) => placeOf.get(`${dimension} ${session.values[dimension]}`) ?? [],
		).sort((one, other) => one - other);
		const key = has.join(" ");
		const known = found.get(key);
		if (known) known.sessions.push(session);
		else found.set(key, { has, sessions: [session] });
	}
	return [...found.values()].map((one) => ({ has: one.has, sums: sumsOf(one.sessions) }));
};

const matches = ({ values }: PlantedSession, segment: readonly DimensionValue[]) =>
	segment.every(({ dimension, value }) => values[dimension] === value);

/** Whether a segment names the cause, or has the very same sessions. */
const isCause = (
	sessions: readonly PlantedSession[],
	cause: Readonly<Record<string, string>>,
	segment: readonly DimensionValue[],
) => {
	const wanted = Object.entries(cause).map(([dimension, value]) => ({ dimension, value }));
	return sessions.every((one) => matches(one, wanted) === matches(one, segment));
};

const WORLDS = 500;

describe("planted causes of a different number of sessions", () => {
	it("are among the first three segments in at least 95 %, and all sums are exact", () => {
		const missed: string[] = [];
		for (let seed = 0; seed < WORLDS; seed++) {
			const { kind, cause, sessions } = plantedChange(seed);
			const whole = sumsOf(sessions);
			const candidates = candidatesOf(valueSums(sessions), whole, MOST_CANDIDATES);
			const chosen = chooseSegments(candidates, combinations(sessions, candidates), {
				whole,
				dimensions: DIMENSIONS,
			});
			const first = chosen.slice(0, 3).map(({ values }) => values);
			if (!first.some((segment) => isCause(sessions, cause, segment)))
				missed.push(
					`${seed} ${kind} ${JSON.stringify(cause)}: ${JSON.stringify(chosen.map(({ values, sums }) => [values.map(({ dimension, value }) => `${dimension}=${value}`).join("&"), sums.from.n, sums.to.n]))} ${whole.from.n}→${whole.to.n}`,
				);
			// Counted again, each session in the first segment that it matches.
			let left = sessions;
			for (const { values, sums } of chosen) {
				expect(sums).toEqual(sumsOf(left.filter((one) => matches(one, values))));
				left = left.filter((one) => !matches(one, values));
			}
			const contributions = chosen.reduce((sum, { sums }) => sum + sums.to.n - sums.from.n, 0);
			const rest = sumsOf(left);
			expect(contributions + rest.to.n - rest.from.n).toBe(whole.to.n - whole.from.n);
		}
		expect(missed.length).toBeLessThanOrEqual(WORLDS * 0.05);
	}, 180_000);
});

describe.each(["conversions", "bounces"] as const)(
	"planted causes of a different rate of %s",
	(metric) => {
		const n: Count =
			metric === "bounces"
				? ({ pageviews }) => Number(pageviews === 1)
				: ({ isConverted }) => Number(isConverted);

		it("are among the first three segments in at least 95 %, and the parts of each dimension add up", () => {
			const worlds = 40;
			const missed: string[] = [];
			for (let seed = 0; seed < worlds; seed++) {
				const { cause, sessions } = plantedRate(seed, metric);
				const whole = sumsOf(sessions, n);
				const values = valueSums(sessions, n);
				const difference = rateOf(whole.to) - rateOf(whole.from);
				const chosen = chooseRateSegments(values, whole, DIMENSIONS);
				const first = chosen.slice(0, 3).map((one) => one.values);
				if (!first.some((segment) => isCause(sessions, cause, segment)))
					missed.push(`${seed} ${JSON.stringify(cause)}: ${JSON.stringify(first)}`);
				for (const dimension of ["country", "browser_version", "entry_page"]) {
					const parts = values
						.filter((one) => one.dimension === dimension)
						.map(({ sums }) => splitRate(sums, whole));
					const sum = parts.reduce((all, { mix, rate }) => all + mix + rate, 0);
					expect(sum).toBeCloseTo(difference, 12);
				}
			}
			expect(missed.length).toBeLessThanOrEqual(worlds * 0.05);
		}, 60_000);
	},
);

const DAY_MS = 86_400_000;
const NOW = PLANTED_AT + 8 * DAY_MS;
const RANGE = { start_date: "2026-03-09", end_date: "2026-03-15", time_zone: "UTC" };
const COLUMNS = [
	...["site_id", "timestamp", "received_at", "event_id", "type", "session_id", "user_id"],
	...["hostname", "pathname", "referrer", "channel", "url_parameters", "browser"],
	...["browser_version", "operating_system", "device_type", "language", "country", "region"],
	...["city", "source", "source_offset"],
];

const rowsOf = (site: number, sessions: readonly PlantedSession[]) =>
	sessions.flatMap(({ at, values, pageviews }, session) =>
		Array.from({ length: pageviews }, (_, nth) => {
			const instant = new Date(at + nth * 1000).toISOString().replace("T", " ").replace("Z", "");
			const offset = session * 10 + nth;
			const [, version = ""] = (values["browser_version"] ?? "").split(" ");
			const named = ["utm_campaign", "utm_source", "utm_medium"].flatMap((name) =>
				values[name] ? [[name, values[name]]] : [],
			);
			return [
				...[site, instant, instant, `e${site}-${offset}`, "pageview"],
				...[String(session + 1), String(session + 1), "shop.example"],
				nth === 0 ? values["entry_page"] : "/more",
				values["referrer"] ? `https://${values["referrer"]}/` : "",
				...[values["channel"], Object.fromEntries(named), values["browser"], version],
				...[values["operating_system"], values["device_type"], values["language"]],
				...[values["country"], values["region"], (values["city"] ?? "").split("-").at(-1)],
				...["test", offset],
			];
		}),
	);

describe("planted causes in stored traffic", () => {
	let store: EventStore;
	let run: ReturnType<typeof createReportRunner>;
	beforeAll(async () => {
		store = await openTestStore();
		run = createReportRunner({ store, now: () => NOW });
	});
	afterAll(() => store.close());

	it("are explained as by the reference, with the same exact sums", async () => {
		// A cause that other changes make up for is no more than usual, and not explained.
		const isUnusual = ({ sessions }: { sessions: readonly PlantedSession[] }) => {
			const { from, to } = sumsOf(sessions);
			return Math.abs(to.n - from.n) > 3 * Math.sqrt(to.n + from.n);
		};
		const worlds = Array.from({ length: 14 }, (_, seed) => ({
			site: seed + 1,
			...plantedChange(seed),
		})).filter(isUnusual);
		for (const { site, sessions } of worlds)
			await store.insert("events", COLUMNS, rowsOf(site, sessions));
		let found = 0;
		for (const { site, sessions, cause } of worlds) {
			const answer = (await run(site, "/changes", { ...RANGE, metric: "sessions" })) as Explanation;
			const whole = sumsOf(sessions);
			expect(answer).toMatchObject({ from: whole.from.n, to: whole.to.n, is_usual: false });
			const segments = answer.segments.map(({ dimensions }) =>
				Object.entries(dimensions).map(([dimension, value]) => ({ dimension, value })),
			);
			found += Number(segments.slice(0, 3).some((one) => isCause(sessions, cause, one)));
			let left: readonly PlantedSession[] = sessions;
			for (const [place, segment] of segments.entries()) {
				const own = sumsOf(left.filter((one) => matches(one, segment)));
				expect(answer.segments[place]).toMatchObject({
					...{ from: own.from.n, to: own.to.n, contribution: own.to.n - own.from.n },
				});
				left = left.filter((one) => !matches(one, segment));
			}
			const rest = sumsOf(left);
			expect(answer.rest).toBe(rest.to.n - rest.from.n);
			expect(
				answer.rest + answer.segments.reduce((sum, { contribution }) => sum + contribution, 0),
			).toBe(answer.difference);
		}
		expect(worlds.length).toBeGreaterThan(8);
		expect(found).toBeGreaterThanOrEqual(worlds.length - 1);
	}, 120_000);

	it("have exact sums where only some of the sessions are read to find them", async () => {
		// The Netherlands lose half of their sessions on the second Monday.
		await store.command(`
  INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, hostname, pathname,
    country, browser, source, source_offset)
  SELECT 60, toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(number * 1209600, 140000)) AS at, at,
    toString(number), 'pageview', number + 1, number + 1, 'shop.example', '/',
    ['DE', 'FR', 'NL', 'GB', 'US'][number % 5 + 1] AS at_home, ['Chrome', 'Firefox'][number % 2 + 1], 'test', number
  FROM numbers(140000)
  WHERE NOT (number >= 70000 AND at_home = 'NL' AND intDiv(number, 10) % 2 = 0)`);
		const answer = (await run(60, "/changes", { ...RANGE, metric: "sessions" })) as Explanation;
		expect(answer).toMatchObject({ from: 70_000, to: 63_000, is_usual: false, rest: 0 });
		expect(answer.segments).toEqual([
			expect.objectContaining({
				...{ dimensions: { country: "NL" }, from: 14_000, to: 7000, contribution: -7000 },
				since: "2026-03-09 00:00:00",
			}),
		]);
	}, 60_000);

	it("have exact sums in other metrics, too", async () => {
		const { sessions } = plantedChange(4);
		await store.insert("events", COLUMNS, rowsOf(50, sessions));
		const explained = (metric: string) =>
			run(50, "/changes", { ...RANGE, metric }) as Promise<Explanation>;
		const sumOf = ({ segments, rest }: Explanation) =>
			segments.reduce((sum, { contribution }) => sum + contribution, rest);
		for (const metric of ["users", "pageviews"]) {
			const answer = await explained(metric);
			const n: Count = metric === "users" ? ONE : ({ pageviews }) => pageviews;
			const whole = sumsOf(sessions, n);
			expect(answer).toMatchObject({ from: whole.from.n, to: whole.to.n });
			expect(sumOf(answer)).toBe(answer.difference);
			expect(answer.segments.length).toBeGreaterThan(0);
		}
		const rate = await explained("bounce_rate");
		const bounces = sumsOf(sessions, ({ pageviews }) => Number(pageviews === 1));
		expect(rate.from).toBe(rateOf(bounces.from) * 100);
		expect(sumOf(rate)).toBeCloseTo(rate.difference, 12);
	}, 60_000);
});
