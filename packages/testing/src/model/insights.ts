import { countedActs, countedSessions, percent, type ReferenceQuery } from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import { personOf, wallClock } from "./semantics.ts";

const DAY_MS = 86_400_000;

/** Journeys through the pages, computed naively. */
export const journeys = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	steps: number,
	isWanted: (path: readonly string[]) => boolean,
) => {
	const visits = countedSessions(events, question);
	const counts = new Map<string, number>();
	for (const { all } of visits) {
		const seen: string[] = [];
		for (const { type, pathname } of all)
			if (type === "pageview" && pathname !== "" && seen.at(-1) !== pathname) seen.push(pathname);
		const path = seen.slice(0, steps);
		if (seen.length < 2 || !isWanted(path)) continue;
		const key = JSON.stringify(path);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const ways = [...counts]
		.map(([key, count]) => ({
			path: JSON.parse(key) as string[],
			count,
			percentage: percent(count, visits.length),
		}))
		.sort((one, other) => other.count - one.count || comparePaths(one.path, other.path));
	return {
		journeys: ways,
		steps: Array.from({ length: Math.max(0, ...ways.map(({ path }) => path.length)) }, (_, step) =>
			pagesOfStep(ways, step),
		),
	};
};

/** All pages that sessions see at a step; the most frequent 20 by name. */
const pagesOfStep = (ways: readonly { path: readonly string[]; count: number }[], step: number) => {
	const counts = new Map<string, number>();
	for (const { path, count } of ways) {
		const page = path[step];
		if (page !== undefined) counts.set(page, (counts.get(page) ?? 0) + count);
	}
	return {
		count: [...counts.values()].reduce((sum, count) => sum + count, 0),
		page_count: counts.size,
		pages: [...counts]
			.map(([page, count]) => ({ page, count }))
			.sort((one, other) => other.count - one.count || comparePaths([one.page], [other.page]))
			.slice(0, 20),
	};
};

const comparePaths = (one: readonly string[], other: readonly string[]): number => {
	for (const [index, path] of one.entries()) {
		const against = other[index];
		if (against === undefined) return 1;
		const order = Buffer.compare(Buffer.from(path), Buffer.from(against));
		if (order !== 0) return order;
	}
	return one.length - other.length;
};

const dayNumber = (at: number, timeZone: string) =>
	Date.parse(`${wallClock(at, timeZone).slice(0, 10)}T00:00:00Z`) / DAY_MS;

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The first day of the week of a day; weeks start on Monday unless another day is given, 0 = Sunday. */
const startOfWeek = (day: number, weekStart = 1): number => {
	let first = day;
	while (new Date(first * DAY_MS).getUTCDay() !== weekStart) first--;
	return first;
};

const periodOf = (mode: string, day: number, weekStart?: number): number => {
	if (mode === "day") return day;
	if (mode === "week") return Math.floor(startOfWeek(day, weekStart) / 7);
	const [year = 0, month = 0] = dayText(day).split("-").map(Number);
	return year * 12 + month;
};
const firstDayOf = (mode: string, period: number, weekStart?: number): string => {
	if (mode === "day") return dayText(period);
	if (mode === "week") return dayText(startOfWeek(period * 7 + 6, weekStart));
	const month = ((period - 1) % 12) + 1;
	return `${(period - month) / 12}-${String(month).padStart(2, "0")}-01`;
};

/** Returning visitors, computed naively. */
export const retention = (
	events: readonly SiteEvent[],
	{ filters, timeZone, weekStart }: Pick<ReferenceQuery, "filters" | "timeZone" | "weekStart">,
	{ mode, range, now }: { mode: string; range: number; now: number },
) => {
	const isInRange = (at: number) => at >= now - range * DAY_MS && at <= now;
	const active = new Map<string, Set<number>>();
	for (const act of countedActs(events, { isInRange, filters, timeZone })) {
		const period = periodOf(mode, dayNumber(act.at, timeZone), weekStart);
		active.set(personOf(act), (active.get(personOf(act)) ?? new Set()).add(period));
	}
	const people = [...active.values()].map((periods) => ({
		first: Math.min(...periods),
		later: [...periods].map((period) => period - Math.min(...periods)),
	}));
	const maxPeriods = Math.max(0, ...people.flatMap(({ later }) => later));
	const cohorts: Record<string, unknown> = {};
	for (const first of [...new Set(people.map((person) => person.first))].sort((a, b) => a - b)) {
		const members = people.filter((person) => person.first === first);
		cohorts[firstDayOf(mode, first, weekStart)] = {
			size: members.length,
			percentages: [...Array(maxPeriods + 1).keys()].map((period) => {
				const back = members.filter(({ later }) => later.includes(period)).length;
				return back === 0 ? null : percent(back, members.length);
			}),
		};
	}
	return { cohorts, maxPeriods, mode, range };
};
