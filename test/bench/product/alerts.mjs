import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEvaluateAlerts, openDatabase } from "@footfall/api/evaluate-alerts";
import { migrateStore, openStore } from "@footfall/store";
import { printTable } from "../measuring/table.mjs";

/**
 * The share of one core that alerts take: RULES (10000) rules on SITES (1000) sites with PER_HOUR (60) sessions each,
 * evaluated for MINUTES (60) minutes once the past is known, so that an hour begins in them. The accounts and the store are
 * embedded, so that the figure has the engines' work too. Run after `npm run build`.
 */

const RULES = Number(process.env.RULES ?? 10_000);
const SITES = Number(process.env.SITES ?? 1_000);
const PER_HOUR = Number(process.env.PER_HOUR ?? 60);
const MINUTES = Number(process.env.MINUTES ?? 60);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 10, 12, 50);
const WEEKS = 9;
/** In this time, the past of a thousand sites is read, and every question was asked once. */
const READING = 15;

/** What people write, and how many of a hundred rules are like it: every condition, one in nine with questions to its site. */
const RULE_KINDS = [
	[6, { condition: "above", metric: "sessions", threshold: 1e6, window: "5m" }],
	[6, { condition: "above", metric: "pageviews", threshold: 1e6, window: "15m" }],
	[4, { condition: "above", metric: "users", threshold: 1e6, window: "1h" }],
	[5, { condition: "above", metric: "errors", threshold: 1e6, window: "15m" }],
	[8, { condition: "below", metric: "pageviews", threshold: 0, window: "1h" }],
	[3, { condition: "below", metric: "sessions", threshold: 0, window: "1d" }],
	[8, { condition: "change", metric: "sessions", threshold: 30, window: "1d" }],
	[4, { condition: "change", metric: "pageviews", threshold: 30, window: "1h" }],
	[3, { condition: "change", metric: "users", threshold: 30, window: "1d" }],
	[14, { condition: "unusual", metric: "sessions", threshold: 1e3, window: "1h" }],
	[6, { condition: "unusual", metric: "pageviews", threshold: 1e3, window: "6h" }],
	[3, { condition: "unusual", metric: "users", threshold: 1e3, window: "1d" }],
	[14, { condition: "silent" }],
	[5, { condition: "new_error", window: "15m" }],
	[3, { condition: "goal_stopped" }],
	[2, { condition: "vital_poor" }],
	[1, { condition: "above", metric: "bounce_rate", threshold: 101 }],
	[1, { condition: "unusual", metric: "conversions", threshold: 1e3 }],
	[
		2,
		{
			condition: "above",
			metric: "sessions",
			threshold: 1e6,
			filters: ["is", "country", ["DE"]],
		},
	],
	[
		2,
		{
			...{ condition: "unusual", metric: "pageviews", threshold: 1e3 },
			filters: ["starts_with", "pathname", ["/"]],
		},
	],
];
/** A hundred rules, mixed. */
const HUNDRED = RULE_KINDS.flatMap(([share, rule]) => Array(share).fill(rule)).map(
	(_, place, all) => all[(place * 37) % 100],
);

/** The rule with this number; its site has the only goal with the site's number. */
const ruleOf = (nth, siteId) => {
	const { metric, ...rule } = HUNDRED[(nth + Math.floor(nth / SITES) * 7) % 100];
	return {
		...{ direction: "any", window: "1h", for: 0, cooldownMinutes: 60, channelIds: [], ...rule },
		...(metric && { metric: metric === "conversions" ? `conversions(${siteId})` : metric }),
		...(rule.condition === "goal_stopped" && { goalId: siteId }),
	};
};

