import { ApiError } from "@footfall/shared/api-error";
import { timeZoneOf } from "@footfall/shared/time-zone";
import { z } from "zod";
import { FIRST_INSTANT, LAST_INSTANT, startOfDay, wallTimeOf } from "./time-zone.ts";

/** The range of a query: instants in ms since the epoch, `from` included, `to` excluded. */
export interface Period {
	/** `undefined` = no lower bound. */
	from: number | undefined;
	/** `undefined` = no upper bound. */
	to: number | undefined;
	/** IANA name; sets days and bucket boundaries. */
	timeZone: string;
	/** The day on which weeks start, if given: 0 = Sunday to 6 = Saturday. */
	weekStart?: number;
	/** The number of calendar days, if it was given as days. */
	days?: number;
}

/** A parameter of every report, which the OpenAPI document defines once as a component. */
const shared = (component: string, description: string, schema: object = { type: "string" }) =>
	z
		.string()
		.optional()
		.meta({ component, description, ...schema });

const minutes = { type: "number", minimum: 0 };

/** The values of `week_start`, in the order of their numbers. */
export const WEEK_DAYS: readonly string[] = [
	"sunday",
	"monday",
	"tuesday",
	"wednesday",
	"thursday",
	"friday",
	"saturday",
];

/** The query parameters of a period, unparsed. */
export const periodParameters = {
	start_date: shared("StartDate", "First day, `YYYY-MM-DD`, in `time_zone`"),
	end_date: shared("EndDate", "Last day, `YYYY-MM-DD`, in `time_zone`; today ends now"),
	time_zone: shared("TimeZone", "IANA time zone of days and buckets; UTC by default"),
	start_datetime: shared(
		"StartDatetime",
		"Start, inclusive: `YYYY-MM-DD HH:mm:ss`, UTC unless it has an offset",
	),
	end_datetime: shared(
		"EndDatetime",
		"End, exclusive: `YYYY-MM-DD HH:mm:ss`, UTC unless it has an offset",
	),
	past_minutes_start: shared("PastMinutesStart", "Start in minutes before now, exclusive", minutes),
	past_minutes_end: shared("PastMinutesEnd", "End in minutes before now, inclusive", minutes),
	week_start: shared(
		"WeekStart",
		"First day of weeks. By default sunday for `bucket=week`, and monday for retention's `mode=week`",
		{ enum: WEEK_DAYS },
	),
};
export type PeriodParameters = { [name in keyof typeof periodParameters]?: string | undefined };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const within = (instant: number) => Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT);

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATETIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:Z|([+-])(\d{2}):(\d{2}))?$/;
const MINUTES = /^\d{1,15}(\.\d{1,15})?$/;

/** Midnight of a calendar day, `YYYY-MM-DD`, as a wall time; `undefined` for a day that does not exist. */
export const midnightOf = (date: string): number | undefined => {
	const [, year, month, day] = DATE.exec(date) ?? [];
	const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
	// Date.parse accepts February 30 as a day in March.
	return new Date(Number.isNaN(midnight) ? 0 : midnight).toISOString().startsWith(date)
		? midnight
		: undefined;
};

const instantOf = (datetime: string): number | undefined => {
	const [, date = "", hour, minute, second, sign, offsetHour = 0, offsetMinute = 0] =
		DATETIME.exec(datetime) ?? [];
	const midnight = midnightOf(date);
	const inRange =
		Number(hour) < 24 &&
		Number(minute) < 60 &&
		Number(second) < 60 &&
		Number(offsetHour) < 24 &&
		Number(offsetMinute) < 60;
	if (midnight === undefined || !inRange) return undefined;
	const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
	const sinceMidnight = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
	return midnight + sinceMidnight - offset * MINUTE_MS;
};

/**
 * Parses the range and time zone of a query. If several ranges are given, dates take precedence over datetimes, and
 * datetimes over past minutes; each must still be well formed.
 * @param now ms since the epoch
 * @throws ApiError with all faults, joined by "; "
 */
