import { median } from "../measuring/median.mjs";
import { timesOf, watchMemory } from "./process-times.mjs";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 28;

/** A visit of a copy begins up to this much earlier than the original. */
const SHIFT_MS = 600_000;

/** Columns whose values differ in a copy; the others are copied unchanged. */
const OWN = {
	site_id: "{site:UInt32}",
	timestamp: `timestamp - toIntervalMillisecond(cityHash64(session_id, {copy:UInt32}) % ${SHIFT_MS})`,
	event_id: "concat(lower(hex(cityHash64(event_id, {copy:UInt32}))), '.', toString(sequence))",
	session_id: "cityHash64(session_id, {copy:UInt32})",
	user_id: "cityHash64(user_id, {copy:UInt32})",
	identified_user_id:
		"if(identified_user_id = '', '', concat(identified_user_id, '-', toString({copy:UInt32})))",
};

/** Adds a site with this many copies of another site's events, each with people and visits of its own. */
export const addSite = async (store, { from, site, copies }) => {
	const columns = await store.query(
		`SELECT name FROM system.columns WHERE table = 'events' AND database = currentDatabase()
		AND default_kind NOT IN ('MATERIALIZED', 'ALIAS')`,
	);
	const names = columns.map(({ name }) => name);
	const values = names.map((name) => OWN[name] ?? name);
	for (let copy = 1; copy <= copies; copy++)
		await store.command(
			`INSERT INTO events (${names.join(", ")}) SELECT ${values.join(", ")} FROM events
			WHERE site_id = {from:UInt32} SETTINGS max_execution_time = 300`,
			{ from, site, copy },
		);
};

const day = (instant) => new Date(instant).toISOString().slice(0, 10);

const breakdown = (parameter) => ["metric", { parameter, limit: "10" }];
/** The requests of the dashboard's overview. */
const CARDS = [
	["overview", {}],
	["overview/time-series", { bucket: "day" }],
	...["referrer", "channel", "utm_campaign", "country", "region", "city"].map(breakdown),
	...["browser", "operating_system", "device_type", "pathname", "entry_page"].map(breakdown),
];

const STEPS = [
	{ type: "page", value: "/" },
	{ type: "page", value: "/signup" },
	{ type: "event", value: "signup" },
];

const questionsAbout = (site, end) => {
	const range = { start_date: day(end - SHOWN_DAYS * DAY_MS), end_date: day(end - DAY_MS) };
	const request = (name, path, parameters = {}, body = undefined) => ({
		name,
		path: `/api/sites/${site}/${path}?${new URLSearchParams({ ...range, ...parameters })}`,
		body,
	});
	const filters = JSON.stringify([{ parameter: "country", type: "equals", value: ["DE"] }]);
	const page = (more) => ({
		path: `/api/sites/${site}/reports`,
		body: {
			parameters: { ...range, compare: "previous", ...more },
			questions: CARDS.map(([report, parameters], id) => ({ id: String(id), report, parameters })),
		},
	});
	return [
		{ name: "dashboard page, compared", ...page({ filters: [] }) },
		{ name: "… of one country", ...page({ filters: JSON.parse(filters) }) },
		request("overview", "overview"),
		request("series by day", "overview/time-series", { bucket: "day" }),
		request("breakdown by page", "metric", { parameter: "pathname" }),
		request("breakdown by country", "metric", { parameter: "country" }),
		request("funnel of three steps", "funnels/analyze", {}, { steps: STEPS }),
		request("retention", "retention"),
		request("sessions, the latest", "sessions"),
	];
};

/** @throws Error if there is no response, or if one of its parts is missing */
const askWhole = async (ask, path, body) => {
	const answer = await ask(path, body);
	if (!path.endsWith("/reports")) return;
	for (const line of answer.trim().split("\n"))
		if (JSON.parse(line).status !== 200) throw new Error(line);
};

/**
 * Medians of the wall and CPU time of the usual reports of a site; `megabytes` is the peak memory meanwhile. With
 * `mayFail`, a report that is refused for its size is noted and has no figures.
 */
export const askReports = async (ask, { site, end, rounds, mayFail = false }) => {
	const questions = questionsAbout(site, end);
	const taken = questions.map(() => []);
	const refused = new Set();
	const stopWatching = watchMemory();
	// The first round warms the caches.
	for (let round = 0; round <= rounds; round++)
		for (const [index, { path, body }] of questions.entries()) {
			if (refused.has(index)) continue;
			try {
				const took = await timesOf(() => askWhole(ask, path, body));
				if (round > 0) taken[index].push(took);
			} catch (error) {
				if (!mayFail) throw error;
				console.error(`  ${questions[index].name}: ${error.message}`);
				refused.add(index);
			}
		}
	const megabytes = stopWatching();
	return {
		megabytes,
		reports: questions.map(({ name }, index) => ({
			name,
			seconds: median(taken[index].map(({ seconds }) => seconds)),
			cpuSeconds: median(
				taken[index].map(({ scriptSeconds, engineSeconds }) => scriptSeconds + engineSeconds),
			),
		})),
	};
};
