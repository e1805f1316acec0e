import { DAY_MS, END, LARGEST_SITE } from "./report-events.mjs";

const time = (instant) => new Date(instant).toISOString().slice(0, 19);
const range = { start_datetime: time(END - 30 * DAY_MS), end_datetime: time(END) };

const STEPS = [
	{ type: "page", value: "/articles/*" },
	{ type: "page", value: "/articles/1*" },
	{ type: "event", value: "buy" },
];

const filtered = (parameter, value) => ({
	filters: JSON.stringify([{ parameter, type: "equals", value: [value] }]),
});

/** A request for a report about the largest site's last 30 days. */
export const request = (path, parameters = {}, body) => ({
	path: `/api/sites/${LARGEST_SITE}${path}?${new URLSearchParams({ ...range, ...parameters })}`,
	body,
});

/** What a dashboard requests at once when it is opened. */
export const DASHBOARD = [
	request("/overview"),
	request("/overview/time-series", { bucket: "day" }),
	...["pathname", "referrer", "country", "device_type"].map((parameter) =>
		request("/metric", { parameter }),
	),
];

const FIGURES = [
	request("/overview"),
	request("/overview", filtered("country", "DE")),
	request("/overview", filtered("channel", "Email")),
	request("/overview", filtered("event_name", "buy")),
	request("/overview/time-series", { bucket: "day" }),
	request("/overview/time-series", { bucket: "hour", time_zone: "Asia/Kolkata" }),
	...["pathname", "page_title", "entry_page", "exit_page", "channel", "country", "event_name"].map(
		(parameter) => request("/metric", { parameter }),
	),
	request("/events/count"),
	request("/errors/names"),
	request("/bots/overview"),
	request("/performance/overview"),
];

/** The overview's lists by what changed most. */
const CHANGES = [
	"pathname",
	"entry_page",
	"channel",
	"referrer",
	"country",
	"browser",
	"event_name",
].map((parameter) =>
	request("/metric", { parameter, compare: "previous", sort_by: "change", limit: "8" }),
);

const INSIGHTS = [
	request("/funnels/analyze", {}, { steps: STEPS }),
	request("/journeys", { steps: "3" }),
	request("/retention", { range: "90" }),
];

const LISTS = [
	request("/events"),
	request("/events", { since_timestamp: time(END - 10_000) }),
	request("/sessions"),
	request("/live-user-count"),
];

const question = (metrics, dimensions, more = {}) =>
	request("/query", {}, { metrics, dimensions, limit: 100, ...more });

/** Questions of one dimension or none. */
const QUESTIONS = [
	question(["sessions", "users", "pageviews", "bounce_rate"], []),
	question(["sessions", "bounce_rate"], ["country"]),
	question(["sessions", "session_duration"], ["utm_campaign"]),
	question(["users", "pageviews"], ["channel"]),
	question(["pageviews", "time_on_page"], ["pathname"]),
	question(["events"], ["event_name"]),
	question(["events", "sum(price)"], ["prop:plan"]),
	question(["lcp:p75"], ["country"]),
	question(["sessions", "users"], ["time:day"]),
	question(["sessions"], ["hour_of_day"]),
];

/** Questions of two dimensions, comparisons, and conditions. */
const PAIRS = [
	question(["sessions", "bounce_rate"], ["country", "device_type"]),
	question(["sessions"], ["channel", "time:day"]),
	question(["users", "pageviews"], ["channel", "time:day"]),
	question(["pageviews"], ["pathname", "country"]),
	question(["events"], ["event_name", "time:day"]),
	question(["sessions", "pageviews"], ["country"], { compare: "previous" }),
	question(["sessions"], ["country"], {
		filters: ["or", ["is", "channel", ["Email"]], ["is", "device_type", ["Mobile"]]],
	}),
];

/** What led to the orders of 30 days, by the sessions of up to 90 days before each. */
const ATTRIBUTIONS = ["first", "last", "last_non_direct", "linear"].map((model) =>
	request("/revenue/attribution", { model, lookback: "90", currency: "EUR" }),
);

/** Groups of requests that are sent one after the other, with the time limit of each in ms. */
export const GROUPS = [
	{ name: "figures", atMostMs: 60, requests: FIGURES },
	{ name: "changes", atMostMs: 80, requests: CHANGES },
	{ name: "questions", atMostMs: 80, requests: QUESTIONS },
	{ name: "pairs", atMostMs: 150, requests: PAIRS },
	{ name: "attributions", atMostMs: 400, requests: ATTRIBUTIONS },
	{ name: "insights", atMostMs: 150, requests: INSIGHTS },
	{ name: "lists", atMostMs: 20, requests: LISTS },
];

/**
 * Overviews that begin before the site's first event: with the imported sums of these days, and without. Each is of another
 * period, so that none has the other's rows.
 */
export const overviewsWithSums = (many) =>
	Array.from({ length: many }, (_, index) =>
		["1", "0"].map((imported, place) =>
			request("/overview", {
				start_datetime: time(END - (100 + index + place / 2) * DAY_MS),
				imported,
			}),
		),
	);

/** A request's path and what distinguishes it from others with the same path. */
export const nameOf = ({ path, body }) => {
	const { pathname, searchParams } = new URL(path, "http://localhost");
	const told = [...searchParams]
		.filter(([name]) => !(name in range))
		.map(([name, value]) =>
			name === "filters" ? JSON.parse(value)[0].parameter : `${name}=${value}`,
		);
	const { metrics, dimensions = [], compare, filters } = body ?? {};
	const asked = metrics
		? [
				metrics.join(", "),
				...dimensions.map((name) => `by ${name}`),
				compare ?? "",
				filters?.[0] ?? "",
			]
		: [];
	return [pathname.split("/").slice(4).join("/"), ...told, ...asked].join(" ").trim();
};
