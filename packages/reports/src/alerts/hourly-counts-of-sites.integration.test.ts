import { defaultSiteSettings } from "@footfall/shared/site";
import { type EventStore, rollUpDays } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunSql, type ReportedSite } from "../report/report.ts";
import { seriesOfSite } from "./ask-site.ts";
import type { PlainCount } from "./counts-of-sites.ts";
import { hourlyCountsOfSites } from "./hourly-counts-of-sites.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 9, 25);
const COUNTING = 1;
const LEAVING_OUT = 2;
const EMPTY = 3;
const SITES = [COUNTING, LEAVING_OUT, EMPTY];
const METRICS: PlainCount[] = [
	...(["sessions", "users", "pageviews", "events", "errors", "error_sessions"] as const),
];

/** Sessions of up to eleven acts and three hours, across hours and midnights; in some, one act is suspected. */
const insertSessions = (store: EventStore) =>
	store.command(`
		INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, identified_user_id, suspected, properties)
		SELECT
			1 + session % 2, at, at, concat(toString(session), '-', toString(act)), kind, session, person,
			if(person % 5 = 0, concat('anna', toString(person % 50)), ''),
			toUInt8(session % 7 = 0 AND act = 2),
			if(kind = 'error' AND act % 2 = 0, '{"message":"it broke"}', '{}')
		FROM (
			SELECT
				number % 4000 AS session, intDiv(number, 4000) AS act, 1 + session % 900 AS person,
				[${["pageview", "custom_event", "error", "engagement", "pageview", "performance", "error"].map((type) => `'${type}'`).join(", ")}][1 + (session + act * 3) % 7] AS kind,
				fromUnixTimestamp64Milli(toInt64(
					${MIDNIGHT} + cityHash64(session) % ${3 * DAY} + act * (cityHash64(session, 'pace') % ${17 * 60_000})
				), 'UTC') AS at
			FROM numbers(4000 * 11)
			WHERE act <= session % 11
		)`);

describe.each(["events", "rolled-up days"])("the hours of many sites, from %s", (read) => {
	let store: EventStore;
	beforeAll(async () => {
		store = await openTestStore();
		await insertSessions(store);
		if (read !== "events") await rollUpDays(store, { now: MIDNIGHT + 9 * DAY, leastEvents: 1 });
	});
	afterAll(() => store?.close());

	it.each([
		["three hours", MIDNIGHT + DAY - 2 * HOUR, MIDNIGHT + DAY + HOUR],
		["five days", MIDNIGHT - DAY, MIDNIGHT + 4 * DAY],
	])("are those of each of them in %s, by every metric", async (_, from, to) => {
		const runSql = createRunSql(store);
		const sum = (values: Float32Array) => values.reduce((total, one) => total + one, 0);
		for (const metric of METRICS) {
			const window = { sites: SITES, leavingOut: [LEAVING_OUT], from, to };
			const together = await hourlyCountsOfSites(runSql, window, metric);
			expect([...together.keys()].sort()).toEqual([COUNTING, LEAVING_OUT]);
			for (const siteId of SITES) {
				const site = {
					...{ ...defaultSiteSettings, siteId, domain: "site.example" },
					countSuspected: siteId !== LEAVING_OUT,
				} as unknown as ReportedSite;
				const goals = { ofSite: async () => [], one: () => Promise.reject(new Error("No goal")) };
				const [alone] = await seriesOfSite(
					{ runSql, site, goals, now: to },
					{ metrics: [metric], filters: undefined, from, to },
				);
				if (siteId === EMPTY) expect(sum(alone ?? new Float32Array([1]))).toBe(0);
				else expect([metric, siteId, together.get(siteId)]).toEqual([metric, siteId, alone]);
			}
			expect(sum(together.get(COUNTING) ?? new Float32Array())).toBeGreaterThan(10);
		}
	});

	it("leave out sessions with a suspected act only where the site does", async () => {
		const sessions = async (leavingOut: number[]) => {
			const window = { sites: SITES, leavingOut, from: MIDNIGHT, to: MIDNIGHT + 4 * DAY };
			const found = await hourlyCountsOfSites(createRunSql(store), window, "sessions");
			return [COUNTING, LEAVING_OUT].map((site) =>
				(found.get(site) ?? new Float32Array()).reduce((total, one) => total + one, 0),
			);
		};
		const [all = 0, others = 0] = await sessions([]);
		const [same, fewer] = await sessions([LEAVING_OUT]);
		expect(same).toBe(all);
		expect(fewer).toBeLessThan(others);
	});
});

it("are asked of no store for no sites", async () => {
	const never = () => Promise.reject(new Error("The store was asked"));
	const window = { sites: [], leavingOut: [], from: 0, to: HOUR };
	expect(await hourlyCountsOfSites(never, window, "users")).toEqual(new Map());
});
