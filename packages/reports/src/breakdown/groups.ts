import type { Page } from "../query/page.ts";
import { pageOfRows } from "../report/rows.ts";
import { openSource, type SourceContext } from "../source/source.ts";
import type { Breakdown } from "./breakdowns.ts";
import { columnOfLatestViews } from "./latest-view.ts";

/** A group as the store answers it; which fields it has depends on the kind of breakdown. */
export interface Group {
	value: string;
	sessions: number;
	bounces: number;
	views: number;
	latest_ms: number;
	/** A column of the latest view. */
	shown: string;
	on_page_ms: number;
	measured_views: number;
	total_sessions: number;
	total_views: number;
	total_rows: number;
}

const pageText = (groups: string, kind: Breakdown["kind"]) => `
  SELECT
    *,
    sum(sessions) OVER () AS total_sessions,
    ${kind === "pages" ? "sum(views) OVER () AS total_views," : ""}
    count() OVER () AS total_rows
  FROM (${groups}
  )
  ORDER BY sessions DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** A page of a breakdown and how many rows there are in all. */
export const pageOfGroups = async (
	context: SourceContext,
	parameter: string,
	{ kind, groups, latest }: Breakdown,
	page: Page,
) => {
	const source = await openSource(context, { by: parameter });
	const found = await pageOfRows(page, (limit, offset) =>
		source.run<Group>((from) => pageText(groups(from), kind), { limit, offset }),
	);
	if (!latest) return found;
	const shownOf = await columnOfLatestViews(context.runSql, source.querySql, latest, found.rows);
	return { ...found, rows: found.rows.map((row) => ({ ...row, shown: shownOf(row) })) };
};
