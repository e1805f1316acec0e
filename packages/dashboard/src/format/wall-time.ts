/**
 * Times on the wall clock of a zone, in milliseconds as if they were in UTC. Series use wall times: a day on which
 * clocks change has 23 or 25 buckets of an hour, each drawn as wide as the others. See {@link isRepeated}.
 */

export const BUCKET_NAMES = [
	"minute",
	"five_minutes",
	"ten_minutes",
	"fifteen_minutes",
	"hour",
	"day",
	"week",
	"month",
	"year",
] as const;
/** How the API divides a series. */
export type Bucket = (typeof BUCKET_NAMES)[number];

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const LENGTH_MS: Record<Exclude<Bucket, "month" | "year">, number> = {
	minute: MINUTE_MS,
	five_minutes: 5 * MINUTE_MS,
	ten_minutes: 10 * MINUTE_MS,
	fifteen_minutes: 15 * MINUTE_MS,
	hour: HOUR_MS,
	day: DAY_MS,
	week: 7 * DAY_MS,
};

/** The wall time that the API returns, `YYYY-MM-DD HH:MM:SS` or a date alone; `NaN` for anything else. */
export const parseWallTime = (text: string): number => {
	const found = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text);
	if (!found) return Number.NaN;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
		.slice(1)
		.map((part) => Number(part ?? 0));
	return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The time text of the second bucket of a repeated hour: a second later, which no other bucket starts at. */
export const repeatedText = (text: string): string => `${text.slice(0, 17)}01`;

/** Whether a bucket is the second one with its wall time. */
export const isRepeated = (wall: number): boolean => wall % MINUTE_MS !== 0;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The wall time of a zone at an instant. */
export const wallTimeOf = (instant: number, timeZone: string): number => {
	const clock =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat("en-US", {
			timeZone,
			calendar: "gregory",
			numberingSystem: "latn",
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
	clocks.set(timeZone, clock);
	const part: Record<string, number> = {};
	for (const { type, value } of clock.formatToParts(instant)) part[type] = Number(value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The start of the bucket after the one that starts at `wall`. */
export const endOfBucket = (wall: number, bucket: Bucket): number => {
	const date = new Date(wall);
	if (bucket === "year") return Date.UTC(date.getUTCFullYear() + 1, 0, 1);
	if (bucket === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
	return wall + LENGTH_MS[bucket];
};

export const startOfWallDay = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

export const isSameDay = (one: number, other: number): boolean =>
	startOfWallDay(one) === startOfWallDay(other);

export const yearOf = (wall: number): number => new Date(wall).getUTCFullYear();
