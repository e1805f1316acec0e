import { exitByGoals } from "../measuring/goals.mjs";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasuredSite } from "./measured-api.mjs";
import { LARGEST_SITE } from "./report-events.mjs";

/**
 * What a report by mail, and the explanation of a change, cost: CPU time of the process, engine included, and wall time, for
 * a site with SITE_EVENTS (5000000) events in 90 days, whose sessions of one country decline. Each mail is read and written
 * anew, as the first of its period, in ROUNDS (6) time zones. The first run makes the events, which takes minutes. Run after
 * `npm run build`.
 */

const SITE_EVENTS = Number(process.env.SITE_EVENTS ?? 5_000_000);
/** One for each round, because the API keeps answers for as long as nothing happens on a site. */
const ZONES = [
	...["Europe/Berlin", "Europe/London", "Europe/Athens", "America/New_York", "Asia/Kolkata"],
	"Asia/Tokyo",
].slice(0, Number(process.env.ROUNDS ?? 6));
const GOAL_CPU_MS = 300;
const GOAL_CHANGES_MS = 1000;

const PARTS = ["chart", "annotations", "pages", "sources", "campaigns", "countries"];
const ALL = [...PARTS, "changes", "goals", "revenue"];
const MAILS = [
	{ name: "a day", every: "day", parts: PARTS },
	{ name: "a week", every: "week", parts: PARTS },
	{ name: "a month", every: "month", parts: PARTS },
	{ name: "a week, with what changed", every: "week", parts: ALL },
	{ name: "a month, with what changed", every: "month", parts: ALL },
];

/** By the metric's name; a goal's number is put in. */
const METRICS = ["sessions", "users", "bounce_rate", "revenue", "conversions"];
const RANGES = [
	{ name: "a day", start_date: "2026-11-19" },
	{ name: "a week", start_date: "2026-11-13" },
	{ name: "a month", start_date: "2026-10-21" },
];

const { origin, headers, ask, close } = await startMeasuredSite(SITE_EVENTS);
const [{ id: organization }] = JSON.parse(await ask({ path: "/api/organizations" }));
const path = `/api/organizations/${organization}/report-mails`;

const send = async (address, method, body) => {
	const response = await fetch(origin + address, { method, headers, body: JSON.stringify(body) });
	const answer = await response.json();
	if (!response.ok) throw new Error(JSON.stringify(answer));
	return answer;
};

/** Medians over all zones but the first, which warms the engine up. */
const measure = async (name, prepare, pathOf) => {
	const cpu = [];
	const wall = [];
	for (const [round, timeZone] of ZONES.entries()) {
		await prepare(timeZone);
		const [startedAt, before] = [performance.now(), process.cpuUsage()];
		await ask({ path: pathOf(timeZone) });
		const { user, system } = process.cpuUsage(before);
		if (round === 0) continue;
		cpu.push((user + system) / 1000);
		wall.push(performance.now() - startedAt);
	}
	return { name, cpu: median(cpu), wall: median(wall) };
};

const measureMail = async ({ name, every, parts }) => {
	const report = { name, every, parts, siteId: LARGEST_SITE, timeZone: "UTC" };
	const { reportMailId } = await send(path, "POST", report);
	return measure(
		name,
		(timeZone) => send(`${path}/${reportMailId}`, "PUT", { timeZone }),
		() => `${path}/${reportMailId}/preview`,
	);
};

const site = `/api/sites/${LARGEST_SITE}`;
const { goalId } = await send(`${site}/goals`, "POST", {
	goalType: "event",
	config: { eventName: "signup" },
});

await send(`${site}/config`, "PUT", { currency: "EUR" });

const measureChange = (metric, { name, start_date }) => {
	const asked = metric === "conversions" ? `conversions(${goalId})` : metric;
	const range = `start_date=${start_date}&end_date=2026-11-19`;
	return measure(
		`${metric}, ${name}`,
		() => {},
		(timeZone) =>
			`${site}/changes?metric=${asked}&${range}&time_zone=${encodeURIComponent(timeZone)}`,
	);
};

const mails = [];
for (const mail of MAILS) mails.push(await measureMail(mail));
const rowsOf = (results) =>
	results.map(({ name, cpu, wall }) => [name, cpu.toFixed(0), wall.toFixed(0)]);
printTable(
	`A site of ${SITE_EVENTS.toLocaleString("en")} events, median of ${ZONES.length - 1}.`,
	["Mail about", "CPU ms", "Wall ms"],
	rowsOf(mails),
);
const changes = [];
for (const range of RANGES)
	for (const metric of METRICS) changes.push(await measureChange(metric, range));
await close();

printTable("Explanations of changes", ["Change of", "CPU ms", "Wall ms"], rowsOf(changes));
exitByGoals(
	mails.every(({ cpu }) => cpu <= GOAL_CPU_MS) &&
		changes.every(({ wall }) => wall <= GOAL_CHANGES_MS),
);
process.exit();
