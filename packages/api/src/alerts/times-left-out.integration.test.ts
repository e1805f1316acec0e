import { silentLogger } from "@footfall/shared/logger";
import type { EventStore } from "@footfall/store";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { evenSessions } from "@footfall/testing/model/even-sessions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { insertImportedSums } from "@footfall/testing/model/imported-sums";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sitesNumbered } from "../access/find-site.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { goalsIn } from "../definitions/goals.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { AlertRule } from "./alert-rule.ts";
import { dryRun } from "./dry-run.ts";
import { createEvaluateAlerts } from "./evaluate-alerts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A Tuesday, four hours after midnight in Berlin, whose clocks were not changed for months. */
const NOW = Date.UTC(2026, 8, 29, 2);
const UNUSUAL = { condition: "unusual", metric: "sessions", window: "1h" };
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

describe.each(testDatabases)("times that are no measure of what is usual, on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	let store: EventStore;
	let organizationId: string;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
		store = await openTestStore();
		const first = await bootstrap(opened.database, OWNER);
		if (!first) throw new Error("The database of a test was not empty");
		({ organizationId } = first);
	});
	afterAll(async () => {
		await store?.close();
		await opened?.close();
		await engine?.close();
	});

	let nth = 0;
	/** A site with a session a minute in each hour of the weeks before. */
	const siteWith = async (settings: object = {}): Promise<number> => {
		const id = `0123456789${++nth + 10}`;
		const { siteId } = await opened.database
			.insertInto("site")
			.values({
				...{ id, name: "Site", domain: `${id}.example`, organizationId },
				...{ createdBy: "", privateLinkKey: null },
				settings: JSON.stringify({ timeZone: "Europe/Berlin", ...settings }),
			})
			.returning("siteId")
			.executeTakeFirstOrThrow();
		const from = NOW - 11 * WEEK;
		await evenSessions(store, siteId, { from, to: NOW, count: (NOW - from) / 60_000 });
		return siteId;
	};
	const imported = async (siteId: number): Promise<string> => {
		const importId = crypto.randomUUID();
		await opened.database
			.insertInto("import")
			.values({
				...{ importId, siteId, organizationId, platform: "umami", mapping: "{}" },
				...{ fingerprint: null, failure: null, startedBy: null, state: "done" },
				completedAt: new Date(),
			})
			.execute();
		return `import:${importId}`;
	};
	const stateOf = async (siteId: number, rule: object, at: number) => {
		const { database } = opened;
		await database.deleteFrom("alert_rule").execute();
		const { alertId } = await database
			.insertInto("alert_rule")
			.values({
				...{ siteId, organizationId, userId: null, name: "Rule" },
				rule: JSON.stringify(AlertRule.parse(rule)),
			})
			.returning("alertId")
			.executeTakeFirstOrThrow();
		await database
			.updateTable("alert_turn")
			.set({ minute: "0", leaseUntil: new Date(0) })
			.execute();
		const dependencies = { database, store, logger: silentLogger, holder: "one" };
		await createEvaluateAlerts(dependencies)(at);
		return database
			.selectFrom("alert_rule")
			.select(["state", "reason"])
			.where("alertId", "=", alertId)
			.executeTakeFirstOrThrow();
	};
	const triedOn = async (siteId: number, rule: object) => {
		const { database } = opened;
		const [site] = await sitesNumbered(database, [siteId]);
		if (!site) throw new Error("The site is gone");
		const context = { database, store, site, goals: goalsIn(database), now: NOW };
		return dryRun(AlertRule.parse(rule), context);
	};

	it("are days with imported events: what they add is neither usual nor unusual", async () => {
		const site = await siteWith();
		const source = await imported(site);
		for (let week = 1; week <= 5; week++) {
			const to = NOW - week * WEEK;
			await evenSessions(store, site, { from: to - HOUR, to, count: 240, source });
		}
		const quiet = { state: "ok", reason: null };
		expect(await stateOf(site, UNUSUAL, NOW)).toEqual(quiet);
		expect((await triedOn(site, UNUSUAL)).firings).toEqual([]);
		await opened.database.deleteFrom("import").execute();
		expect((await stateOf(site, UNUSUAL, NOW)).state).toBe("firing");
		expect((await triedOn(site, UNUSUAL)).firings).not.toEqual([]);
	});

	it("are such days from midnight to midnight on the clock of the site", async () => {
		const site = await siteWith();
		const source = await imported(site);
		// The next day begins in Berlin at 22:00 UTC.
		const later = NOW + 19 * HOUR;
		await evenSessions(store, site, { from: NOW, to: later, count: 19 * 60 });
		for (let week = 1; week <= 6; week++) {
			const at = NOW - week * WEEK;
			await evenSessions(store, site, { from: at - 2 * HOUR, to: at - HOUR, count: 1, source });
		}
		expect((await stateOf(site, UNUSUAL, later)).reason).toMatch(/enough weeks/);
		expect((await stateOf(site, UNUSUAL, later + 2 * HOUR)).state).toBe("firing");
	});

	it("are the day of an import that has rows of today, whose figures are not judged", async () => {
		const site = await siteWith();
		await evenSessions(store, site, {
			...{ from: NOW - HOUR, to: NOW, count: 600 },
			source: await imported(site),
		});
		expect((await stateOf(site, UNUSUAL, NOW)).state).toBe("ok");
		const change = { condition: "change", metric: "sessions", threshold: 0.5 };
		expect((await stateOf(site, change, NOW)).state).toBe("ok");
		// A number is compared as it is.
		const above = { condition: "above", metric: "sessions", threshold: 100 };
		expect((await stateOf(site, above, NOW)).state).toBe("firing");
	});

	it("are days that reports count from imported sums, and not those that they count from events", async () => {
		const site = await siteWith({ importedUntil: dayOf(NOW - DAY) });
		await imported(site);
		const days = [1, 2, 3, 4, 5, 6].map((week) => NOW - week * WEEK - 10 * DAY);
		await store.command(
			`ALTER TABLE events DELETE WHERE site_id = {site:UInt32} AND toDate(timestamp, 'Europe/Berlin') IN {days:Array(Date)}
				SETTINGS mutations_sync = 2`,
			{ site, days: days.map(dayOf) },
		);
		const silent = { condition: "below", metric: "sessions", threshold: 1 };
		expect((await triedOn(site, silent)).firings).toHaveLength(6);
		await insertImportedSums(
			store,
			site,
			[...days, NOW - 3 * WEEK].map((day) => ({ day: dayOf(day), visitors: 900, visits: 900 })),
		);
		expect((await triedOn(site, silent)).firings).toEqual([]);
		// The events of a day that has both are still known.
		const above = { condition: "above", metric: "sessions", threshold: 100 };
		const at = NOW - 3 * WEEK;
		await evenSessions(store, site, { from: at - HOUR, to: at, count: 300 });
		expect((await triedOn(site, above)).firings).toHaveLength(1);
	});

	it("are hours in which this product did not run, also when a rule is tried on the past", async () => {
		const site = await siteWith();
		const gap = { fromTime: new Date(NOW - 9 * DAY), toTime: new Date(NOW - 8 * DAY) };
		await store.command(
			`ALTER TABLE events DELETE WHERE site_id = {site:UInt32}
				AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
				SETTINGS mutations_sync = 2`,
			{ site, from: gap.fromTime.getTime(), to: gap.toTime.getTime() },
		);
		const rules = [
			{ condition: "silent" },
			UNUSUAL,
			{ ...UNUSUAL, condition: "below", threshold: 1 },
		];
		const firings = async () => {
			const runs = await Promise.all(rules.map((rule) => triedOn(site, rule)));
			return runs.map((run) => run.firings.length);
		};
		expect(await firings()).toEqual([1, 1, 1]);
		await opened.database.insertInto("alert_gap").values(gap).execute();
		expect(await firings()).toEqual([0, 0, 0]);
		await opened.database.deleteFrom("alert_gap").execute();
	});
});
