import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { createRandom } from "@footfall/testing/random";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const printed = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(date) / DAY_MS;

type Row = Record<string, string | number>;
interface Sums {
	visitors: number;
	visits: number;
	pageviews: number;
	bounces: number;
	visit_duration: number;
}

/** An export as Plausible writes it: rows of its files by day, and its totals. */
const exportOf = (
	seed: number,
	{ from, days, isKept }: { from: string; days: number; isKept(place: number): boolean },
) => {
	const random = createRandom(seed);
	const upTo = (most: number) => Math.floor(random() * most);
	const sums = (): Sums => {
		const visits = 1 + upTo(900);
		return {
			visitors: Math.max(1, visits - upTo(visits)),
			visits,
			pageviews: visits + upTo(3000),
			bounces: upTo(visits + 1),
			visit_duration: upTo(100_000),
		};
	};
	const dates = Array.from({ length: days }, (_, place) => place)
		.filter(isKept)
		.map((place) => printed(dayOf(from) + place));
	const visitors = dates.map((date): Row & Sums & { date: string } => ({ date, ...sums() }));
	const by = (column: string, values: readonly string[], more: Row = {}) =>
		dates.flatMap((date) =>
			values.map((value): Row => ({ date, [column]: value, ...sums(), ...more })),
		);
	return {
		dates,
		visitors,
		locations: by("country", ["DE", "US", "JP"], { region: "", city: "" }),
		sources: by("source", ["", "Google", "newsletter"], {
			...{ referrer: "", utm_source: "", utm_medium: "", utm_campaign: "" },
			...{ utm_content: "", utm_term: "" },
		}),
		devices: by("device", ["Desktop", "Mobile"]),
	};
};

const EXPORTS = [
	["three days", 1, { from: "2024-02-27", days: 3, isKept: () => true }],
	[
		"a year with gaps",
		2,
		{ from: "2023-03-01", days: 366, isKept: (place: number) => place % 7 !== 3 },
	],
	["five years", 3, { from: "2019-01-01", days: 1826, isKept: () => true }],
] as const;

let api: PopulatedApi;
let close: () => Promise<void>;
beforeAll(async () => {
	({ api, close } = await startWithEvents(startPopulatedApi));
});
afterAll(() => close());

const ask = async <Body>(path: string, body?: object): Promise<Body> => {
	const answer = await api.ask(path, { headers: api.as.owner, ...(body && { body }) });
	expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
	return answer.body as Body;
};

const importRows = async (site: string, rows: readonly Row[]) => {
	const { data } = await ask<{ data: { importId: string } }>(`${site}/imports`, {
		platform: "plausible",
	});
	for (let from = 0; from < rows.length; from += 5000)
		await ask(`${site}/imports/${data.importId}/events`, {
			events: rows.slice(from, from + 5000),
			isLastBatch: from + 5000 >= rows.length,
		});
	await eventually(
		() => ask<{ data: { completedAt: string | null }[] }>(`${site}/imports`),
		(listed) => listed.data[0]?.completedAt !== null,
	);
};

const sumOf = (rows: readonly Row[], name: string) =>
	rows.reduce((sum, row) => sum + Number(row[name]), 0);

describe("an export of Plausible has the totals of that product in every report", () => {
	it.each(EXPORTS)("%s", { timeout: 180_000 }, async (name, seed, given) => {
		const { siteId } = await ask<{ siteId: number }>(`${api.organization}/sites`, {
			domain: `past-${seed}.example.com`,
			name,
		});
		const site = `/api/sites/${siteId}`;
		const { dates, visitors, locations, sources, devices } = exportOf(seed, given);
		await importRows(site, [...visitors, ...locations, ...sources, ...devices]);
		const range = `start_date=${dates[0]}&end_date=${dates.at(-1)}&time_zone=Asia/Tokyo`;

		const { data } = await ask<{ data: Record<string, number> }>(`${site}/overview?${range}`);
		expect(data).toMatchObject({
			sessions: sumOf(visitors, "visits"),
			pageviews: sumOf(visitors, "pageviews"),
			users: sumOf(visitors, "visitors"),
			bounce_rate: expect.closeTo(
				(sumOf(visitors, "bounces") / sumOf(visitors, "visits")) * 100,
				9,
			),
			session_duration: expect.closeTo(
				sumOf(visitors, "visit_duration") / sumOf(visitors, "visits"),
				9,
			),
		});

		const series = await ask<{ data: { time: string; sessions: number }[] }>(
			`${site}/overview/time-series?${range}&bucket=day`,
		);
		const shown = series.data.filter(({ sessions }) => sessions > 0);
		expect(shown.map(({ time, sessions }) => [time.slice(0, 10), sessions])).toEqual(
			visitors.map(({ date, visits }) => [date, visits]),
		);

		for (const [parameter, column, rows] of [
			["country", "country", locations],
			["device_type", "device", devices],
		] as const) {
			const { data } = await ask<{ data: { data: { value: string; count: number }[] } }>(
				`${site}/metric?${range}&parameter=${parameter}`,
			);
			for (const value of new Set(rows.map((row) => row[column]))) {
				const own = rows.filter((row) => row[column] === value);
				const found = data.data.find((row) => row.value === value);
				expect([value, found?.count]).toEqual([value, sumOf(own, "visits")]);
			}
		}

		const months = await ask<{
			data: { month: string; imported: { sessions: number } | null }[];
		}>(`${site}/imported-months`);
		const byMonth = new Map<string, number>();
		for (const { date, visits } of visitors)
			byMonth.set(date.slice(0, 7), (byMonth.get(date.slice(0, 7)) ?? 0) + visits);
		expect(months.data.map(({ month, imported }) => [month, imported?.sessions])).toEqual([
			...byMonth,
		]);
	});
});
