import { exitByGoals } from "../measuring/goals.mjs";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasured } from "./measured-api.mjs";
import { LARGEST_SITE } from "./report-events.mjs";

/**
 * What a report by mail costs: CPU time of the process, engine included, and wall time, for a site with SITE_EVENTS
 * (5000000) events in 90 days. Each mail is read and written anew, as the first of its period. Run after `npm run build`.
 */

const SITE_EVENTS = Number(process.env.SITE_EVENTS ?? 5_000_000);
/** One for each round, because the API keeps answers for as long as nothing happens on a site. */
const ZONES = [
	...["Europe/Berlin", "Europe/London", "Europe/Athens", "America/New_York", "Asia/Kolkata"],
	"Asia/Tokyo",
];
/** The share of the largest site. */
const SHARE = 0.28;
const GOAL_CPU_MS = 300;

const PARTS = ["chart", "annotations", "pages", "sources", "campaigns", "countries"];
const ALL = [...PARTS, "changes", "goals", "revenue"];
const MAILS = [
	{ name: "a day", every: "day", parts: PARTS },
	{ name: "a week", every: "week", parts: PARTS },
	{ name: "a month", every: "month", parts: PARTS },
	{ name: "a week, with what changed", every: "week", parts: ALL },
	{ name: "a month, with what changed", every: "month", parts: ALL },
];

const { origin, headers, ask, close } = await startMeasured(Math.round(SITE_EVENTS / SHARE));
const [{ id: organization }] = JSON.parse(await ask({ path: "/api/organizations" }));
const path = `/api/organizations/${organization}/report-mails`;

const send = async (address, method, body) => {
	const response = await fetch(origin + address, { method, headers, body: JSON.stringify(body) });
	const answer = await response.json();
	if (!response.ok) throw new Error(JSON.stringify(answer));
	return answer;
};

const measure = async ({ name, every, parts }) => {
	const report = { name, every, parts, siteId: LARGEST_SITE, timeZone: "UTC" };
	const { reportMailId } = await send(path, "POST", report);
	const cpu = [];
	const wall = [];
	for (const [round, timeZone] of ZONES.entries()) {
		await send(`${path}/${reportMailId}`, "PUT", { timeZone });
		const [startedAt, before] = [performance.now(), process.cpuUsage()];
		await ask({ path: `${path}/${reportMailId}/preview` });
		const { user, system } = process.cpuUsage(before);
		// The first one warms the engine up.
		if (round === 0) continue;
		cpu.push((user + system) / 1000);
		wall.push(performance.now() - startedAt);
	}
	return { name, cpu: median(cpu), wall: median(wall) };
};

const results = [];
for (const mail of MAILS) results.push(await measure(mail));
await close();

printTable(
	`A mail about a site of ${SITE_EVENTS.toLocaleString("en")} events, median of ${ZONES.length - 1}.`,
	["Mail about", "CPU ms", "Wall ms"],
	results.map(({ name, cpu, wall }) => [name, cpu.toFixed(0), wall.toFixed(0)]),
);
exitByGoals(results.every(({ cpu }) => cpu <= GOAL_CPU_MS));
process.exit();
