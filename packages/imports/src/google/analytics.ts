import type { ImportedFigure } from "@footfall/shared/imported-hit";
import { MAX_LENGTH } from "@footfall/shared/limits";
import type { ReadBatch } from "../read-batch.ts";
import {
	type AnalyticsProperty,
	fieldFault,
	readReport,
	SERVICE,
	unknownFields,
} from "./analytics-report.ts";
import {
	ANALYTICS_FIELDS,
	ANALYTICS_SETS,
	type AnalyticsSet,
	NOT_SET,
	OTHER,
	valueIn,
} from "./analytics-sets.ts";
import { addCount } from "./counts.ts";
import { BRIEF, PATIENT } from "./google-api.ts";
import { GoogleFault } from "./google-fault.ts";
import {
	addDays,
	type DayRange,
	dayIn,
	emptyBatch,
	type GoogleSource,
	monthsOf,
	piecesOf,
	positionIn,
} from "./google-source.ts";

export const ANALYTICS_SCOPE = "https://www.googleapis.com/auth/analytics.readonly";

/** Google Analytics accepts no earlier day. */
const EARLIEST = "2015-08-14";

/** The digits of `123456789` or `properties/123456789`. @throws GoogleFault for another form */
export const analyticsProperty = (text: string): string => {
	const [, digits] = /^(?:properties\/)?(\d{1,15})$/.exec(text.trim()) ?? [];
	if (digits !== undefined) return digits;
	throw new GoogleFault(
		"property",
		`"${text.slice(0, 60)}" is not the number of a property: give the digits that Google Analytics shows under Admin → Property details.`,
	);
};

/** Google gives up to some 50,000 values of a day: this bounds what is held at once. */
const DAYS_OF_MANY_VALUES = 7;

/** The day of Google's `20260131`; undefined for another text. */
const dateOf = (text: string): string | undefined => {
	const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
	return day.length === 10 && !Number.isNaN(Date.parse(day)) ? day : undefined;
};

const whole = (value = 0): number => Math.round(value);

const figureOf = (
	{ dimension }: AnalyticsSet,
	date: string,
	value: string,
	metrics: Readonly<Record<string, number>>,
): ImportedFigure => {
	const { sessions = 0, engagedSessions = sessions, averageSessionDuration = 0 } = metrics;
	return {
		date,
		dimension,
		value,
		visitors: whole(metrics["activeUsers"]),
		visits: whole(sessions),
		pageviews: whole(metrics["screenPageViews"]),
		bounces: Math.max(0, whole(sessions) - whole(engagedSessions)),
		durationSeconds: whole(averageSessionDuration * sessions),
		events: whole(metrics["eventCount"]),
	};
};

const SUMS = ["visitors", "visits", "pageviews", "bounces", "durationSeconds", "events"] as const;

const NOTES = {
	sampled: "reports that Google estimated from a sample of its events",
	thresholded: "reports from which Google left out rows of few people",
	other: 'reports in which Google put rare values together as "(other)"',
	otherRows: 'daily sums of "(other)", whose values Google does not name',
	notSetRows: 'daily sums of "(not set)", whose values Google does not know',
};

/** One set in one range: sums by day and our value, since several of Google's values can be one of ours. */
const readUnit = async (
	source: AnalyticsProperty,
	set: AnalyticsSet,
	range: DayRange,
	place: number,
): Promise<ReadBatch> => {
	const asked = { ...range, dimensions: ["date", ...set.asked], metrics: set.metrics };
	const report = await readReport(source, asked, PATIENT);
	const batch = emptyBatch();
	const { noted } = batch;
	addCount(noted, NOTES.sampled, Number(report.isSampled));
	addCount(noted, NOTES.thresholded, Number(report.isThresholded));
	addCount(noted, NOTES.other, Number(report.hasOther));
	const figures = new Map<string, ImportedFigure>();
	for (const { dimensions, metrics } of report.rows) {
		const [day = "", ...values] = dimensions;
		const date = dateOf(day);
		if (date === undefined || date < range.from || date > range.to) {
			addCount(batch.invalid, "a row has no day of the range");
			continue;
		}
		if (Object.values(metrics).some((value) => !(Number.isFinite(value) && value >= 0))) {
			addCount(batch.invalid, "a row has a figure that is not a number of 0 or more");
			continue;
		}
		if (values.includes(OTHER)) addCount(noted, NOTES.otherRows);
		if (values.includes(NOT_SET)) addCount(noted, NOTES.notSetRows);
		const value = valueIn(set, values).slice(0, MAX_LENGTH.pathname);
		const figure = figureOf(set, date, value, metrics);
		const key = `${date} ${value}`;
		const known = figures.get(key);
		if (known === undefined) figures.set(key, figure);
		else for (const sum of SUMS) known[sum] += figure[sum];
	}
	batch.figures = [...figures.values()]
		.sort((one, other) => (`${one.date} ${one.value}` < `${other.date} ${other.value}` ? -1 : 1))
		.map((value, row) => ({ position: positionIn(place, row), value }));
	return batch;
};

const openRange = async (
	source: AnalyticsProperty,
	{ from, to }: Partial<DayRange>,
	now: number,
): Promise<DayRange> => {
	const latest = new Date(now + 86_400_000).toISOString().slice(0, 10);
	const first = await readReport(
		source,
		{
			from: from ?? EARLIEST,
			to: to ?? latest,
			dimensions: ["date"],
			metrics: ["sessions"],
			most: 1,
		},
		BRIEF,
	);
	const [row] = first.rows;
	const day = row && dateOf(row.dimensions[0] ?? "");
	// Today's sums still change.
	const yesterday = addDays(dayIn(first.timeZone || "UTC", now), -1);
	const range = {
		from: from ?? day ?? latest,
		to: to !== undefined && to < yesterday ? to : yesterday,
	};
	if (day === undefined || range.from > range.to)
		throw new GoogleFault(
			"property",
			`The property ${source.property} has no complete day${from === undefined ? "" : ` since ${from}`}${to === undefined ? "" : ` until ${to}`}: check its number and the days.`,
		);
	return range;
};

/**
 * Opens a property of Google Analytics: checks access, the names of fields, and which days it has.
 * @throws GoogleFault
 */
export const openAnalytics = async (
	source: AnalyticsProperty,
	days: Partial<DayRange>,
	now: number,
): Promise<GoogleSource> => {
	const unknown = await unknownFields(source, ANALYTICS_FIELDS, BRIEF);
	if (unknown.length > 0) throw fieldFault(unknown);
	const range = await openRange(source, days, now);
	return {
		range,
		units: (whole) =>
			monthsOf(whole).flatMap((month) =>
				ANALYTICS_SETS.flatMap(({ dimension, hasManyValues = false }) =>
					(hasManyValues ? piecesOf(month, DAYS_OF_MANY_VALUES) : [month]).map((piece) => ({
						...piece,
						set: dimension,
					})),
				),
			),
		read: ({ set, from, to }, place) => {
			const found = ANALYTICS_SETS.find(({ dimension }) => dimension === set);
			if (found === undefined) throw new TypeError(`${SERVICE} has no set "${set}"`);
			return readUnit(source, found, { from, to }, place);
		},
	};
};
