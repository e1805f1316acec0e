import { silentLogger } from "@footfall/shared/logger";
import type { EventStore } from "@footfall/store";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { evenSessions as visits } from "@footfall/testing/model/even-sessions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sitesNumbered } from "../access/find-site.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { goalsIn } from "../definitions/goals.ts";
import { decide } from "../errors/error-decisions.ts";
import { createNewOrReturnedErrors } from "../errors/new-or-returned-errors.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { AlertRule } from "./alert-rule.ts";
import { AFRESH } from "./alert-shelf.ts";
import { dryRun } from "./dry-run.ts";
import { createEvaluateAlerts } from "./evaluate-alerts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Tuesday. */
const NOW = Date.UTC(2026, 10, 10, 12);

const seconds = (instant: number) => Math.floor(instant / 1000);

const errors = (store: EventStore, site: number, at: number, message: string) =>
	store.command(
		`INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, properties)
		SELECT ${site}, fromUnixTimestamp64Milli(toInt64(${at}), 'UTC'), fromUnixTimestamp64Milli(toInt64(${at}), 'UTC'), toString(generateUUIDv4()), 'error', 7, 7, '{"message":"${message}"}'`,
	);

/** Sixty sessions in each hour of the weeks before, fewer at night. */
const weeksOf = async (store: EventStore, site: number, until = NOW) => {
	for (let week = 9; week > 0; week--)
		await store.command(
			`INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, pathname, hostname)
			SELECT ${site}, at, at, toString(generateUUIDv4()), 'pageview', rand64(), rand64(), '/', 'site.example'
			FROM (
				SELECT toDateTime64(${seconds(until - week * 7 * DAY)} + number * 60, 3, 'UTC') AS at
				FROM numbers(${7 * 24 * 60})
			)
			WHERE toHour(at) BETWEEN 6 AND 22`,
		);
};

