import { z } from "zod";
import { MAX_ROWS } from "../query/page.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";

const EventName = z.object({ eventName: z.string(), count: count() });

const textOf = (querySql: QuerySql) => `
  SELECT event_name AS eventName, count() AS count
  FROM events
  WHERE ${countedRows(querySql)}
    AND type = 'custom_event' AND event_name != ''
  GROUP BY eventName
  ORDER BY count DESC, eventName
  LIMIT ${MAX_ROWS}`;

export const eventsNames = report({
	path: "/events/names",
	summary: "How often each custom event happened",
	tag: "Events",
	response: z.object({ data: z.array(EventName) }),
	answer: async ({ runSql, site, query }) => {
		const querySql = toSql(site.siteId, query);
		return { data: await runSql<z.infer<typeof EventName>>(textOf(querySql), querySql.parameters) };
	},
});