export const periodOf = (parameters: PeriodParameters, now: number): Period => {
	const faults: string[] = [];
	/** Explains faults in more detail than their messages, which clients rely on. */
	const details: string[] = [];
	// A dashboard sends `start_date=&end_date=` for "all time".
	const given = (name: keyof PeriodParameters) => parameters[name] || undefined;

	const read = (
		name: keyof PeriodParameters,
		form: RegExp,
		formText: string,
		parse: (text: string) => number | undefined,
	) => {
		const text = given(name);
		if (text === undefined) return undefined;
		if (!form.test(text)) {
			faults.push(`Invalid ${name} format. Use ${formText}`);
			return undefined;
		}
		const value = parse(text);
		if (value === undefined) {
			faults.push(`Invalid ${name} value`);
			details.push(`${name}: ${text} is not a valid date or time`);
		}
		return value;
	};
	const together = (start: keyof PeriodParameters, end: keyof PeriodParameters) => {
		if ((given(start) === undefined) !== (given(end) === undefined))
			faults.push(`${start} and ${end} must be provided together`);
	};

	const startDate = read("start_date", DATE, "YYYY-MM-DD", midnightOf);
	const endDate = read("end_date", DATE, "YYYY-MM-DD", midnightOf);
	const timeZone = timeZoneOf(given("time_zone") ?? "UTC");
	if (timeZone === undefined) {
		faults.push("Invalid time_zone");
		details.push("time_zone: an IANA name such as Europe/Berlin or UTC");
	}
	const firstDay = given("week_start");
	const weekStart = WEEK_DAYS.indexOf(firstDay ?? "sunday");
	if (weekStart < 0) {
		faults.push("Invalid week_start");
		details.push(`week_start: one of ${WEEK_DAYS.join(", ")}`);
	}
	const start = read("start_datetime", DATETIME, "YYYY-MM-DD HH:mm:ss", instantOf);
	const end = read("end_datetime", DATETIME, "YYYY-MM-DD HH:mm:ss", instantOf);
	const [older, newer] = [given("past_minutes_start"), given("past_minutes_end")];
	const isMinutes = (text: string | undefined) => text === undefined || MINUTES.test(text);
	const minutesAreNumbers = isMinutes(older) && isMinutes(newer);
	if (!minutesAreNumbers) faults.push("past_minutes values must be non-negative numbers");

	together("start_date", "end_date");
	together("start_datetime", "end_datetime");
	together("past_minutes_start", "past_minutes_end");
	if (startDate !== undefined && endDate !== undefined && startDate > endDate)
		faults.push("start_date must not be after end_date");
	if (start !== undefined && end !== undefined && start >= end)
		faults.push("start_datetime must be before end_datetime");
	if (minutesAreNumbers && older && newer && Number(older) <= Number(newer))
		faults.push(
			"past_minutes_start must be greater than past_minutes_end (start = older, end = newer)",
		);
	if (faults.length > 0 || timeZone === undefined)
		throw new ApiError("INVALID_REQUEST", faults.join("; "), details.length > 0 ? { details } : {});

	const zoned = { timeZone, ...(firstDay !== undefined && { weekStart }) };
	const range = (from: number, to: number): Period => ({
		from: within(from),
		to: within(to),
		...zoned,
	});
	if (startDate !== undefined && endDate !== undefined) {
		const wall = wallTimeOf(now, timeZone);
		const isToday = endDate === wall - (wall % DAY_MS);
		// Includes an event of this very millisecond.
		const to = isToday ? now + 1 : startOfDay(endDate + DAY_MS, timeZone);
		const days = Math.round((endDate - startDate) / DAY_MS) + 1;
		return { ...range(startOfDay(startDate, timeZone), to), days };
	}
	if (start !== undefined && end !== undefined) return range(start, end);
	if (older && newer) {
		// Stored times are whole milliseconds, so "after x" is "from the next one on".
		const edge = (minutes: string) => Math.floor(now - Number(minutes) * MINUTE_MS) + 1;
		return range(edge(older), edge(newer));
	}
	return { from: undefined, to: undefined, ...zoned };
};