describe.each(testDatabases)("the evaluation of alerts on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	let store: EventStore;
	let organizationId: string;
	let site: number;
	let channelId: number;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
		store = await openTestStore();
		const first = await bootstrap(opened.database, OWNER);
		if (!first) throw new Error("The database of a test was not empty");
		({ organizationId } = first);
		site = first.site.siteId;
		await weeksOf(store, site);
	});
	afterAll(async () => {
		await store?.close();
		await opened?.close();
		await engine?.close();
	});
	beforeEach(async () => {
		const { database } = opened;
		for (const table of ["alert_rule", "delivery", "channel", "alert_gap"] as const)
			await database.deleteFrom(table).execute();
		await database
			.updateTable("alert_turn")
			.set({ minute: "0", holder: "", leaseUntil: new Date(0) })
			.execute();
		({ channelId } = await database
			.insertInto("channel")
			.values({
				...{ organizationId, kind: "ntfy", name: "Ntfy", offReason: null, sealedSecret: "" },
				target: JSON.stringify({ kind: "ntfy", url: "https://ntfy.example", topic: "t" }),
				...{ confirmation: null, confirmUntil: null },
			})
			.returning("channelId")
			.executeTakeFirstOrThrow());
	});

	const watch = async (rule: object, siteId = site): Promise<number> => {
		const parsed = AlertRule.parse({ channelIds: [channelId], cooldownMinutes: 0, ...rule });
		const { alertId } = await opened.database
			.insertInto("alert_rule")
			.values({ siteId, organizationId, userId: null, name: "Rule", rule: JSON.stringify(parsed) })
			.returning("alertId")
			.executeTakeFirstOrThrow();
		return alertId;
	};
	const statements: string[] = [];
	const evaluation = (holder = "one", database = opened.database) =>
		createEvaluateAlerts({
			database,
			store: {
				query: async (text, ...rest) => {
					statements.push(text);
					return store.query(text, ...rest);
				},
			},
			...{ logger: silentLogger, holder, baseUrl: "https://stats.example" },
		});
	const standing = async (alertId: number) =>
		opened.database
			.selectFrom("alert_rule")
			.select(["state", "reason"])
			.where("alertId", "=", alertId)
			.executeTakeFirst();
	const deliveries = async () =>
		(
			await opened.database
				.selectFrom("delivery")
				.select(["key", "payload"])
				.orderBy("deliveryId")
				.execute()
		).map(({ key, payload }) => ({
			kind: key.split(":")[2],
			notice: payload.kind === "notice" ? payload.notice : undefined,
		}));

	it("tells once that a number is exceeded, and once that it is over, with numbers and a link", async () => {
		const alertId = await watch({
			...{ condition: "above", metric: "sessions", threshold: 100, window: "5m" },
		});
		const evaluate = evaluation();
		const from = NOW + DAY;
		await evaluate(from);
		expect(await standing(alertId)).toEqual({ state: "ok", reason: null });
		await visits(store, site, { from, to: from + MINUTE, count: 150 });
		for (let minute = 1; minute <= 12; minute++) await evaluate(from + minute * MINUTE);
		const told = await deliveries();
		expect(told.map(({ kind }) => kind)).toEqual(["firing", "resolved"]);
		expect(told[0]?.notice).toMatchObject({
			type: "alert.firing",
			sentences: ["Sessions: 150 within 5 minutes, more than 100."],
			link: expect.stringMatching(/^https:\/\/stats\.example\/[0-9a-f]{12}\/overview$/),
			data: { numbers: { value: 150, threshold: 100 } },
		});
		const events = await opened.database.selectFrom("alert_event").selectAll().execute();
		expect(events).toEqual([
			expect.objectContaining({
				numbers: { value: 150, threshold: 100 },
				endedAt: expect.any(Date),
			}),
		]);
	});

	it("finds an hour unusual by the hours of the weeks before, and is silent about a usual one", async () => {
		const alertId = await watch({
			...{ condition: "unusual", metric: "sessions", window: "1h", direction: "up" },
		});
		const evaluate = evaluation();
		await visits(store, site, { from: NOW, to: NOW + HOUR, count: 60 });
		await evaluate(NOW + HOUR);
		expect(await standing(alertId)).toEqual({ state: "ok", reason: null });
		// A longer time without an evaluation would be left out.
		for (let minute = 3; minute < 60; minute += 3) await evaluate(NOW + HOUR + minute * MINUTE);
		await visits(store, site, { from: NOW + HOUR, to: NOW + 2 * HOUR, count: 400 });
		// An hour without an evaluation would be downtime, in which nothing is unusual.
		await opened.database.updateTable("alert_turn").set({ minute: "0" }).execute();
		await evaluate(NOW + 2 * HOUR);
		const [told] = await deliveries();
		expect(told?.notice?.sentences[0]).toBe(
			"Sessions unusually high: 400 within an hour, 60 are usual at this time.",
		);
	});

	it("tells that the tracker fell silent within a quarter of an hour in the day, and not at night", async () => {
		const alertId = await watch({ condition: "silent" });
		const day = NOW + 2 * DAY;
		await visits(store, site, { from: day - DAY, to: day, count: 1440 });
		const evaluate = evaluation();
		for (let minute = 0; minute <= 60; minute += 1) await evaluate(day + minute * MINUTE);
		expect((await deliveries()).map(({ kind }) => kind)).toEqual(["firing"]);
		const [event] = await opened.database.selectFrom("alert_event").selectAll().execute();
		// A session a minute is usual: twenty are missing after twenty minutes.
		expect(event?.startedAt.getTime()).toBeLessThanOrEqual(day + 25 * MINUTE);
		expect((await standing(alertId))?.state).toBe("firing");
		await opened.database.deleteFrom("alert_rule").execute();
		const sleeping = await watch({ condition: "silent" });
		const evening = Date.UTC(2026, 10, 12, 22, 59);
		await visits(store, site, { from: evening - DAY, to: evening, count: 1440 });
		for (let minute = 0; minute < 7 * 60; minute += 5) await evaluate(evening + minute * MINUTE);
		expect((await standing(sleeping))?.state).toBe("ok");
	});

	it("does not take its own downtime for silence, nor tell what happened in it", async () => {
		const alertId = await watch({ condition: "silent" });
		const day = NOW + 4 * DAY;
		await visits(store, site, { from: day - DAY, to: day, count: 1440 });
		const evaluate = evaluation();
		await evaluate(day);
		await evaluate(day + 3 * HOUR);
		expect((await standing(alertId))?.state).toBe("ok");
		const gaps = await opened.database.selectFrom("alert_gap").selectAll().execute();
		expect(gaps).toEqual([{ fromTime: new Date(day + MINUTE), toTime: new Date(day + 3 * HOUR) }]);
	});

	it("tells of an error that occurs for the first time, and not of a known one", async () => {
		await opened.database
			.updateTable("site")
			.set({ settings: sql`"settings" || '{"trackErrors": true}'` })
			.execute();
		await watch({ condition: "new_error", window: "15m" });
		const at = NOW + 6 * DAY;
		await errors(store, site, at - 30 * DAY, "old one");
		await errors(store, site, at - MINUTE, "old one");
		const evaluate = evaluation();
		await evaluate(at);
		expect(await deliveries()).toEqual([]);
		await errors(store, site, at + MINUTE / 2, "fresh one");
		await evaluate(at + MINUTE);
		expect((await deliveries()).map(({ notice }) => notice?.sentences[0])).toEqual([
			"New error: fresh one (once).",
		]);
	});

	it("tells each of several errors once, also while it fires, and keeps all of them", async () => {
		const alertId = await watch({ condition: "new_error", window: "15m" });
		const at = NOW + 18 * DAY;
		const evaluate = evaluation();
		await errors(store, site, at - MINUTE, "broken cart");
		for (let minute = 0; minute < 5; minute++) await evaluate(at + minute * MINUTE);
		await errors(store, site, at + 4 * MINUTE, "broken search");
		await errors(store, site, at + 4 * MINUTE, "broken cart");
		// Another process knows only what is stored.
		await opened.database
			.updateTable("alert_turn")
			.set({ leaseUntil: new Date(0) })
			.execute();
		const other = evaluation("other");
		for (let minute = 5; minute < 30; minute++) await other(at + minute * MINUTE);
		const told = await deliveries();
		expect(told.map(({ kind, notice }) => [kind, notice?.sentences])).toEqual([
			["firing", ["New error: broken cart (once)."]],
			["firing", ["New error: broken search (once)."]],
			["resolved", [expect.stringMatching(/^From /)]],
		]);
		const events = await opened.database
			.selectFrom("alert_event")
			.select(["numbers", "sentences"])
			.where("alertId", "=", alertId)
			.execute();
		expect(events).toEqual([
			{
				numbers: {
					value: 1,
					errors: [
						{ errorId: expect.any(String), message: "broken cart", count: 1, isBack: false },
						{ errorId: expect.any(String), message: "broken search", count: 1, isBack: false },
					],
				},
				sentences: ["New error: broken cart (once).", "New error: broken search (once)."],
			},
		]);
	});

	it("names in one word the errors that a cooldown held back, and none again after a pause", async () => {
		const alertId = await watch({ condition: "new_error", window: "5m", cooldownMinutes: 20 });
		const at = NOW + 19 * DAY;
		const evaluate = evaluation();
		for (let minute = 0; minute < 22; minute++) {
			const message = ["one", "two", "three"][minute];
			if (message) await errors(store, site, at + (minute - 0.5) * MINUTE, `${message} broke`);
			await evaluate(at + minute * MINUTE);
		}
		const sentences = async () =>
			(await deliveries())
				.filter(({ kind }) => kind === "firing")
				.map(({ notice }) => notice?.sentences);
		const told = [
			["New error: one broke (once)."],
			["New error: two broke (once).", "New error: three broke (once)."],
		];
		expect(await sentences()).toEqual(told);
		await errors(store, site, at + 21.5 * MINUTE, "four broke");
		for (let minute = 22; minute < 24; minute++) await evaluate(at + minute * MINUTE);
		await opened.database
			.updateTable("alert_rule")
			.set({ ...AFRESH, version: 9 })
			.execute();
		for (let minute = 24; minute < 26; minute++) await evaluate(at + minute * MINUTE);
		expect(await sentences()).toEqual(told);
		expect(await standing(alertId)).toMatchObject({ state: "ok" });
	});

	it("tells what was new while this product did not run", async () => {
		await watch({ condition: "new_error", window: "5m" });
		const at = NOW + 20 * DAY;
		const evaluate = evaluation();
		await evaluate(at);
		await errors(store, site, at + HOUR, "broken meanwhile");
		await evaluate(at + 3 * HOUR);
		expect((await deliveries()).map(({ notice }) => notice?.sentences)).toEqual([
			["New error: broken meanwhile (once)."],
		]);
	});

	it("is over soon after somebody ignores the new error", async () => {
		const alertId = await watch({ condition: "new_error", window: "1h" });
		const at = NOW + 21 * DAY;
		await errors(store, site, at - MINUTE, "broken menu");
		const evaluate = evaluation();
		await evaluate(at);
		await evaluate(at + MINUTE);
		expect(await standing(alertId)).toMatchObject({ state: "firing" });
		const [{ errorId } = { errorId: "" }] = await createNewOrReturnedErrors({
			...{ database: opened.database, store, now: () => at },
		})(site, at - HOUR);
		await decide(opened.database, {
			...{ siteId: site, errorIds: [errorId], state: "ignored" },
			...{ release: null, untilCount: null, untilTime: null, userId: null },
			decidedAt: new Date(at + MINUTE),
		});
		for (let minute = 2; minute < 15; minute++) await evaluate(at + minute * MINUTE);
		expect(await standing(alertId)).toMatchObject({ state: "ok" });
	});

	it("is done by one of several apis in each minute, and by another once that one has stopped", async () => {
		await watch({ condition: "above", metric: "pageviews", threshold: 0, window: "5m" });
		const [one, other] = [evaluation("one"), evaluation("other")];
		const at = NOW + 8 * DAY;
		await visits(store, site, { from: at - 5 * MINUTE, to: at + HOUR, count: 600 });
		expect([await one(at), await other(at)]).toEqual([true, false]);
		expect(await Promise.all([one(at + MINUTE), other(at + MINUTE)])).toEqual([true, false]);
		expect(await one(at + MINUTE)).toBe(false);
		expect(await other(at + 2 * MINUTE)).toBe(false);
		expect(await other(at + 4 * MINUTE)).toBe(true);
		expect((await deliveries()).map(({ kind }) => kind)).toEqual(["firing"]);
	});

	it("goes on after the clock was set back by an hour, and tells nothing twice", async () => {
		await watch({ condition: "above", metric: "pageviews", threshold: 0, window: "5m" });
		const evaluate = evaluation();
		const at = NOW + 10 * DAY;
		await visits(store, site, { from: at - 2 * HOUR, to: at + HOUR, count: 2000 });
		expect(await evaluate(at)).toBe(true);
		for (let minute = 0; minute < 5; minute++)
			expect(await evaluate(at - HOUR + minute * MINUTE)).toBe(true);
		expect((await deliveries()).map(({ kind }) => kind)).toEqual(["firing"]);
	});

	it("tells of a firing that begins in the minute of an earlier one, because the clock was set back", async () => {
		await watch({ condition: "above", metric: "pageviews", threshold: 0, window: "5m" });
		const evaluate = evaluation();
		const at = NOW + 11 * DAY;
		await visits(store, site, { from: at - MINUTE, to: at, count: 5 });
		for (let minute = 0; minute <= 20; minute++) await evaluate(at + minute * MINUTE);
		for (let minute = -10; minute <= 20; minute++) await evaluate(at + minute * MINUTE);
		const told = ["firing", "resolved", "firing", "resolved"];
		expect((await deliveries()).map(({ kind }) => kind)).toEqual(told);
	});

	it("changes no state without writing down what is to be sent, and the other way round", async () => {
		const { database } = opened;
		const alertId = await watch({
			condition: "above",
			metric: "pageviews",
			threshold: 0,
			window: "5m",
		});
		const at = NOW + 12 * DAY;
		await visits(store, site, { from: at - HOUR, to: at, count: 600 });
		await sql`CREATE FUNCTION "fail"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'no space left on device';
		END $$`.execute(database);
		await sql`CREATE TRIGGER "fail" BEFORE INSERT ON "delivery" FOR EACH ROW EXECUTE FUNCTION "fail"()`.execute(
			database,
		);
		await evaluation()(at);
		expect((await standing(alertId))?.state).toBe("ok");
		await sql`DROP TRIGGER "fail" ON "delivery"`.execute(database);
		await evaluation()(at + MINUTE);
		expect((await standing(alertId))?.state).toBe("firing");
		expect((await deliveries()).map(({ kind }) => kind)).toEqual(["firing"]);
	});

	it("says in the rule what is wrong with it or what it waits for", async () => {
		const { database } = opened;
		const goal = await watch({ condition: "goal_stopped", goalId: 99 });
		const vital = await watch({ condition: "vital_poor" });
		const gone = await watch({
			condition: "above",
			metric: "users",
			threshold: 1,
			channelIds: [999],
		});
		const unknown = await watch({ condition: "above", metric: "nonsense", threshold: 1 });
		const { siteId: empty } = await database
			.insertInto("site")
			.values({
				...{ id: "0123456789ab", name: "Empty", domain: "empty.example", organizationId },
				...{ createdBy: "", privateLinkKey: null, settings: "{}" },
			})
			.returning("siteId")
			.executeTakeFirstOrThrow();
		const waiting = await watch({ condition: "silent" }, empty);
		await evaluation()(NOW + 14 * DAY);
		const reasons = await Promise.all([goal, vital, gone, unknown, waiting].map(standing));
		expect(reasons).toEqual([
			{ state: "broken", reason: expect.stringMatching(/goal 99 was deleted/) },
			{ state: "broken", reason: expect.stringMatching(/does not measure web vitals/) },
			{ state: "broken", reason: expect.stringMatching(/channel 999 was deleted/) },
			{ state: "broken", reason: expect.stringMatching(/Unknown metric "nonsense"/) },
			{ state: "ok", reason: "Waiting for the first events of the site" },
		]);
	});

	it("needs no more statements for more rules", async () => {
		const count = async (rules: number) => {
			await opened.database.deleteFrom("alert_rule").execute();
			for (let nth = 0; nth < rules; nth++)
				await watch({
					...{ condition: "above", threshold: nth, window: nth % 2 ? "5m" : "1h" },
					metric: ["sessions", "pageviews", "users"][nth % 3],
				});
			const evaluate = evaluation();
			const at = NOW + (16 * DAY + rules * HOUR);
			await opened.database.updateTable("alert_turn").set({ minute: "0", holder: "" }).execute();
			statements.length = 0;
			await evaluate(at);
			return statements.length;
		};
		const few = await count(6);
		expect(few).toBeLessThanOrEqual(5);
		expect(await count(120)).toBe(few);
	});

	it("shows when a rule would have fired in the past, by the same conditions", async () => {
		const [found] = await sitesNumbered(opened.database, [site]);
		if (!found) throw new Error("The site is gone");
		const { database } = opened;
		const context = { database, store, site: found, goals: goalsIn(database), now: NOW };
		await visits(store, site, { from: NOW - 3 * DAY, to: NOW - 3 * DAY + 2 * HOUR, count: 900 });
		const rule = AlertRule.parse({ condition: "unusual", metric: "sessions", window: "1h" });
		const { firings } = await dryRun(rule, context);
		expect(firings).toEqual([
			{
				start: new Date(NOW - 3 * DAY + HOUR).toISOString(),
				end: expect.any(String),
				value: expect.closeTo(510, -1),
				expected: 60,
			},
		]);
	});

	it("tells an error of several bundles once, also if its source maps come after it was told", async () => {
		await watch({ condition: "new_error", window: "15m" });
		const at = NOW + 40 * DAY;
		const [first, second, source] = ["aa", "bb", "cc"].map((end) => end.padStart(16, "0"));
		const fails = (time: number, group = "") =>
			store.insert(
				"events",
				["site_id", "timestamp", "received_at", "event_id", "type", "properties", "error_group"],
				[[site, time, time, group, "error", JSON.stringify({ message: "no cart" }), group]],
			);
		const isSource = async (rawGroup = "") => {
			const alias = { rawGroup, canonicalGroup: source ?? "", resolvedAt: new Date(at) };
			await opened.database
				.insertInto("error_group_alias")
				.values({ siteId: site, ...alias })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		};
		const evaluate = createEvaluateAlerts({
			...{ database: opened.database, store, logger: silentLogger, holder: "one" },
			...{ baseUrl: "https://stats.example", compareErrors: () => isSource(second) },
		});
		await fails(at - MINUTE, first);
		await evaluate(at);
		await isSource(first);
		await evaluate(at + MINUTE);
		await fails(at + MINUTE, second);
		await evaluate(at + 2 * MINUTE);
		const told = await deliveries();
		expect(told.map(({ notice }) => notice?.sentences[0])).toEqual(["New error: no cart (once)."]);
	});
});
