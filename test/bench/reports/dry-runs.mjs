import { exitByGoals } from "../measuring/goals.mjs";
import { median } from "../measuring/median.mjs";
import { printTable } from "../measuring/table.mjs";
import { startMeasured } from "./measured-api.mjs";
import { LARGEST_SITE } from "./report-events.mjs";

/**
 * How long it takes to try an alert rule on the last 90 days, over HTTP, on a site with SITE_EVENTS (5000000) events in
 * these days: at first, and the median of ROUNDS (3) later ones, for which the engine has read the columns. Run after `npm run build`.
 */

const SITE_EVENTS = Number(process.env.SITE_EVENTS ?? 5_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** The share of the largest site. */
const SHARE = 0.28;
const GOAL_MS = 2_000;

const { origin, headers, ask, close } = await startMeasured(Math.round(SITE_EVENTS / SHARE));
const answer = await fetch(`${origin}/api/sites/${LARGEST_SITE}/goals`, {
	method: "POST",
	headers,
	body: JSON.stringify({ name: "Bought", goalType: "event", config: { eventName: "buy" } }),
});
const { goalId } = await answer.json();

const RULES = [
	["unusual sessions", { condition: "unusual", metric: "sessions", window: "1h" }],
	["unusual sessions of a day", { condition: "unusual", metric: "sessions", window: "1d" }],
	["unusual users", { condition: "unusual", metric: "users", window: "1h" }],
	["a silent tracker", { condition: "silent" }],
	["page views below a number", { condition: "below", metric: "pageviews", threshold: 10 }],
	["bounce rate changed", { condition: "change", metric: "bounce_rate", threshold: 0.5 }],
	["a poor vital", { condition: "vital_poor", metric: "lcp:p75" }],
	["a goal that stopped", { condition: "goal_stopped", goalId }],
	[
		"unusual sessions of a country",
		{ condition: "unusual", metric: "sessions", filters: ["is", "country", ["DE"]] },
	],
];

const rows = [];
for (const [name, rule] of RULES) {
	const taken = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const startedAt = performance.now();
		await ask({
			path: `/api/sites/${LARGEST_SITE}/alerts/dry-run`,
			body: { rule: { ...rule, for: round } },
		});
		taken.push(performance.now() - startedAt);
	}
	const [first, ...later] = taken;
	rows.push({ name, first, ms: median(later) });
}
printTable(
	`Rules tried on 90 days of a site with ${SITE_EVENTS} events:`,
	["rule", "first, ms", "later, ms"],
	rows.map(({ name, first, ms }) => [name, first.toFixed(0), ms.toFixed(0)]),
);
await close();
exitByGoals(rows.every(({ first, ms }) => Math.max(first, ms) <= GOAL_MS));
process.exit();
