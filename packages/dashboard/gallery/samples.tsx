import type { Annotation } from "../src/charts/line/place-annotations.ts";
import type { ChartMessage } from "../src/charts/shared/chart-state.ts";
import type { FigureUnit } from "../src/format/number.ts";
import { chartDataOf, type SeriesPoint } from "../src/format/series.ts";
import type { TimeContext } from "../src/format/time.ts";
import type { Bucket } from "../src/format/wall-time.ts";
import { en } from "../src/i18n/en.ts";
import { Button } from "../src/ui/button.tsx";
import { CardState, FailureState } from "../src/ui/card-state.tsx";

export const words = en.chart;

export const locale = new URLSearchParams(location.search).get("locale") ?? "en-GB";

/** Early on a Sunday, when the last day has hardly begun. */
const NOW = Date.UTC(2026, 10, 22, 3, 47);
export const time: TimeContext = { locale, now: NOW };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const printed = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace("T", " ");

const pointsFrom = (
	start: number,
	stepMs: number,
	values: readonly (number | null)[],
): SeriesPoint[] =>
	values.map((value, index) => ({ time: printed(start + index * stepMs), value }));

const SESSIONS = [
	437, 505, 494, 440, 1114, 316, 253, 441, 484, 507, 531, 396, 311, 293, 503, 502, 537, 510, 469,
	345, 278, 496, 537, 545, 505, 497, 374, 39,
];
const SESSIONS_BEFORE = [
	320, 369, 380, 340, 317, 229, 209, 344, 366, 406, 415, 344, 256, 236, 342, 402, 461, 423, 415,
	245, 249, 367, 427, 471, 429, 401, 292, 251,
];
const FIRST = Date.UTC(2026, 9, 26);
/** The seven days until today. */
export const week = (counts: readonly number[]) => pointsFrom(FIRST + 21 * DAY_MS, DAY_MS, counts);
const FIRST_BEFORE = Date.UTC(2026, 8, 28);

interface Sample {
	name?: string;
	unit?: FigureUnit;
	bucket?: Bucket;
	values: readonly (number | null)[];
	before?: readonly (number | null)[];
	start?: number;
	stepMs?: number;
	now?: number;
}

const chart = (sample: Sample) => {
	const { name = "Sessions", unit = "count", bucket = "day", values, before } = sample;
	const { start = FIRST, stepMs = DAY_MS, now = NOW } = sample;
	return chartDataOf({
		unit,
		bucket,
		now,
		lines: [{ name, points: pointsFrom(start, stepMs, values) }],
		previous: before && pointsFrom(start - FIRST + FIRST_BEFORE, stepMs, before),
	});
};

const HOURS = [
	12, 9, 7, 5, 4, 6, 11, 19, 31, 38, 42, 40, 37, 41, 44, 46, 43, 39, 33, 30, 28, 24, 19, 14,
];

export const charts = {
	days: chart({ values: SESSIONS, before: SESSIONS_BEFORE }),
	spike: chart({
		values: SESSIONS.map((value, index) => (index === 4 ? 9412 : index === 5 ? 3120 : value)),
		before: SESSIONS_BEFORE,
	}),
	finished: chart({ values: SESSIONS.slice(0, 27), before: SESSIONS_BEFORE.slice(0, 27) }),
	hours: chart({
		bucket: "hour",
		values: HOURS.map((value, hour) => (hour === 14 ? 13 : value)),
		before: HOURS.map((value) => Math.round(value * 0.8 + 3)),
		start: Date.UTC(2026, 10, 22),
		stepMs: HOUR_MS,
		now: Date.UTC(2026, 10, 22, 14, 20),
	}),
	bounces: chart({
		name: "Bounce rate",
		unit: "percent",
		values: SESSIONS.map((value, index) => 40 + ((value + index * 13) % 11)),
	}),
	loading: chart({
		name: "Largest Contentful Paint, 75th percentile",
		unit: "milliseconds",
		values: SESSIONS.map((value, index) =>
			index === 9 || index === 10 ? null : 2900 + ((value * 7) % 430),
		),
	}),
	single: chart({ values: [17], start: Date.UTC(2026, 10, 22) }),
	nothing: chart({ values: SESSIONS.map(() => 0) }),
	countries: chartDataOf({
		unit: "count",
		bucket: "day",
		now: NOW,
		lines: ["United States", "Germany", "United Kingdom", "India", "France", "All others"].map(
			(name, line) => ({
				name,
				points: pointsFrom(
					FIRST,
					DAY_MS,
					SESSIONS.map((value, index) =>
						Math.round(
							((index === 4 ? 520 : value) * (6 - line)) / 18 + ((index * (line + 3) * 7) % 23),
						),
					),
				),
			}),
		),
	}),
};

