import { z } from "zod";
import { count, LIMITS, report } from "../describe/report.ts";
import { MAX_ROWS } from "../query/page.ts";
import { type Asked, countedRows, ask as inSql } from "../query/question.ts";

const EventName = z.object({ eventName: z.string(), count: count() });

const textOf = (asked: Asked) => `
  SELECT event_name AS eventName, count() AS count
  FROM events
  WHERE ${countedRows(asked)}
    AND type = 'custom_event' AND event_name != ''
  GROUP BY eventName
  ORDER BY count DESC, eventName
  LIMIT ${MAX_ROWS}
  ${LIMITS}`;

export const eventsNames = report({
	path: "/events/names",
	summary: "How often each custom event happened",
	tag: "Events",
	scope: "events:read",
	extra: {},
	response: z.object({ data: z.array(EventName) }),
	answer: async ({ ask, site, question }) => {
		const asked = inSql(site.siteId, question);
		return { data: await ask<z.infer<typeof EventName>>(textOf(asked), asked.parameters) };
	},
});