const fill = async ({ database }, store) => {
	await database
		.insertInto("organization")
		.values({
			...{ id: "o", name: "O", slug: "o", logo: null, createdAt: new Date(), metadata: null },
		})
		.execute();
	const settings = JSON.stringify({ trackErrors: true, webVitals: true });
	const { length } = await database
		.insertInto("site")
		.values(
			Array.from({ length: SITES }, (_, nth) => ({
				id: nth.toString(16).padStart(12, "0"),
				...{ name: "S", domain: `s${nth}.example`, organizationId: "o" },
				...{ createdBy: "", privateLinkKey: null, settings },
			})),
		)
		.returning("siteId")
		.execute();
	await database
		.insertInto("goal")
		.values(
			Array.from({ length }, (_, nth) => ({
				...{ siteId: nth + 1, name: "G", goalType: "path" },
				config: JSON.stringify({ pathPattern: "/" }),
			})),
		)
		.execute();
	const rules = Array.from({ length: RULES }, (_, nth) => ({
		siteId: (nth % length) + 1,
		...{ organizationId: "o", userId: null, name: "R" },
		rule: JSON.stringify(ruleOf(nth, (nth % length) + 1)),
	}));
	for (let at = 0; at < rules.length; at += 1_000)
		await database
			.insertInto("alert_rule")
			.values(rules.slice(at, at + 1_000))
			.execute();
	// The weeks before have an hour in ten, so that the past is made in seconds.
	const insert = (from, to, stepMs) =>
		store.command(`
			INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, pathname, hostname, country, lcp, properties)
			SELECT
				1 + number % ${SITES} AS site, at, at, toString(number),
				multiIf(place % 200 = 7, 'error', place % 10 = 3, 'performance', 'pageview') AS kind,
				if(kind = 'pageview', rand64(1), 1), rand64(2), '/', 's.example', if(place % 3 = 0, 'DE', 'AT'),
				if(kind = 'performance', 900, NULL), if(kind = 'error', '{"message":"it broke"}', '')
			FROM (
				SELECT number, cityHash64(number) AS place, fromUnixTimestamp64Milli(toInt64(${from} + intDiv(number, ${SITES}) * ${stepMs}), 'UTC') AS at
				FROM numbers(${Math.floor((to - from) / stepMs) * SITES})
			)`);
	for (let week = WEEKS; week > 0; week--)
		await insert(NOW - week * 168 * HOUR, NOW - (week - 1) * 168 * HOUR, (10 * HOUR) / PER_HOUR);
	await insert(NOW, NOW + (READING + MINUTES) * MINUTE, HOUR / PER_HOUR);
};

export const measureAlerts = async () => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-alerts-"));
	const opened = await openDatabase({ directory: join(directory, "accounts") }, () => {});
	const store = openStore({ directory: join(directory, "store") });
	try {
		await migrateStore(store);
		await fill(opened, store);
		let statements = 0;
		const counted = {
			changes: store.changes,
			query: (...asked) => {
				statements++;
				return store.query(...asked);
			},
		};
		const logger = { info: () => {}, warn: console.warn, error: console.error };
		const evaluate = createEvaluateAlerts({
			...{ database: opened.database, store: counted, logger, holder: "bench" },
		});
		const took = async (minutes) => {
			const before = process.cpuUsage();
			statements = 0;
			for (const minute of minutes) await evaluate(NOW + minute * MINUTE);
			const { user, system } = process.cpuUsage(before);
			const seconds = (user + system) / 1e6;
			return { seconds, minutes: minutes.length, statements };
		};
		const from = (first, count) => Array.from({ length: count }, (_, minute) => first + minute);
		const reading = await took(from(0, READING));
		const later = await took(from(READING, MINUTES));
		const { heapUsed, arrayBuffers } = process.memoryUsage();
		return { reading, later, megabytes: (heapUsed + arrayBuffers) / 1e6 };
	} finally {
		await store.close();
		await opened.close();
		rmSync(directory, { recursive: true, force: true });
	}
};

const { reading, later, megabytes } = await measureAlerts();
printTable(
	`${RULES} rules on ${SITES} sites, evaluated each minute:`,
	["", "of one core", "CPU s", "statements a minute"],
	[
		[`the first ${READING} minutes, in which the past is read`, reading],
		[`the ${MINUTES} minutes after`, later],
	].map(([name, { seconds, minutes, statements }]) => [
		name,
		`${((seconds / (minutes * 60)) * 100).toFixed(1)} %`,
		seconds.toFixed(1),
		(statements / minutes).toFixed(1),
	]),
);
console.log(`Memory of the process without the engines: ${megabytes.toFixed(0)} MB`);
