import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { IS_PLACED, idNumberOf, ORDER, SESSION_DURATION_MS } from "../query/dimensions.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { isTrue, textParameter } from "../query/parameters.ts";
import { passingSessions, type QuerySql, type ReportQuery, toSql } from "../query/report-query.ts";
import { sortOf, sortParameters, totalsParameter, wantsTotals } from "../query/selection.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import {
	countSessions,
	listSessions,
	SESSION_FIGURES,
	SESSION_SORT_FIELDS,
	type SelectedSessions,
	type SessionFigure,
} from "./list-sessions.ts";
import { sessionsInPages } from "./session-pages.ts";
import { SessionRow } from "./session-row.ts";

/** The minimum figures of sessions, by parameter. */
const LEAST = {
	min_pageviews: SESSION_FIGURES.pageviews,
	min_events: SESSION_FIGURES.events,
	min_duration: { sql: `${SESSION_DURATION_MS} / 1000` },
} as const satisfies Record<string, SessionFigure>;

/** The parameter for a user acts as another filter. */
export const withUser = (query: ReportQuery, userId: string | undefined): ReportQuery =>
	userId
		? {
				...query,
				filters: [...query.filters, { parameter: "user_id", type: "equals", value: [userId] }],
			}
		: query;

const parameters = {
	session_id: textParameter("Only this session"),
	identified_only: textParameter("`true` for sessions of identified users only"),
	min_pageviews: textParameter("Minimum number of pageviews"),
	min_events: textParameter("Minimum number of custom events"),
	min_duration: textParameter("Minimum duration in seconds"),
	...pageParameters(100),
	...sortParameters(`One of ${SESSION_SORT_FIELDS.join(", ")}`, "`session_end`"),
	...totalsParameter("the number of sessions on all pages"),
};

/** The sessions that the parameters select; `undefined` for an invalid session id. */
const selectSessions = (
	{ site, query, given }: Pick<ReportContext<typeof parameters>, "site" | "query" | "given">,
	userId: string | undefined,
): SelectedSessions | undefined => {
	const querySql = toSql(site.siteId, withUser(query, userId));
	const restrictions: SessionFigure[] = [];
	if (given.session_id) {
		const id = idNumberOf(given.session_id);
		if (id === undefined) return undefined;
		restrictions.push({ sql: `session_id = ${querySql.bind(id, "UInt64")}` });
	}
	if (isTrue("identified_only", given.identified_only))
		restrictions.push({ sql: "identified_user_id != ''", columns: ["identified_user_id"] });
	for (const name of ["min_pageviews", "min_events", "min_duration"] as const) {
		const least = given[name];
		if (!least) continue;
		// Ignoring an unreadable filter would return everything.
		if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(least))
			throw new ApiError("INVALID_REQUEST", `${name} must be a number, 0 or more`);
		const figure: SessionFigure = LEAST[name];
		restrictions.push({
			...figure,
			sql: `${figure.sql} >= ${querySql.bind(Number(least), "Float64")}`,
		});
	}
	return { querySql, restrictions };
};

const answerOf = async (context: ReportContext<typeof parameters>, userId: string | undefined) => {
	const { given, runSql } = context;
	const sort = sortOf(given, SESSION_SORT_FIELDS, "session_end");
	const hasTotals = wantsTotals(given.totals);
	const selected = selectSessions(context, userId);
	if (!selected) return { data: [], ...(hasTotals && { totalCount: 0 }) };
	const [data, totalCount] = await Promise.all([
		listSessions(context, selected, pageOf(given, 100), sort),
		hasTotals ? countSessions(runSql, selected) : undefined,
	]);
	return { data, ...(totalCount !== undefined && { totalCount }) };
};

/** Every session that `/sessions` would list, page after page; those of one visitor if there is a `userId`. */
export const listedSessionsInPages = (
	context: ReportContext<typeof parameters>,
	userId: string | undefined,
	rowsAtOnce: number,
) => sessionsInPages(context, (query) => selectSessions({ ...context, query }, userId), rowsAtOnce);

const listed = {
	tag: "Sessions",
	anyOrigin: true,
	response: z
		.object({ data: z.array(SessionRow), totalCount: count().optional() })
		.meta({ component: "SessionList" }),
} as const;

export const sessions = report({
	...listed,
	path: "/sessions",
	summary: "Sessions, latest first",
	description:
		"To look at single visits. `session_duration` is in seconds; filter them like any report.",
	extra: {
		user_id: textParameter(
			"Only sessions of this visitor: the id of a device or of one of the site's own users",
		),
		...parameters,
	},
	answer: (context) => answerOf(context, context.given.user_id),
});

export const userSessions = report({
	...listed,
	path: "/users/{userId}/sessions",
	areas: ["users"],
	summary: "Sessions of one user, latest first: `sessions` with `user_id`",
	description: "`userId` is the site's own id, or a device's.",
	params: z.object({ userId: z.string().min(1) }),
	extra: parameters,
	answer: (context) => answerOf(context, context.params["userId"]),
});

const Location = z
	.object({
		lat: z.number(),
		lon: z.number(),
		city: z.string(),
		country: z.string(),
		count: count(),
	})
	.meta({ component: "SessionLocation" });

const PLACED = IS_PLACED.replaceAll(/l(at|on)/g, "events.$&");

const locationsText = (querySql: QuerySql) => `
  SELECT place.1 AS lat, place.2 AS lon, place.3 AS city, place.4 AS country, count() AS count
  FROM (
    SELECT place FROM (${passingSessions(querySql, [], {
			condition: querySql.beganInRange,
			more: (act) => [
				`argMinIf((events.lat, events.lon, events.city, toString(events.country)), ${ORDER}, ${act} AND ${PLACED}) AS place`,
			],
		})})
  )
  WHERE lat != 0 OR lon != 0
  GROUP BY place
  ORDER BY count DESC, lat, lon, city, country
  LIMIT 10000`;

export const sessionLocations = report({
	path: "/sessions/locations",
	areas: ["places"],
	aliases: ["/session-locations"],
	summary: "Sessions by place, for a map: the place of their first act that has one",
	description: "`lat` and `lon` are in degrees; `count` is of sessions.",
	tag: "Sessions",
	response: z.object({ data: z.array(Location) }),
	answer: async ({ runSql, site, query }) => {
		const querySql = toSql(site.siteId, query);
		return {
			data: await runSql<z.infer<typeof Location>>(locationsText(querySql), querySql.parameters),
		};
	},
});
