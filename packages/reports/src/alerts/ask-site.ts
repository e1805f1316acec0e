import type { Goals } from "../definitions/goal.ts";
import { answerQuestion } from "../question/query.ts";
import type { Question } from "../question/question.ts";
import type { ReportContext, ReportedSite, RunSql } from "../report/report.ts";

/** Who asks about a site without a request. */
export interface Asking {
	runSql: RunSql;
	site: ReportedSite & { countSuspected?: boolean };
	goals: Goals;
	/** ms since the epoch. */
	now: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const contextOf = ({ runSql, site, goals, now }: Asking, isShort = false): ReportContext => ({
	...{ runSql, runPromptSql: runSql, site, goals, now },
	isMember: true,
	query: {
		period: { from: undefined, to: undefined, timeZone: "UTC" },
		filters: [],
		pseudonyms: undefined,
		leavesOutSuspected: site.countSuspected === false,
		isShort,
	},
	given: {},
	params: {},
	body: undefined,
	funnels: { ofSite: async () => [] },
	sitesOfOrganization: async () => [site.siteId],
});

const text = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace("T", " ");
const rangeOf = (from: number, to: number) => ({
	...{ start_datetime: text(from), end_datetime: text(to), time_zone: "UTC" },
});

type Filters = Question["filters"];
const numberOf = (figure: number | string | null | undefined): number | null =>
	figure === null || figure === undefined ? null : Number(figure);

/**
 * The values of metrics between two instants, ms since the epoch, in whole seconds; null where nothing was measured.
 * @throws ApiError that names what cannot be asked
 */
export const valuesOfSite = async (
	asking: Asking,
	{ metrics, filters, from, to }: { metrics: string[]; filters: Filters; from: number; to: number },
): Promise<(number | null)[]> => {
	const { rows } = await answerQuestion(contextOf(asking, to - from < DAY_MS), {
		...{ metrics, dimensions: [], filters, range: rangeOf(from, to) },
		include: { imported: false },
	});
	return metrics.map((_, place) => numberOf(rows[0]?.metrics[place]));
};

/**
 * The values of metrics in each bucket of whole hours, or of parts of them, from the first on; NaN where nothing was
 * measured.
 * @throws ApiError that names what cannot be asked
 */
export const seriesOfSite = async (
	asking: Asking,
	{
		metrics,
		filters,
		from,
		to,
		bucket = "hour",
	}: {
		metrics: string[];
		filters: Filters;
		from: number;
		to: number;
		bucket?: "hour" | "fifteen_minutes";
	},
): Promise<Float32Array[]> => {
	const { rows } = await answerQuestion(contextOf(asking, to - from < DAY_MS), {
		...{ metrics, dimensions: [`time:${bucket}`], filters, range: rangeOf(from, to) },
		include: { imported: false },
	});
	const bucketMs = bucket === "hour" ? HOUR_MS : HOUR_MS / 4;
	const series = metrics.map(() =>
		new Float32Array(Math.ceil((to - from) / bucketMs)).fill(Number.NaN),
	);
	for (const row of rows) {
		const start = Date.parse(`${row.dimensions[0]?.replace(" ", "T")}Z`);
		const index = Math.round((start - from) / bucketMs);
		for (const [place, values] of series.entries())
			if (index >= 0 && index < values.length)
				values[index] = numberOf(row.metrics[place]) ?? Number.NaN;
	}
	return series;
};
