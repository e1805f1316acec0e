import {
	type AnswerTo,
	fetchSiteReport,
	type QueryParameters,
	type ReportName,
} from "../api/site-reports.ts";
import { type Report, type ReportQuery, useReport } from "../api/use-report.ts";
import { repeatedTimes } from "../format/repeated-time.ts";
import { type Bucket, parseWallTime } from "../format/wall-time.ts";
import type { Viewer } from "../router/viewer.ts";
import type { HourlyParameters, SeriesAnswer } from "./repeated-hours.ts";
import { parametersOf, type SharedParameters } from "./shared-parameters.ts";
import { useSiteView } from "./site-view.ts";

interface SiteReportOptions {
	/** The query's own parameters; they override those of the URL. */
	parameters?: QueryParameters;
	/** Whether figures are compared as the URL says; true by default. */
	isCompared?: boolean;
	isOff?: boolean;
	everyMs?: number;
	/** Whether the response to other parameters may stay visible meanwhile; true by default. */
	keepsOther?: boolean;
}

/** Loaded while the first answers are on their way; without it, answers are not checked. */
const loadCheck = () => import("../api/missing-field.ts").catch(() => undefined);
const SHORT_BUCKETS: readonly unknown[] = ["minute", "ten_minutes", "hour"] satisfies Bucket[];

type Ask = (parameters: QueryParameters) => Promise<unknown>;

/** A response; a series of hours has two for one that the clocks showed twice. */
const fetchAnswer = async (query: QueryParameters, ask: Ask): Promise<unknown> => {
	const answer = await ask(query);
	const { bucket, time_zone: timeZone } = query;
	const { data } = answer as Partial<SeriesAnswer>;
	if (!SHORT_BUCKETS.includes(bucket) || !Array.isArray(data)) return answer;
	const [first, last] = [data[0], data.at(-1)].map((row) => parseWallTime(row?.time ?? ""));
	if (!first || !last || repeatedTimes(first, last, String(timeZone)).length === 0) return answer;
	try {
		const { withRepeatedHours } = await import("./repeated-hours.ts");
		return await withRepeatedHours(answer as SeriesAnswer, query as HourlyParameters, {
			ask: ask as (parameters: QueryParameters) => Promise<SeriesAnswer>,
			now: Date.now(),
		});
	} catch {
		// Both hours in one are better than no chart.
		return answer;
	}
};

/** The query of a report with the URL's parameters. */
export const siteQuery = <Name extends ReportName>(
	{ site, viewer, ...shared }: SharedParameters & { site: { id: string }; viewer: Viewer },
	report: Name,
	{ parameters, isCompared, isOff = false, everyMs, keepsOther = true }: SiteReportOptions,
): ReportQuery<AnswerTo<Name>> => {
	const query = parametersOf(shared, { parameters, isCompared });
	const own = JSON.stringify(parameters ?? {});
	return {
		key: ["report", site.id, viewer, report, query, own],
		isOff,
		...(everyMs !== undefined && { everyMs }),
		...(!keepsOther && { keepsPrevious: (key) => key.at(-1) === own }),
		fetch: async (signal) => {
			const [answer, check] = await Promise.all([
				fetchAnswer(query, (parameters) =>
					fetchSiteReport({ site: site.id, viewer }, { report, parameters }, signal),
				),
				loadCheck(),
			]);
			check?.requireFields(report, answer);
			return answer as AnswerTo<Name>;
		},
	};
};

/** A report with the URL's parameters. Cards that are rendered together share one request. */
export const useSiteReport = <Name extends ReportName>(
	report: Name,
	options: SiteReportOptions = {},
): Report<AnswerTo<Name>> => useReport(siteQuery(useSiteView(), report, options));
