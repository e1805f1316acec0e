import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { pageOf, pageParameters } from "../query/page.ts";
import { dimensionParameter, SESSION_PARAMETERS, sessionParameter } from "../query/parameters.ts";
import { passingSessions, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";
import { meanOf, rowPage, runPage } from "../report/rows.ts";
import { sessionValueOf } from "../source/from-events.ts";
import { conversionOfGoal, converts } from "./conversion.ts";

const ACCEPTED = `parameter: one of ${SESSION_PARAMETERS.join(", ")}`;

const Row = z
	.object({
		/** "" for sessions without a value, such as direct traffic. */
		value: z.string(),
		sessions: count(),
		/** Sessions that reached the goal. */
		conversions: count(),
		conversion_rate: z.number().min(0).max(1),
	})
	.meta({ component: "GoalDimensionRow" });
type StoredRow = Omit<z.infer<typeof Row>, "conversion_rate"> & { total_rows: number };

export const goalsByDimension = report({
	path: "/goals/{goalId}/by-dimension",
	summary:
		"How many sessions with each value of a dimension reached a goal; the rows add up to all sessions and conversions",
	description: "To see which sources or pages lead to it. `conversion_rate` is a fraction, 0 to 1.",
	tag: "Goals",
	params: z.object({ goalId: z.string() }),
	extra: {
		parameter: dimensionParameter(
			`Dimension: any of \`/metric\` except event_name. Required. A session counts under its own value, or under that of its first act that has one`,
		),
		...pageParameters(100),
	},
	response: z.object({ data: rowPage(Row) }),
	answer: async ({ runSql, site, query, given, params, goals }) => {
		if (!given.parameter) throw refusedParameters("parameter is required", ACCEPTED);
		const parameter = sessionParameter(given.parameter);
		const goal = await goals.one(site.siteId, params["goalId"] ?? "");
		const querySql = toSql(site.siteId, query);
		const { sql, columns, more } = sessionValueOf(querySql, parameter, 1);
		const isReached = converts(conversionOfGoal(goal), querySql.bind);
		const sessions = passingSessions(querySql, columns, {
			condition: querySql.beganInRange,
			more: (act, isCounted) => [...more(act, isCounted), `max(${isReached}) AS is_reached`],
		});
		const found = await runPage<StoredRow>(
			runSql,
			`
  SELECT
    ${sql} AS value,
    count() AS sessions,
    countIf(is_reached) AS conversions,
    count() OVER () AS total_rows
  FROM (${sessions})
  GROUP BY value
  ORDER BY conversions DESC, sessions DESC, value`,
			querySql.parameters,
			pageOf(given, 100),
		);
		return {
			data: {
				data: found.rows.map(({ total_rows, ...row }) => ({
					...row,
					conversion_rate: meanOf(row.conversions, row.sessions),
				})),
				totalCount: found.totalCount,
			},
		};
	},
});