export const notes: readonly Annotation[] = [
	{ id: "a", index: 4, kind: "note", name: "Launch on Hacker News" },
	{ id: "b", index: 14, kind: "note", name: "New prices" },
	{ id: "c", index: 14, kind: "note", name: "Newsletter 12" },
	{ id: "d", index: 15, kind: "note", name: "Campaign in the autumn begins" },
	{ id: "e", index: 26, kind: "deploy", name: "Version 2 for everybody" },
];

export const failed: ChartMessage = {
	message: (
		<FailureState
			message="The server took longer than 30 seconds."
			help="A shorter period will help."
			onRetry={() => {}}
		/>
	),
};

export const empty: ChartMessage = {
	message: (
		<CardState
			icon="filter"
			title="Nothing matches"
			action={<Button onClick={() => {}}>Take the filters away</Button>}
		>
			No session between 26 Oct and 22 Nov matches Country is Iceland.
		</CardState>
	),
};

export const ways = [
	[["/", "/features", "/pricing"], 236],
	[["/", "/features", "/signup"], 113],
	[["/", "/features"], 387],
	[["/", "/pricing", "/signup"], 332],
	[["/", "/pricing", "/features"], 107],
	[["/", "/pricing", "/docs"], 65],
	[["/", "/signup", "/signup/welcome"], 204],
	[["/", "/signup", "/pricing"], 153],
	[["/", "/blog", "/blog/notes-on-a-year-of-plain-text"], 172],
	[["/", "/blog", "/blog/plain-text-lasts"], 72],
	[["/app", "/app/notebook", "/app"], 208],
	[["/app", "/app/notebook", "/app/settings"], 64],
	[["/app", "/app/settings", "/app/notebook"], 41],
	[["/blog/plain-text-lasts", "/", "/features"], 66],
	[["/blog/plain-text-lasts", "/", "/pricing"], 54],
	[["/blog/plain-text-lasts", "/blog", "/blog/launch"], 70],
	[["/features", "/pricing", "/signup"], 162],
	[["/pricing", "/signup", "/signup/welcome"], 111],
	[["/pricing", "/", "/features"], 42],
	[["/docs", "/docs/import", "/docs/export"], 58],
	[["/docs", "/", "/app"], 23],
	[["/blog/launch", "/signup", "/pricing"], 39],
	[["/blog/meeting-notes", "/", "/docs"], 28],
	[["/blog/a-very-long-address-that-does-not-fit", "/", "/about"], 17],
	[["/about", "/contact", "/"], 12],
	[["/imprint", "/privacy", "/terms"], 6],
].map(([path, count]) => ({ path: path as string[], count: count as number }));

export const countries = (
	[
		["US", 4102],
		["DE", 2080],
		["GB", 1290],
		["IN", 940],
		["FR", 770],
		["NL", 512],
		["CA", 480],
		["BR", 391],
		["JP", 300],
		["AU", 260],
		["PL", 190],
		["SG", 150],
		["KE", 61],
		["XK", 4],
	] as const
).map(([country, value]) => ({ country, value }));
