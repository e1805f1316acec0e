import { silentLogger } from "@footfall/shared/logger";
import type { EventStore } from "@footfall/store";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { AlertRule } from "./alert-rule.ts";
import { createEvaluateAlerts } from "./evaluate-alerts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
/** A Tuesday. */
const BEGIN = Date.UTC(2026, 10, 10, 13);
const OVER = BEGIN + 75 * MINUTE;
const END = BEGIN + 3 * HOUR;

/** What happens each minute between two instants, ms since the epoch. */
interface Traffic {
	from: number;
	to: number;
	/** Sessions of one page view in a minute. */
	sessions?: number;
	/** Each of them orders something. */
	orders?: number;
	/** Of each session, in ms. */
	lcp?: number;
	/** The message of the errors of its sessions. */
	error?: string;
}

const COLUMNS =
	"site_id, timestamp, received_at, event_id, type, event_name, session_id, user_id, pathname, hostname, properties, lcp";

/** Stores sessions with what they do, a few seconds apart, evenly. */
const store = async (
	events: EventStore,
	site: number,
	{ from, to, sessions = 0, orders = 0, lcp, error }: Traffic,
) => {
	const insert = (
		perMinute: number,
		type: string,
		name: string,
		properties: string,
		paint = "NULL",
	) =>
		perMinute === 0
			? Promise.resolve()
			: events.command(
					`INSERT INTO events (${COLUMNS})
					SELECT {site:UInt32}, at, at, toString(generateUUIDv4()), {type:String}, {name:String},
						cityHash64(number, {from:Int64}, {site:UInt32}), cityHash64(number, {from:Int64}), '/', 'site.example',
						{properties:String}, ${paint}
					FROM (
						SELECT number, fromUnixTimestamp64Milli(toInt64({from:Int64} + number * {step:Float64} + 500), 'UTC') AS at
						FROM numbers({count:UInt64})
					)`,
					{
						...{ site, type, name, from, properties, step: MINUTE / perMinute },
						count: Math.round(((to - from) / MINUTE) * perMinute),
					},
				);
	await insert(sessions, "pageview", "", "");
	await insert(orders, "custom_event", "order", "");
	if (lcp !== undefined) await insert(sessions, "performance", "", "", String(lcp));
	if (error !== undefined) await insert(1, "error", "Error", JSON.stringify({ message: error }));
};

/** What is usual, the rule, and what happens for how long; told are the first words. */
const CASES = {
	"more sessions than a number": {
		rule: { condition: "above", metric: "sessions", threshold: 50, window: "15m" },
		usual: { sessions: 2 },
		incident: { sessions: 10 },
		told: /^Sessions: \d+ within 15 minutes, more than 50\.$/,
	},
	"fewer page views than a number": {
		rule: { condition: "below", metric: "pageviews", threshold: 10, window: "15m" },
		usual: { sessions: 2 },
		incident: { sessions: 0 },
		told: /^Page views: \d within 15 minutes, less than 10\.$/,
	},
	"half as many sessions as last week": {
		rule: { condition: "change", metric: "sessions", threshold: 0.5, window: "1h" },
		usual: { sessions: 4 },
		incident: { sessions: 0.5 },
		told: /^Sessions: \d+ within an hour, at the same time last week it was 240\.$/,
	},
	"sessions that are unusually many": {
		rule: { condition: "unusual", metric: "sessions", window: "1h" },
		usual: { sessions: 2 },
		incident: { sessions: 8 },
		told: /^Sessions unusually high: \d+ within an hour, 120 are usual at this time\.$/,
	},
	"a tracker that falls silent": {
		rule: { condition: "silent" },
		usual: { sessions: 2 },
		incident: { sessions: 0 },
		told: /^No event has arrived since /,
	},
	"a goal that nobody reaches": {
		rule: { condition: "goal_stopped" },
		usual: { sessions: 1, orders: 1 },
		incident: { sessions: 1 },
		told: /^Conversions of goal \d+: none since /,
	},
	"paints that become slow": {
		rule: { condition: "vital_poor", metric: "lcp:p75", window: "15m" },
		usual: { sessions: 4, lcp: 1200 },
		incident: { sessions: 4, lcp: 9000 },
		told: /^LCP \(p75\) is poor: 9,000 over \d+ measurements/,
	},
	"an error that nobody has seen": {
		rule: { condition: "new_error", window: "15m" },
		usual: { sessions: 2, error: "known" },
		incident: { sessions: 2, error: "broken cart" },
		told: /^New error: broken cart /,
	},
} as const;

