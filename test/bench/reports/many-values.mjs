import { tmpdir } from "node:os";
import { join } from "node:path";
import { reports } from "@footfall/reports/reports";
import { exitByGoals } from "../measuring/goals.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasuredStore } from "./measured-api.mjs";
import { DAY_MS, END } from "./report-events.mjs";

/**
 * How long each report takes for a site of VALUES (1000000) views, events, errors, bots and page loads in 28 days, each
 * with a path, a title, a name, a property, a message and a person of its own: with the first page of its list, with a
 * late one, and filtered. Every report is requested once, with days rolled up; the SHOWN (10) slowest are printed, with
 * the peak memory of the process. The store is made once and kept in DIRECTORY. The goal is two seconds for each.
 */

const VALUES = Number(process.env.VALUES ?? 1_000_000);
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), `footfall-bench-many-values-${VALUES}`);
const ONLY = process.env.ONLY ?? "";
const SHOWN = Number(process.env.SHOWN ?? 10);
const MOST_MS = 2_000;
const DAYS = 28;
const BLOCK = 100_000;

/** A view, an event, an error and a page load of each person. */
const KINDS = ["pageview", "custom_event", "error", "performance"];

const EVENTS = `
  INSERT INTO events (site_id, timestamp, received_at, event_id, type, event_name, properties, session_id, user_id,
    identified_user_id, hostname, pathname, querystring, page_title, referrer, channel, browser, operating_system,
    device_type, language, country, city, timezone, source, source_offset, lcp)
  WITH
    intDiv(number, ${KINDS.length}) AS person,
    [${KINDS.map((kind) => `'${kind}'`)}][number % ${KINDS.length} + 1] AS kind,
    fromUnixTimestamp64Milli(toInt64(${END - DAYS * DAY_MS}) + toInt64(person * ${(DAYS * DAY_MS) / VALUES})
      + number % ${KINDS.length}, 'UTC') AS at
  SELECT 1, at, at, toString(number), kind,
    multiIf(kind = 'custom_event', concat('event ', toString(person)), kind = 'error', 'TypeError', ''),
    multiIf(
      kind = 'custom_event', concat('{"order":"', toString(person), '"}'),
      kind = 'error', concat('{"message":"message ', toString(person), '"}'),
      '{}'),
    cityHash64(person, 'session'), cityHash64(person), concat('user-', toString(person)),
    'www.example.com', concat('/pages/', toString(person)), concat('?id=', toString(person)),
    concat('Title ', toString(person)), concat('https://site-', toString(person), '.example/'), 'Referral', 'Chrome',
    'Windows', 'Desktop', 'en', 'DE', concat('City ', toString(person)), 'UTC', 'bench', number,
    if(kind = 'performance', person % 4000, NULL)
  FROM numbers({first:UInt64}, {many:UInt64})`;

const BOTS = `
  INSERT INTO bots (site_id, timestamp, received_at, event_id, type, user_id, hostname, pathname, ua_pattern, bot_name,
    source, source_offset)
  SELECT 1, events.at, events.at, toString(number), 'pageview', number, 'www.example.com',
    concat('/pages/', toString(number)), 1, concat('Bot ', toString(number)), 'bench', number
  FROM (SELECT number, fromUnixTimestamp64Milli(toInt64(${END - DAYS * DAY_MS})
    + toInt64(number * ${(DAYS * DAY_MS) / VALUES}), 'UTC') AS at FROM numbers({first:UInt64}, {many:UInt64})) AS events`;

const fill = async (store) => {
	const events = VALUES * KINDS.length;
	const [{ stored }] = await store.query("SELECT count() AS stored FROM events");
	if (stored === events) return;
	for (const table of ["events", "bots"]) await store.command(`TRUNCATE TABLE ${table}`);
	for (let first = 0; first < events; first += BLOCK)
		await store.command(EVENTS, { first, many: Math.min(BLOCK, events - first) });
	for (let first = 0; first < VALUES; first += BLOCK)
		await store.command(BOTS, { first, many: Math.min(BLOCK, VALUES - first) });
};

