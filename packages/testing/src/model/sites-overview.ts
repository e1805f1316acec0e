import { percent } from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import { bucketStart, isAct, personOf, wallClock } from "./semantics.ts";

/** The figures of a site among all, computed naively. */

const DAY_MS = 86_400_000;
const usersOf = (events: readonly SiteEvent[]) => new Set(events.map(personOf)).size;
/** The days before a moment's day, in its wall-clock time. */
const daysBefore = (printed: string, days: number) =>
	`${new Date(Date.parse(`${printed.slice(0, 10)}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)}${printed.slice(10)}`;

const firstAt = (from: number, stepMs: number, isThere: (at: number) => boolean) => {
	let at = from;
	while (!isThere(at)) at += stepMs;
	return at;
};

/** When the wall clock first showed a moment's time of day, or a later one, seven days before. */
const weekBefore = (now: number, timeZone: string): number => {
	const wall = daysBefore(wallClock(now, timeZone), 7);
	const isThere = (at: number) => wallClock(at, timeZone) >= wall;
	const minute = firstAt(now - 7 * DAY_MS - 4 * 3_600_000, 60_000, isThere);
	return firstAt(minute - 60_000, 1000, isThere);
};

export const siteFigures = (events: readonly SiteEvent[], timeZone: string, now: number) => {
	const today = `${wallClock(now, timeZone).slice(0, 10)} 00:00:00`;
	const times = [6, 5, 4, 3, 2, 1, 0].map((days) => daysBefore(today, days));
	const [first = "", ...others] = times;
	const happened = events.filter((event) => isAct(event) && event.at <= now);
	const dayOf = ({ at }: SiteEvent) => bucketStart(at, "day", timeZone);
	const week = happened.filter((event) => [first, ...others].includes(dayOf(event)));
	const end = weekBefore(now, timeZone);
	const before = happened.filter(
		(event) => dayOf(event) >= daysBefore(today, 13) && event.at <= end,
	);
	const [users, previousUsers] = [usersOf(week), usersOf(before)];
	return {
		series: times.map((time) => ({
			time,
			users: usersOf(week.filter((event) => dayOf(event) === time)),
		})),
		users,
		previousUsers,
		change: previousUsers === 0 ? null : percent(users - previousUsers, previousUsers),
		liveSessions: new Set(
			events.filter(({ at }) => at > now - 5 * 60_000).map(({ session }) => session),
		).size,
	};
};
