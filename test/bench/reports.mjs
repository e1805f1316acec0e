import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openStore } from "@footfall/store";
import { reportRoutes } from "../../packages/api/dist/reports/report-routes.js";

/**
 * The median time of each report over the last 30 days of a site with EVENTS events (5 million) in 90 days, and
 * how many times that is of the plainest question about the same rows: how many sessions there were. The store
 * is made once and kept in DIRECTORY. ROUNDS (3) questions each, in turns, so that a noisy machine harms all alike;
 * ONLY picks the reports whose path contains it. Run after `npm run build`.
 */

const EVENTS = Number(process.env.EVENTS ?? 5_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), `footfall-bench-reports-${EVENTS}`);
const ONLY = process.env.ONLY ?? "";

const SITE = 1;
const DAY_MS = 86_400_000;
const DAYS = 90;
const END = Date.parse("2026-11-20T00:00:00Z");
const START = END - DAYS * DAY_MS;
const EVENTS_PER_SESSION = 4;
const SESSIONS = Math.ceil(EVENTS / EVENTS_PER_SESSION);

mkdirSync(DIRECTORY, { recursive: true });
const store = openStore({ directory: DIRECTORY });
await migrate(store);

/** Events from arithmetic alone: the same in every run, made by the engine itself. */
const fill = `
  INSERT INTO events (site_id, timestamp, received_at, event_id, type, event_name, properties, session_id, user_id,
    identified_user_id, hostname, pathname, querystring, page_title, referrer, channel, url_parameters, browser,
    browser_version, operating_system, operating_system_version, device_type, language, screen_width, screen_height,
    country, region, city, lat, lon, timezone, source, source_offset, lcp, cls)
  WITH
    intDiv(number, ${EVENTS_PER_SESSION}) AS visit,
    number % ${EVENTS_PER_SESSION} AS step,
    cityHash64(visit) AS chance,
    visit % ${Math.ceil(SESSIONS / 4)} AS person,
    toInt64(${START} + intDiv(visit * ${DAYS * DAY_MS}, ${SESSIONS}) + step * 20000 + cityHash64(number) % 9000) AS at
  SELECT ${SITE}, fromUnixTimestamp64Milli(at, 'UTC'), fromUnixTimestamp64Milli(at, 'UTC'), toString(number),
    multiIf(step = 3 AND chance % 4 = 0, 'custom_event', step = 3 AND chance % 4 = 1, 'performance', step = 3 AND chance % 4 = 2, 'outbound', 'pageview') AS kind,
    multiIf(kind = 'custom_event', ['signup', 'buy', 'share'][chance % 3 + 1], ''),
    multiIf(kind = 'custom_event', concat('{"plan":"', ['free', 'pro'][chance % 2 + 1], '","price":', toString(chance % 100), '}'), kind = 'outbound', '{"url":"https://other.example/page"}', '{}'),
    chance, cityHash64(person, 'person'), if(person % 10 = 0, concat('user-', toString(person)), ''),
    'www.example.com', concat('/articles/', toString(intDiv(cityHash64(number, 'page') % 1000 * (cityHash64(number, 'page') % 1000), 2000))), if(step = 0 AND chance % 3 = 0, '?utm_source=news', ''),
    concat('Article ', toString(chance % 500)), if(step = 0 AND chance % 2 = 0, ['https://www.google.com/', 'https://news.example.org/a', 'https://t.example/'][chance % 3 + 1], ''),
    if(step = 0, ['Direct', 'Organic Search', 'Referral', 'Email'][chance % 4 + 1], 'Internal'), if(step = 0 AND chance % 3 = 0, map('utm_source', 'news'), map()),
    ['Chrome', 'Firefox', 'Safari'][person % 3 + 1], toString(140 + person % 10), ['Windows', 'macOS', 'Android'][person % 3 + 1], toString(person % 5 + 10),
    ['Desktop', 'Mobile'][person % 2 + 1], ['en-US', 'de', 'fr'][person % 3 + 1], 1920, 1080,
    ['US', 'DE', 'FR', 'NL', 'GB'][person % 5 + 1], '', concat('City ', toString(person % 300)), person % 90, person % 180, 'UTC', 'bench', number,
    if(kind = 'performance', chance % 4000, NULL), if(kind = 'performance', (chance % 100) / 200, NULL)
  FROM numbers({first:UInt64}, {many:UInt64})`;

const [{ stored }] = await store.query("SELECT count() AS stored FROM events");
if (stored !== EVENTS) {
	console.log(`Making ${EVENTS} events in ${DIRECTORY} …`);
	await store.command("TRUNCATE TABLE events");
	const many = 250_000;
	for (let first = 0; first < EVENTS; first += many)
		await store.command(fill, { first, many: Math.min(many, EVENTS - first) });
	await store.command("OPTIMIZE TABLE events");
}

