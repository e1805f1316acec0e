import { type EventStore, rollUpDays } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figuresOfSites } from "./overview/sites-overview.ts";
import { createRunSql } from "./report/run-sql.ts";

const AT = Date.parse("2026-03-10T10:00:00Z");
const DAY_MS = 86_400_000;

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	const rows = [1, 2, 3].flatMap((session) =>
		[0, 1].map((view) => ({ session, view, suspected: session === 1 && view === 1 ? 1 : 0 })),
	);
	await store.insert(
		"events",
		["site_id", "timestamp", "event_id", "type", "pathname", "session_id", "user_id", "suspected"],
		rows.map(({ session, view, suspected }) => [
			...[1, AT + session * 60_000 + view * 1000, `${session}-${view}`, "pageview", "/"],
			...[String(session), String(session), suspected],
		]),
	);
}, 60_000);
afterAll(() => store.close());

describe.each(["events", "rolled-up days"])(
	"a session with a marked event, read from %s",
	(read) => {
		const asking = (countSuspected: boolean) =>
			createReportRunner({ store, now: () => AT + 9 * DAY_MS }, { countSuspected });
		beforeAll(async () => {
			if (read !== "events") await rollUpDays(store, { now: AT + 3 * DAY_MS, leastEvents: 1 });
		});

		it("counts unless its site leaves such sessions out", async () => {
			expect(await asking(true)(1, "/overview")).toMatchObject({
				data: { sessions: 3, pageviews: 6, users: 3 },
			});
			expect(await asking(false)(1, "/overview")).toMatchObject({
				data: { sessions: 2, pageviews: 4, users: 2 },
			});
		});

		it("is excluded as a whole, including its unmarked events", async () => {
			const { data } = (await asking(false)(1, "/events")) as { data: unknown[] };
			expect(data).toHaveLength(4);
			const sessions = (await asking(false)(1, "/sessions")) as { data: unknown[] };
			expect(sessions.data).toHaveLength(2);
			expect(await asking(false)(1, "/metric", { parameter: "pathname" })).toMatchObject({
				data: { data: [{ value: "/", count: 2, pageviews: 4 }] },
			});
		});

		it("is excluded from the overview of all sites, too, if its site excludes it", async () => {
			const glance = async (leavingOut: number[]) => {
				const options = { timeZone: "UTC", now: AT + 3_600_000, leavingOut };
				return (await figuresOfSites(createRunSql(store), [1], options)).get(1);
			};
			expect([(await glance([]))?.users, (await glance([1]))?.users]).toEqual([3, 2]);
		});

		it.each([true, false])(
			"is reported among the bots, whether it counts (%s) or not",
			async (counts) =>
				expect(await asking(counts)(1, "/bots/overview")).toMatchObject({
					data: { bot_requests: 0, suspected_events: 1, suspected_sessions: 1 },
				}),
		);
	},
);
