import { CHANGED_METRICS } from "@footfall/reports/changes/changed-metric";
import { BREAKDOWN_PARAMETERS, QUESTION_PARAMETERS } from "@footfall/reports/query/dimensions";
import { METRIC_DEFINITIONS } from "@footfall/reports/question/metrics";
import { OPERATORS } from "@footfall/reports/question/question";
import { MAX_ROWS } from "./bounded-text.ts";
import { eventPages, pages, questionPages } from "./paging.ts";
import { sessionOf, sessionsOf, sitesOf } from "./shorter-answers.ts";
import type { ToolDefinition } from "./tool.ts";

const SITE = "/api/sites/{site}";

/** The meaning of metrics of questions that other answers have under the same names. */
const meaningOf = (...names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, METRIC_DEFINITIONS[name] ?? ""]));

const OF_ERRORS = {
	count: "Occurrences in the range",
	sessionCount: "Sessions in which it occurred",
	userCount: "People to whom it occurred",
	percentage: "Share of all occurrences, in percent",
};

const OF_GOALS = {
	total_conversions: "Sessions that began in the range and reached the goal",
	total_sessions: "All sessions that began in the range and pass the filters",
	conversion_rate: "total_conversions / total_sessions, 0 to 1",
	total_value: "What these sessions are worth, in the site's currency",
};

const OF_SESSIONS = {
	session: "Acts of a visitor with at most 30 minutes between them",
	session_duration: "Seconds from the first to the last act",
	absent: "Fields that are empty or 0 are left out",
};

const GLOSSARY = {
	session:
		"Acts of a visitor with at most 30 minutes between them; it belongs to the instant of its first act",
	user: "A person: the id that the site passed to identify, else the device",
	bounce: "A session with exactly one page view",
	goal: "A condition that makes a session a conversion",
	bot: "Requests of bots are in no figure but those of bots",
};