const goal = (goalId, goalType, config) => ({
	goalId,
	siteId: SITE,
	name: null,
	goalType,
	config,
	createdAt: new Date(0),
});
const goals = [
	goal(1, "path", { pathPattern: "/articles/1*" }),
	goal(2, "event", { eventName: "buy", propertyFilters: [{ key: "plan", value: "pro" }] }),
];
const routes = reportRoutes({
	store,
	now: () => END,
	goals: { ofSite: async () => goals, one: async () => goals[0] },
});

const range = {
	start_datetime: new Date(END - 30 * DAY_MS).toISOString().slice(0, 19),
	end_datetime: new Date(END).toISOString().slice(0, 19),
};
const steps = [
	{ type: "page", value: "/articles/*" },
	{ type: "page", value: "/articles/1*" },
	{ type: "event", value: "buy" },
];
const filters = (parameter, value) =>
	JSON.stringify([{ parameter, type: "equals", value: [value] }]);

/** Path, parameters, body, and what is in the path. */
const QUESTIONS = [
	["/overview"],
	["/overview", { filters: filters("country", "DE") }],
	["/overview", { filters: filters("channel", "Email") }],
	["/overview", { filters: filters("event_name", "buy") }],
	["/overview/time-series", { bucket: "day" }],
	["/overview/time-series", { bucket: "hour", time_zone: "Europe/Berlin" }],
	["/metric", { parameter: "pathname" }],
	["/metric", { parameter: "channel" }],
	["/metric", { parameter: "country" }],
	["/metric", { parameter: "entry_page" }],
	["/metric", { parameter: "event_name" }],
	["/page-titles"],
	["/live-user-count"],
	["/has-data"],
	["/events"],
	["/events/count"],
	["/events/names"],
	["/events/properties", { event_name: "buy" }],
	["/events/time-series", { bucket: "day" }],
	["/events/outbound"],
	["/performance/overview"],
	["/performance/by-dimension", { dimension: "pathname" }],
	["/sessions"],
	["/sessions/locations"],
	["/users"],
	["/users", { sort_by: "sessions", identified_only: "true" }],
	["/users/{userId}", {}, undefined, { userId: "user-100" }],
	["/goals"],
	["/goals/time-series", { goal_ids: "1,2", bucket: "day" }],
	["/goals/{goalId}/sessions", {}, undefined, { goalId: "1" }],
	["/funnels/analyze", {}, { steps }],
	["/funnels/{stepNumber}/sessions", { mode: "dropped" }, { steps }, { stepNumber: "1" }],
	["/journeys", { steps: "3" }],
	["/retention", { range: "30" }],
	["/usage"],
].filter(([path]) => path.includes(ONLY));

const ask = async ([path, parameters = {}, body, params = {}]) => {
	const method = body === undefined ? "get" : "post";
	const route = routes.find(
		(one) => one.path === `/api/sites/{site}${path}` && one.method === method,
	);
	const query = route.query.parse({ ...range, ...parameters });
	const site = { siteId: SITE };
	const caller = { via: "session", user: {}, permissions: null };
	await route.handle({ site, caller, role: "owner", params, query, body, origin: "" });
};

const plain = () =>
	store.query(
		`SELECT uniqExact(session_id) FROM events
		WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
		{ site: SITE, from: END - 30 * DAY_MS },
	);

const timed = async (run) => {
	const start = performance.now();
	try {
		await run();
	} catch (error) {
		return { fault: error.message };
	}
	return { ms: performance.now() - start };
};
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const nameOf = ([path, parameters]) =>
	[path, ...Object.entries(parameters ?? {}).map((pair) => pair.join("="))].join(" ");

const entries = [["(plain) sessions of the range", plain]].concat(
	QUESTIONS.map((question) => [nameOf(question), () => ask(question)]),
);
const runs = new Map(entries.map(([name]) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1)
	for (const [name, run] of entries) {
		const result = await timed(run);
		// The first round fills caches.
		if (round > 0 || result.fault) runs.get(name).push(result);
	}

const medianOf = (name) => median(runs.get(name).map(({ ms = Number.NaN }) => ms));
const base = medianOf(entries[0][0]);
console.log(`${EVENTS} events, 30 of ${DAYS} days, medians of ${ROUNDS}\n`);
console.log(`${"ms".padStart(8)}  ${"× plain".padStart(7)}  report`);
let failed = 0;
for (const [name] of entries) {
	const fault = runs.get(name).find((result) => result.fault)?.fault;
	if (fault) failed += 1;
	const ms = medianOf(name);
	console.log(
		fault
			? `${"-".padStart(8)}  ${"-".padStart(7)}  ${name}: ${fault}`
			: `${ms.toFixed(0).padStart(8)}  ${(ms / base).toFixed(1).padStart(7)}  ${name}`,
	);
}
await store.close();
process.exitCode = failed > 0 ? 1 : 0;
