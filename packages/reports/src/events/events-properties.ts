import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { textParameter } from "../query/parameters.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, report } from "../report/report.ts";

const PropertyValue = z
	.object({
		propertyKey: z.string(),
		propertyValue: z.string(),
		count: count(),
	})
	.meta({ component: "EventProperty" });

/** Per property, so that one with thousands of values does not hide the others. */
const VALUES_OF_KEY = 500;
const MOST_VALUES = 10_000;

/** A string is shown without its quotes, everything else as JSON. */
const textOf = (querySql: QuerySql, eventName: string) => `
  SELECT propertyKey, propertyValue, count, valuesOfKey
  FROM (
    SELECT *
    FROM (
      SELECT
        pair.1 AS propertyKey,
        if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS propertyValue,
        count() AS count,
        count() OVER (PARTITION BY propertyKey) AS valuesOfKey,
        row_number() OVER (PARTITION BY propertyKey ORDER BY count DESC, propertyValue) AS place
      FROM (
        SELECT arrayJoin(JSONExtractKeysAndValuesRaw(properties)) AS pair
        FROM events
        WHERE ${countedRows(querySql)}
          AND type = 'custom_event' AND event_name = ${eventName}
      )
      WHERE pair.2 != 'null'
      GROUP BY propertyKey, propertyValue
    )
    WHERE place <= ${VALUES_OF_KEY}
    -- Of many properties, each has its most frequent values.
    ORDER BY place, propertyKey
    LIMIT ${MOST_VALUES}
  )
  ORDER BY propertyKey, count DESC, propertyValue`;

export const eventsProperties = report({
	path: "/events/properties",
	summary: "The properties of one custom event and how often each value occurred",
	description:
		"`event_name` is required. `cut` names the properties that have more values than are listed.",
	tag: "Events",
	extra: { event_name: textParameter("Name of the custom event. Required") },
	response: z.object({
		data: z.array(PropertyValue),
		/** Properties with more values than are listed, and their number of values; absent if there are none. */
		cut: z
			.array(
				z.object({ propertyKey: z.string(), values: count() }).meta({ component: "CutProperty" }),
			)
			.optional(),
	}),
	answer: async ({ runSql, site, query, given }) => {
		if (!given.event_name)
			throw refusedParameters(
				"Event name is required",
				"event_name: the name of a custom event, as /events/names lists them",
			);
		const querySql = toSql(site.siteId, query);
		const text = textOf(querySql, querySql.bind(given.event_name, "String"));
		const rows = await runSql<z.infer<typeof PropertyValue> & { valuesOfKey: number }>(
			text,
			querySql.parameters,
		);
		const listed = new Map<string, number>();
		for (const { propertyKey } of rows) listed.set(propertyKey, (listed.get(propertyKey) ?? 0) + 1);
		const cut = new Map(
			rows.flatMap(({ propertyKey, valuesOfKey }) =>
				valuesOfKey > (listed.get(propertyKey) ?? 0) ? [[propertyKey, valuesOfKey] as const] : [],
			),
		);
		return {
			data: rows.map(({ valuesOfKey: _, ...row }) => row),
			...(cut.size > 0 && {
				cut: [...cut].map(([propertyKey, values]) => ({ propertyKey, values })),
			}),
		};
	},
});