const DIMENSIONS = {
	"/metric": [
		...["pathname", "page_title", "entry_page", "exit_page", "querystring", "referrer", "city"],
		...["event_name", "user_id", "hostname"],
	].map((parameter) => ({ parameter })),
	"/metric-lite": [{ parameter: "pathname" }],
	"/errors/by-dimension": [{ dimension: "pathname" }, { dimension: "country" }],
	"/errors/time-series": [{ errorMessage: "message 17" }],
	"/users/session-count": [{ user_id: "user-17" }],
	"/bots/by-dimension": [{ dimension: "pathname" }, { dimension: "bot_name" }],
	"/performance/by-dimension": [{ dimension: "pathname" }],
	"/events/properties": [{ event_name: "event 17" }],
	"/events/time-series": [{}, { event_name: "event 17" }],
	"/events/autocapture": [{ type: "button_click" }],
	"/events/autocapture-values": [{ type: "button_click" }],
	"/errors/events": [{ errorMessage: "message 17" }],
	"/user-traits/values": [{ key: "plan" }],
	"/user-traits/users": [{ key: "plan", value: "pro" }],
	"/funnels/analyze": [
		{ steps: '[{"type":"page","value":"/pages/1*"},{"type":"event","value":"event 1*"}]' },
	],
	"/users/{userId}": [{}],
	"/users/{userId}/sessions": [{}],
};
const time = (instant) => new Date(instant).toISOString().slice(0, 19);
const RANGE = { start_datetime: time(END - DAYS * DAY_MS), end_datetime: time(END) };
const FILTERED = {
	filters: JSON.stringify([{ parameter: "pathname", type: "contains", value: ["/9"] }]),
};
/** Later pages of a list, by the name of its parameters. */
const later = (names) => {
	if (names.includes("page_size") && names.includes("page"))
		return [{ page: "500", page_size: "100" }];
	return names.includes("page") ? [{ page: "500", limit: "100" }] : [];
};

const questions = reports
	.filter(
		({ method = "get", files, path }) =>
			method === "get" && !files && !/\{(goal|session)Id|embed/.test(path),
	)
	.flatMap(({ path, extra = {} }) => {
		const names = Object.keys(extra);
		const found = names.includes("search") ? [{ search: "77" }] : [];
		return (DIMENSIONS[path] ?? [{}]).flatMap((own) =>
			[{}, ...later(names), ...found, ...(path.includes("{userId}") ? [] : [FILTERED])].map(
				(more) => ({
					path,
					more: { ...own, ...more },
				}),
			),
		);
	});

const { ask, close } = await startMeasuredStore(DIRECTORY, fill);
const rows = [];
for (const { path, more } of questions) {
	const given = Object.entries(more).map(([key, value]) => `${key}=${value}`);
	const name = [path, ...given].join(" ");
	if (!name.includes(ONLY)) continue;
	const before = process.cpuUsage();
	const askedAt = performance.now();
	const query = new URLSearchParams({ ...RANGE, ...more });
	const asked = { path: `/api/sites/1${path.replace("{userId}", "user-17")}?${query}` };
	const answer = await ask(asked).catch((error) => error.message);
	const { user, system } = process.cpuUsage(before);
	const ms = performance.now() - askedAt;
	rows.push({ name, ms, cpu: (user + system) / 1000, bytes: answer.length, answer });
	if (process.env.VERBOSE) console.error(name, Math.round(ms), answer.slice(0, 100));
}
await close();

const isWrong = ({ answer }) => answer.startsWith("/api/");
for (const { answer } of rows.filter(isWrong)) console.error(answer.slice(0, 300));
const slow = rows.filter(({ ms }) => ms > MOST_MS);
printTable(
	`${rows.length} questions about ${VALUES.toLocaleString("en")} distinct values, ${slow.length} answered later than the goal of ${MOST_MS} ms; the process held ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most. The ${SHOWN} that take longest:`,
	["question", "ms", "ms of CPU", "bytes"],
	rows
		.toSorted((one, other) => other.ms - one.ms)
		.slice(0, SHOWN)
		.map(({ name, ms, cpu, bytes }) => [`\`${name}\``, ms.toFixed(0), cpu.toFixed(0), bytes]),
);
if (rows.some(isWrong)) process.exitCode = 1;
else exitByGoals(slow.length === 0);
