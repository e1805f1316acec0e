import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";

const PropertyValue = z.object({
	propertyKey: z.string(),
	propertyValue: z.string(),
	count: count(),
});

/** A text is shown without its quotes, everything else as JSON has it. */
const textOf = (querySql: QuerySql, eventName: string) => `
  SELECT
    pair.1 AS propertyKey,
    if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS propertyValue,
    count() AS count
  FROM (
    SELECT arrayJoin(JSONExtractKeysAndValuesRaw(properties)) AS pair
    FROM events
    WHERE ${countedRows(querySql)}
      AND type = 'custom_event' AND event_name = ${eventName}
  )
  WHERE pair.2 != 'null'
  GROUP BY propertyKey, propertyValue
  ORDER BY propertyKey, count DESC, propertyValue
  LIMIT 500`;

export const eventsProperties = report({
	path: "/events/properties",
	summary: "The properties of one custom event and how often each value came",
	tag: "Events",
	extra: { event_name: textParameter("Name of the custom event. Required") },
	response: z.object({ data: z.array(PropertyValue) }),
	answer: async ({ runSql, site, query, given }) => {
		if (!given.event_name)
			throw refusedParameters(
				"Event name is required",
				"event_name: the name of a custom event, as /events/names lists them",
			);
		const querySql = toSql(site.siteId, query);
		const text = textOf(querySql, querySql.bind(given.event_name, "String"));
		return { data: await runSql<z.infer<typeof PropertyValue>>(text, querySql.parameters) };
	},
});
