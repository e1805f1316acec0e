import type { FunnelStep } from "../definitions/funnel-steps.ts";
import { conversionOfStep, converts } from "../goals/conversion.ts";
import type { Bind } from "../query/binding.ts";
import { meets, pathPatternOf } from "../query/pattern.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { type SealedVisits, sessionsFromVisits } from "../source/sealed-visits.ts";
import { firstAfter, reachedAt, secondsOf } from "./funnel.ts";

/** The pattern of a step that asks for a page and for nothing else, which is what rows of `visits` tell. */
const pageOf = (step: FunnelStep): string | undefined => {
	const { type, value, hostname, properties } = conversionOfStep(step);
	return type === "page" && hostname === undefined && properties.length === 0 ? value : undefined;
};

/** Whether visits tell anything of a funnel. */
export const hasPages = (steps: readonly FunnelStep[]): boolean =>
	steps.some((step) => pageOf(step) !== undefined);

/** What else than a page has no path: only such a pattern takes one for the other. */
const meetsNothing = (pattern: string) => pattern.replaceAll("*", "") === "";

/** SQL for a function of a session's events to their views of a page, with the arrays that it takes. */
const viewsOf = (pattern: string, bind: Bind) => {
	const isPage = meets("path", pathPatternOf(pattern), bind);
	return meetsNothing(pattern)
		? { of: "time_ms, path, view", meets: `view AND ${isPage}`, among: "times_ms, paths, views" }
		: { of: "time_ms, path", meets: isPage, among: "times_ms, paths" };
};

/** SQL for the second of the first view of a page in a later second than `before`. */
const firstView = (pattern: string, before: string | undefined, bind: Bind) => {
	const views = viewsOf(pattern, bind);
	const later = before === undefined ? "" : `time_ms >= (${before} + 1) * 1000 AND `;
	const first = `intDiv(arrayFirst((${views.of}) -> ${later}${views.meets}, ${views.among}), 1000)`;
	return before === undefined ? first : `if(${before} = 0, 0, ${first})`;
};

/** SQL for the seconds of all views of a page. */
const secondsOfViews = (pattern: string, bind: Bind) => {
	const views = viewsOf(pattern, bind);
	return `arrayMap(time_ms -> intDiv(time_ms, 1000), arrayFilter((${views.of}) -> ${views.meets}, ${views.among}))`;
};

/**
 * SQL for when sessions reached each step of a funnel that has pages, as `stepsReached` tells it of events, for
 * sessions that reached the first one. The pages that it begins with are looked for in order; only what no row of `visits`
 * tells is read from events.
 */
export const stepsReachedByVisits = (
	querySql: QuerySql,
	visits: SealedVisits,
	steps: readonly FunnelStep[],
): string => {
	const { bind } = querySql;
	const pages = steps.map(pageOf);
	const firstOther = pages.indexOf(undefined);
	const leading = firstOther === -1 ? steps.length : firstOther;
	const sessions = sessionsFromVisits(visits, [
		"times_ms",
		"paths",
		...(pages.some((page) => page !== undefined && meetsNothing(page)) ? (["views"] as const) : []),
	]);
	const viewed = pages.slice(0, leading).reduce<string>(
		(rows, page = "", index) => `
    SELECT *, ${firstView(page, index === 0 ? undefined : reachedAt(index), bind)} AS ${reachedAt(index + 1)}
    FROM (${rows})${index === 1 ? ` WHERE ${reachedAt(1)} > 0` : ""}`,
		sessions,
	);
	if (leading === steps.length) return viewed;
	const others = steps.flatMap((step, index) =>
		pages[index] === undefined
			? [{ index, condition: `(${converts(conversionOfStep(step), bind)})` }]
			: [],
	);
	const later = pages.flatMap((page, index) =>
		page === undefined || index < leading
			? []
			: [`${secondsOfViews(page, bind)} AS ${secondsOf(index + 1)}`],
	);
	const told = Array.from({ length: leading }, (_, index) => reachedAt(index + 1));
	const together = `
    SELECT *
    FROM (
      SELECT ${["session_id", ...told, ...later].join(", ")} FROM (${viewed})${leading === 0 ? "" : ` WHERE ${reachedAt(1)} > 0`}
    ) AS visited
    ${leading === 0 ? "INNER" : "LEFT"} ANY JOIN (
      SELECT
        session_id,
        ${others.map(({ index, condition }) => `groupUniqArrayIf(toUnixTimestamp(timestamp), ${condition}) AS ${secondsOf(index + 1)}`).join(",\n        ")}
      FROM events
      WHERE ${countedRows(querySql)} AND (${others.map(({ condition }) => condition).join(" OR ")})
      GROUP BY session_id
    ) AS happened USING (session_id)`;
	return pages.slice(leading).reduce<string>(
		(rows, _, index) => `
    SELECT *, ${firstAfter(leading + index)} AS ${reachedAt(leading + index + 1)}
    FROM (${rows})`,
		together,
	);
};