/** Every tool. Who may call one, and what its arguments may be, is decided by its route. */
export const TOOLS: readonly ToolDefinition[] = [
	{
		name: "list_sites",
		description: "The sites that the key may see. Start here: other tools need a siteId.",
		route: "GET /api/sites",
		routeOfOrganization: "GET /api/organizations/{organizationId}/sites",
		takes: ["search", "page", "page_size"],
		defaults: { page: 1, page_size: MAX_ROWS },
		shape: sitesOf,
		paging: pages("sites", "totalCount", "page_size"),
	},
	{
		name: "query",
		description: `Any metrics by up to 3 dimensions; answers most questions: sources, pages, places, devices, trends, conversions and bots by group.
metrics: ${Object.keys(METRIC_DEFINITIONS)
			.filter((name) => !/^(good_share|measurements)\(/.test(name))
			.join(", ")}, good_share(lcp); lcp:p90 names a percentile.
dimensions: ${[...BREAKDOWN_PARAMETERS, ...QUESTION_PARAMETERS].join(", ")}, goal, hour_of_day, day_of_week, time:minute|hour|day|week|month|year.
filters: [operator, dimension, values], e.g. ["is","device_type",["Mobile"]]; join with ["and",…], ["or",…], ["not",…]. Operators: ${Object.keys(OPERATORS).join(", ")}.
Each row has dimensions and metrics in the order asked; compare adds previous.`,
		route: `POST ${SITE}/query`,
		isReport: true,
		takes: [
			...["metrics", "dimensions", "filters", "compare", "match_weekdays", "currency"],
			...["order_by", "limit", "offset", "include"],
		],
		needs: ["metrics"],
		defaults: { include: { totals: true, total_rows: true } },
		paging: questionPages,
	},
	{
		name: "definitions",
		description: "What each metric counts, and what session, user, bounce, goal and bot mean.",
		content: { metrics: METRIC_DEFINITIONS, terms: GLOSSARY },
	},
	{
		name: "overview",
		description: "The six main figures of a range: as at the top of the dashboard.",
		route: `GET ${SITE}/overview`,
		isReport: true,
		takes: ["compare"],
		definitions: {
			...meaningOf("sessions", "pageviews", "users", "bounce_rate"),
			pages_per_session: METRIC_DEFINITIONS["views_per_session"] ?? "",
			session_duration: `${METRIC_DEFINITIONS["session_duration"]} In seconds.`,
		},
	},
	{
		name: "changes",
		description: `Why a metric differs from another period: its segments, since when, chance, what lies beside.
metric: ${CHANGED_METRICS.join(", ")}.`,
		route: `GET ${SITE}/changes`,
		isReport: true,
		takes: ["metric", "compare", "event_name", "errorId"],
		needs: ["metric"],
		definitions: {
			contribution: "Part of difference; contributions and rest add up to it",
			mix: "Part from the segment's share of all; rate: from its own rate",
			chance: "Probability of such a change without a cause; above 0.05 nothing is explained",
		},
	},
	{
		name: "breakdown",
		description:
			"The values of one dimension with their sessions, as in the dashboard's lists. With compare and sort_by=change, the values that gained or lost most come first, vanished ones included: count less previous.count.",
		route: `GET ${SITE}/metric`,
		isReport: true,
		takes: ["parameter", "compare", "sort_by", "sort_order", "search", "page", "limit"],
		needs: ["parameter"],
		defaults: { page: 1, limit: 50 },
		definitions: {
			count:
				"Sessions; of pathname, page_title and other dimensions of events those that had the value",
			pageviews: METRIC_DEFINITIONS["pageviews"] ?? "",
			percentage: "Share of all sessions, in percent",
		},
		paging: pages("data.data", "data.totalCount"),
	},
	{
		name: "live_count",
		description: "How many sessions had an event in the last minutes.",
		route: `GET ${SITE}/live-user-count`,
		takes: ["minutes"],
		defaults: { minutes: 5 },
		definitions: { count: "Sessions with an event in the last `minutes`, 5 by default" },
	},
	{
		name: "sessions",
		description: "Single sessions, latest first: source, place, device, pages, duration.",
		route: `GET ${SITE}/sessions`,
		isReport: true,
		takes: ["user_id", "min_pageviews", "min_duration", "page", "limit"],
		defaults: { page: 1, limit: 20, totals: true },
		shape: sessionsOf,
		definitions: OF_SESSIONS,
		paging: pages("data", "totalCount"),
	},
	{
		name: "session",
		description: "One session and its events, oldest first.",
		route: `GET ${SITE}/sessions/{sessionId}`,
		takes: ["limit", "offset"],
		defaults: { limit: 100, offset: 0 },
		shape: sessionOf,
		definitions: OF_SESSIONS,
		paging: eventPages,
	},
	{
		name: "errors",
		description: "JavaScript errors with states and releases, most frequent first.",
		route: `GET ${SITE}/errors/names`,
		isReport: true,
		takes: ["compare", "page", "limit"],
		defaults: { page: 1, limit: 50, seen: true, states: true },
		definitions: OF_ERRORS,
		paging: pages("data.data", "data.totalCount"),
	},
	{
		name: "web_vitals",
		description: "LCP, CLS, INP, FCP and TTFB of a range. By page or device: query with lcp, cls …",
		route: `GET ${SITE}/performance/overview`,
		isReport: true,
		takes: ["compare"],
		defaults: { ratings: true },
		definitions: {
			lcp_p75: "75 % of the measurements are at most this high; ms, but CLS has no unit",
			lcp_good: "Share of measurements rated good, in percent; likewise needs improvement, poor",
		},
	},
	{
		name: "bots",
		description:
			"Requests of bots and their share of all traffic. By path or country: query with bots.",
		route: `GET ${SITE}/bots/overview`,
		isReport: true,
		takes: ["compare"],
		definitions: {
			bot_requests: METRIC_DEFINITIONS["bots"] ?? "",
			total_events: "Events of people and requests of bots together",
			bot_percentage: "bot_requests of total_events, in percent",
			suspected_sessions:
				"Sessions that may be a machine's; they count as people unless the site says otherwise",
		},
	},
	{
		name: "bots_by_dimension",
		description: "Requests of bots by one dimension, such as name, operator, purpose, pathname.",
		route: `GET ${SITE}/bots/by-dimension`,
		isReport: true,
		takes: ["dimension", "purpose", "page", "limit"],
		needs: ["dimension"],
		defaults: { page: 1, limit: 50 },
		definitions: {
			count: METRIC_DEFINITIONS["bots"] ?? "",
			percentage: "Share of all, in percent",
		},
		paging: pages("data.data", "data.totalCount"),
	},
	{
		name: "goals",
		description: "The site's goals with ids, conditions and conversions.",
		route: `GET ${SITE}/goals`,
		isReport: true,
		takes: ["compare", "page", "page_size"],
		defaults: { page: 1, page_size: 50 },
		definitions: OF_GOALS,
		paging: pages("data", "meta.total", "page_size"),
	},
	{
		name: "list_funnels",
		description: "The site's saved funnels and their steps, for analyze_funnel.",
		route: `GET ${SITE}/funnels`,
		definitions: { steps: "A session reaches each step in a later second than the step before" },
		paging: () => ({ rows: "data" }),
	},
	{
		name: "analyze_funnel",
		description: "How many sessions reach each step of a funnel.",
		route: `POST ${SITE}/funnels/analyze`,
		isReport: true,
		takes: ["steps", "compare"],
		needs: ["steps"],
		definitions: {
			visitors: "Sessions that reached the step",
			conversion_rate: "Share of the first step's sessions, in percent",
			dropoff_rate: "Share of the previous step's sessions that did not reach it, in percent",
		},
	},
	{
		name: "annotations",
		description: "Notes and deployments on days of the charts, such as releases and campaigns.",
		route: `GET ${SITE}/annotations`,
		takes: ["start_date", "end_date"],
		definitions: { date: "When it happened, UTC" },
		paging: () => ({ rows: "data" }),
	},
	{
		name: "create_annotation",
		description:
			"Adds a note, or with kind deploy a deployment of a version, to a day or a range of the charts.",
		route: `POST ${SITE}/annotations`,
		takes: ["title", "date", "endDate", "description", "kind", "version", "url"],
		needs: ["title", "date"],
	},
	{
		name: "create_goal",
		description:
			"Creates a goal. goalType path: config.pathPattern (* is part of a segment, ** anything); event: config.eventName; others: config.valuePattern.",
		route: `POST ${SITE}/goals`,
		takes: ["name", "goalType", "config"],
		needs: ["goalType", "config"],
	},
];
