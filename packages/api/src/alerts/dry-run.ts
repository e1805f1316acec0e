import { seriesOfSite } from "@footfall/reports/alerts/ask-site";
import type { Goals } from "@footfall/reports/definitions/goal";
import { THRESHOLDS } from "@footfall/reports/performance/ratings";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { AlertRule } from "./alert-rule.ts";
import type { DryRun } from "./alert-shapes.ts";
import {
	type HourlySeries,
	leftOutUntil,
	onlyKnown,
	valueAt,
	valueBetween,
} from "./conditions/hourly-series.ts";
import { createRhythm } from "./conditions/rhythm.ts";
import { firingsOf } from "./firings-of.ts";
import { metricOfRule, vitalOf } from "./metric-of-rule.ts";
import { metricKindOf } from "./questions/metric-kind.ts";
import { createTimesLeftOut, disturbancesOf } from "./times-left-out.ts";
import { verdictOf, windowMs } from "./verdict-of.ts";

const HOUR_MS = 3_600_000;
const DAYS = 90;
/** Eight weeks to compare with, and three whose spread is estimated. */
const DAYS_BEFORE = 77;
const DAY_HOURS = 24;
const DAY_MS = DAY_HOURS * HOUR_MS;

/** What a dry run reads. */
export interface DryRunContext {
	database: Database;
	store: ReportStore;
	site: Site;
	goals: Goals;
	/** ms since the epoch. */
	now: number;
}

/**
 * When a rule would have fired in the last ninety days, by its own conditions and states, hour by hour: one statement
 * reads all of it, whatever the rule, and two more on a site with imports.
 * @throws ApiError for what cannot be asked
 */
export const dryRun = async (
	rule: AlertRule,
	{ database, store, site, goals, now }: DryRunContext,
): Promise<DryRun> => {
	if (rule.condition === "new_error")
		return {
			...{ days: 0, firings: [] },
			reason: "New errors cannot be looked at in the past: the list of errors says when each began",
		};
	const hour = Math.floor(now / HOUR_MS);
	const firstHour = hour - (DAYS + DAYS_BEFORE) * DAY_HOURS;
	const metric = metricOfRule(rule);
	const kind = metricKindOf(metric);
	const vital = vitalOf(metric);
	const runSql = createRunSql(store);
	const span = { from: firstHour * HOUR_MS, to: hour * HOUR_MS };
	const { siteId } = site;
	const disturbances = await disturbancesOf(database, { siteIds: [siteId], since: span.from });
	const leftOut = await createTimesLeftOut(runSql).read(site, disturbances, span);
	const [read = new Float32Array(), measured] = await seriesOfSite(
		{ runSql, site, goals, now },
		{
			metrics: vital ? [metric, `measurements(${vital})`] : [metric],
			...{ filters: rule.filters, ...span },
		},
	);
	const values = onlyKnown(read, firstHour, leftOut);
	const series: HourlySeries = { firstHour, values, isSum: kind.isSum };
	const samples: HourlySeries | undefined = measured && {
		firstHour,
		values: measured,
		isSum: true,
	};
	const windowHours = Math.max(1, Math.round(windowMs(rule) / HOUR_MS));
	const length = windowHours * HOUR_MS;
	const rhythm = createRhythm(series, { windowMs: length, timeZone: site.timeZone });
	const known = series.values.findIndex((value) => !Number.isNaN(value));
	if (known < 0) return { days: 0, firings: [], reason: "The site has no data in this time" };
	const first = Math.max(hour - DAYS * DAY_HOURS, firstHour + known);
	const steps = Array.from({ length: hour - first }, (_, index) => (first + index + 1) * HOUR_MS);
	let judgedSince: number | undefined;
	const firings = firingsOf(rule, steps, (at) => {
		// Only what was known then: the hours up to this one.
		const isActive = (valueAt(series, at / HOUR_MS - 1) ?? 0) > 0;
		const verdict = verdictOf(rule, {
			...{ now: at, series, rhythm, isCount: kind.isCount },
			value: valueBetween(series, at - length, at),
			...(isActive && { lastAt: at }),
			blindUntil: leftOutUntil(at, leftOut),
			...(samples && { samples: valueBetween(samples, at - length, at) ?? 0 }),
			...(vital && { poor: THRESHOLDS[vital][1] }),
		});
		if (verdict.fires !== undefined) judgedSince ??= at - HOUR_MS;
		return verdict;
	});
	if (judgedSince === undefined)
		return { days: 0, firings: [], reason: "The site has too little data to compare with" };
	const isShort = windowMs(rule) < HOUR_MS;
	return {
		days: Math.min(Math.ceil((hour * HOUR_MS - judgedSince) / DAY_MS), DAYS),
		firings: firings.map(({ start, end, ...numbers }) => ({
			start: new Date(start).toISOString(),
			end: end === undefined ? null : new Date(end).toISOString(),
			...numbers,
		})),
		...(isShort && {
			reason: "Looked at by the hour: windows of minutes can fire more often",
		}),
	};
};
