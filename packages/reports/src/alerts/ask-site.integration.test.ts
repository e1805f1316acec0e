import { defaultSiteSettings } from "@footfall/shared/site";
import { rollUpDays } from "@footfall/store";
import { evenSessions } from "@footfall/testing/model/even-sessions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { expect, it, onTestFinished } from "vitest";
import { createRunSql, type ReportedSite } from "../report/report.ts";
import { valuesOfSite } from "./ask-site.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 9, 25);
const SITE = 1;

it("asks for the rolled-up days of windows of a day, and not of shorter ones, which have the same values", async () => {
	const store = await openTestStore();
	onTestFinished(() => store.close());
	await evenSessions(store, SITE, { from: MIDNIGHT - DAY, to: MIDNIGHT + DAY, count: 960 });
	const statements: string[] = [];
	const query: typeof store.query = (text, ...rest) => {
		statements.push(text);
		return store.query(text, ...rest);
	};
	const asking = {
		runSql: createRunSql({ query }),
		site: { ...defaultSiteSettings, siteId: SITE, timeZone: "UTC" } as unknown as ReportedSite,
		goals: { ofSite: async () => [], one: () => Promise.reject(new Error("No goal")) },
		now: MIDNIGHT + 9 * DAY,
	};
	const sessionsWithin = async (length: number) => {
		statements.length = 0;
		const to = MIDNIGHT + 6 * HOUR;
		const [sessions] = await valuesOfSite(asking, {
			...{ metrics: ["sessions"], filters: ["is", "pathname", ["/"]] },
			...{ from: to - length, to },
		});
		const lookUps = statements.filter((text) => text.includes("sealed_days"));
		return { sessions, lookUps: lookUps.length };
	};
	const expected = [
		{ sessions: 20, lookUps: 0 },
		{ sessions: 240, lookUps: 0 },
		{ sessions: 480, lookUps: 1 },
	];
	const lengths = [HOUR, 12 * HOUR, DAY];
	for (const [nth, length] of lengths.entries())
		expect(await sessionsWithin(length)).toEqual(expected[nth]);
	await rollUpDays(store, { now: MIDNIGHT + 9 * DAY, leastEvents: 1 });
	for (const [nth, length] of lengths.entries())
		expect(await sessionsWithin(length)).toEqual(expected[nth]);
});