/** Conditions that need many weeks before. */
const COMPARED: ReadonlySet<string> = new Set(["unusual", "silent", "goal_stopped"]);

describe("incidents in stored events, evaluated minute by minute", () => {
	const [embedded] = testDatabases;
	let engine: Awaited<ReturnType<NonNullable<typeof embedded>["open"]>>;
	let opened: OpenDatabase;
	let events: EventStore;
	const alerts = new Map<string, number>();
	let told: { alertId: number; kind: string; sentence: string; at: string }[];

	/** A site of its own with what is usual, and a rule. @returns what stores the incident */
	const plant = async (name: keyof typeof CASES, organizationId: string, nth: number) => {
		const { database } = opened;
		const { usual, incident, rule } = CASES[name];
		const weeks = COMPARED.has(rule.condition) ? 9 : 1.5;
		const id = `0123456789${10 + nth}`;
		const { siteId } = await database
			.insertInto("site")
			.values({
				...{ id, name, domain: `${id}.example`, organizationId, createdBy: "" },
				...{ privateLinkKey: null, settings: `{"trackErrors":true,"webVitals":true}` },
			})
			.returning("siteId")
			.executeTakeFirstOrThrow();
		const { goalId } = await database
			.insertInto("goal")
			.values({
				...{ siteId, name: "Order", goalType: "event" },
				config: JSON.stringify({ eventName: "order" }),
			})
			.returning("goalId")
			.executeTakeFirstOrThrow();
		const channel = await database
			.selectFrom("channel")
			.select("channelId")
			.executeTakeFirstOrThrow();
		const whole = { goalId, cooldownMinutes: 0, channelIds: [channel.channelId], ...rule };
		const { alertId } = await database
			.insertInto("alert_rule")
			.values({
				...{ siteId, organizationId, userId: null, name },
				rule: JSON.stringify(AlertRule.parse(whole)),
			})
			.returning("alertId")
			.executeTakeFirstOrThrow();
		alerts.set(name, alertId);
		await store(events, siteId, { ...usual, from: BEGIN - weeks * WEEK, to: BEGIN });
		return async () => {
			await store(events, siteId, { ...incident, from: BEGIN, to: OVER });
			await store(events, siteId, { ...usual, from: OVER, to: END });
		};
	};

	beforeAll(async () => {
		if (!embedded) throw new Error("There is no database to test with");
		engine = await embedded.open();
		opened = await openDatabase(await engine.create(), () => {});
		events = await openTestStore();
		const { database } = opened;
		const first = await bootstrap(database, OWNER);
		if (!first) throw new Error("The database of a test was not empty");
		const { organizationId } = first;
		await database
			.insertInto("channel")
			.values({
				...{ organizationId, kind: "ntfy", name: "Ntfy", offReason: null, sealedSecret: "" },
				target: JSON.stringify({ kind: "ntfy", url: "https://ntfy.example", topic: "t" }),
				...{ confirmation: null, confirmUntil: null },
			})
			.execute();
		const planted = [];
		for (const [nth, name] of Object.keys(CASES).entries())
			planted.push(await plant(name as keyof typeof CASES, organizationId, nth));
		const evaluate = createEvaluateAlerts({
			...{ database, store: events, logger: silentLogger, holder: "one" },
		});
		for (let now = BEGIN - 10 * MINUTE; now < END; now += MINUTE) {
			if (now === BEGIN) for (const begin of planted) await begin();
			await evaluate(now);
		}
		const rows = await database
			.selectFrom("delivery")
			.select(["key", "payload"])
			.orderBy("deliveryId")
			.execute();
		told = rows.map(({ key, payload }) => {
			const [, alertId, kind = "", ...at] = key.split(":");
			const sentence = payload.kind === "notice" ? payload.notice.sentences[0] : undefined;
			return { alertId: Number(alertId), kind, sentence: sentence ?? "", at: at.join(":") };
		});
	});
	afterAll(async () => {
		await events?.close();
		await opened?.close();
		await engine?.close();
	});

	it.each(Object.entries(CASES))(
		"%s: told once when it begins and once when it is over",
		(name, one) => {
			const words = told.filter(({ alertId }) => alertId === alerts.get(name));
			expect(words.map(({ kind }) => kind)).toEqual(["firing", "resolved"]);
			expect(words[0]?.sentence).toMatch(one.told);
		},
	);
});
