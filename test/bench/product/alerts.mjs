import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEvaluateAlerts, openDatabase } from "@footfall/api/evaluate-alerts";
import { migrateStore, openStore } from "@footfall/store";
import { printTable } from "../measuring/table.mjs";

/**
 * The share of one core that alerts take: RULES (10000) rules on SITES (1000) sites with PER_HOUR (60) sessions each,
 * evaluated for MINUTES (20) minutes once the past is known. The accounts and the store are embedded, so that the figure
 * has the engines' work too. Run after `npm run build`.
 */

const RULES = Number(process.env.RULES ?? 10_000);
const SITES = Number(process.env.SITES ?? 1_000);
const PER_HOUR = Number(process.env.PER_HOUR ?? 60);
const MINUTES = Number(process.env.MINUTES ?? 20);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 10, 12, 30);
const WEEKS = 9;

/** What people write: mostly plain counts; some with filters, goals and vitals. */
const RULE_KINDS = [
	{ condition: "above", metric: "sessions", threshold: 1e6, window: "5m" },
	{ condition: "below", metric: "pageviews", threshold: 0, window: "1h" },
	{ condition: "unusual", metric: "sessions", window: "1h" },
	{ condition: "unusual", metric: "pageviews", window: "6h" },
	{ condition: "change", metric: "sessions", threshold: 0.9, window: "1d" },
	{ condition: "silent" },
	{ condition: "above", metric: "errors", threshold: 1e6, window: "15m" },
	{ condition: "above", metric: "users", threshold: 1e6, window: "1h" },
	{ condition: "new_error", window: "15m" },
	{ condition: "above", metric: "bounce_rate", threshold: 101, window: "1h" },
];

const fill = async ({ database }, store) => {
	await database
		.insertInto("organization")
		.values({
			...{ id: "o", name: "O", slug: "o", logo: null, createdAt: new Date(), metadata: null },
		})
		.execute();
	const settings = JSON.stringify({ trackErrors: true });
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
	const rules = Array.from({ length: RULES }, (_, nth) => ({
		siteId: (nth % length) + 1,
		...{ organizationId: "o", userId: null, name: "R" },
		rule: JSON.stringify({
			...{ direction: "any", window: "1h", for: 0, cooldownMinutes: 60, channelIds: [] },
			...RULE_KINDS[Math.floor(nth / length) % RULE_KINDS.length],
		}),
	}));
	for (let at = 0; at < rules.length; at += 1_000)
		await database
			.insertInto("alert_rule")
			.values(rules.slice(at, at + 1_000))
			.execute();
	// The weeks before have an hour in ten, so that the past is made in seconds.
	const insert = (from, to, stepMs) =>
		store.command(`
			INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, pathname, hostname)
			SELECT 1 + number % ${SITES} AS site, at, at, toString(number), 'pageview', rand64(), rand64(), '/', 's.example'
			FROM (
				SELECT number, fromUnixTimestamp64Milli(toInt64(${from} + intDiv(number, ${SITES}) * ${stepMs}), 'UTC') AS at
				FROM numbers(${Math.floor((to - from) / stepMs) * SITES})
			)`);
	for (let week = WEEKS; week > 0; week--)
		await insert(NOW - week * 168 * HOUR, NOW - (week - 1) * 168 * HOUR, (10 * HOUR) / PER_HOUR);
	await insert(NOW, NOW + (MINUTES + 60) * MINUTE, HOUR / PER_HOUR);
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
			return {
				share: (user + system) / 1000 / (minutes.length * MINUTE),
				statements: statements / minutes.length,
			};
		};
		const first = await took([0]);
		const reading = await took([1, 2, 3]);
		const later = await took(Array.from({ length: MINUTES }, (_, minute) => minute + 4));
		return { first, reading, later };
	} finally {
		await store.close();
		await opened.close();
		rmSync(directory, { recursive: true, force: true });
	}
};

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const { first, reading, later } = await measureAlerts();
printTable(
	`${RULES} rules on ${SITES} sites, evaluated each minute:`,
	["", "of one core", "statements a minute"],
	[
		["the first minute", first],
		["while the past is read", reading],
		["the minutes after", later],
	].map(([name, { share, statements }]) => [name, percent(share), statements.toFixed(1)]),
);
