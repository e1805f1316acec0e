import { EVENT_COUNT_COLUMNS, eventCountFields } from "@footfall/reports/events/events-count";
import type { Parameters } from "@footfall/reports/query/binding";
import { bucketSql } from "@footfall/reports/query/bucket";
import { periodOf, periodParameters } from "@footfall/reports/query/period";
import { createRunSql } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

const Day = z
	.object({
		/** `YYYY-MM-DD`. */
		event_date: z.string(),
		...eventCountFields,
	})
	.meta({ component: "DailyEventCounts" });

const NO_ACCESS = "No access to organization or no sites found";

const { start_date, end_date, time_zone } = periodParameters;

/** How many events of each type the sites of an organization had on each day. */
export const organizationEventCount = ({
	store,
	now = Date.now,
	sitesOf,
}: ReportDependencies): Route =>
	route({
		method: "get",
		path: "/api/org-event-count/{organizationId}",
		summary: "Events by day and type on those sites of an organization that the caller may see",
		description: "For accounting: what each day added to the month's events.",
		tags: ["General"],
		access: { organization: "viewer", scope: "analytics:read" },
		forbidden: NO_ACCESS,
		query: z.object({ start_date, end_date, time_zone }),
		revalidated: true,
		response: z.object({ data: z.array(Day) }),
		handle: async ({ organizationId, caller, role, query, ...context }) => {
			const sites = (await sitesOf?.(organizationId, { caller, role })) ?? [];
			if (sites.length === 0) throw new ApiError("FORBIDDEN", NO_ACCESS);
			const period = periodOf(query, now());
			const parameters: Parameters = { sites };
			const day = bucketSql("day", period, parameters)("timestamp");
			const range = ["site_id IN {sites:Array(UInt32)}", "type != 'engagement'"];
			if (period.from !== undefined && period.to !== undefined) {
				range.push(
					"timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')",
					"timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')",
				);
				Object.assign(parameters, { from: period.from, to: period.to });
			}
			const text = `
  SELECT
    toDate(${day}) AS event_date,
    ${EVENT_COUNT_COLUMNS}
  FROM events
  WHERE ${range.join(" AND ")}
  GROUP BY event_date
  ORDER BY event_date`;
			const { timings, requester, signal } = context;
			const ask = createRunSql(store, { timings, requester, signal });
			return { data: await ask<z.infer<typeof Day>>(text, parameters) };
		},
	});
