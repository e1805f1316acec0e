import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_SERIES_ROWS } from "../query/bucket.ts";

const MINUTES = 24_000;
const NAMES = 8;
const NOW = Date.parse("2026-11-20T00:00:00Z");

const GOALS = Array.from({ length: 3 }, (_, index) => ({
	goalId: index + 1,
	siteId: 1,
	name: null,
	goalType: "event" as const,
	config: { eventName: `name ${index}` },
	createdAt: new Date(NOW),
}));

let store: EventStore;
let ask: (path: string, parameters: Record<string, string>) => Promise<unknown>;
beforeAll(async () => {
	store = await openTestStore();
	// Bots older than three months are deleted whenever the engine merges.
	await store.command("SYSTEM STOP TTL MERGES bots");
	const minute = `toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(number)`;
	for (const type of ["pageview", "custom_event", "error", "performance"])
		await store.command(
			`INSERT INTO events (site_id, timestamp, type, event_name, session_id, user_id, properties, lcp)
			SELECT 1, ${minute}, '${type}', concat('name ', toString(number % ${NAMES})), number, 1, '{"message":"oops"}', 1
			FROM numbers(${MINUTES})`,
		);
	await store.command(
		`INSERT INTO bots (site_id, timestamp, received_at, type, bot_operator, bot_name, bot_purpose)
		SELECT 1, ${minute}, now64(3), 'pageview', 'OpenAI', 'GPTBot', 'ai_training' FROM numbers(${MINUTES})`,
	);
	const goals = {
		ofSite: async () => GOALS,
		one: async () => {
			throw new Error("No report of these asks for one goal");
		},
	};
	const answer = createReportRunner({ store, now: () => NOW, goals });
	ask = (path, parameters) => answer(1, path, parameters);
});
afterAll(() => store.close());

const SERIES: [path: string, parameters: Record<string, string>][] = [
	["/overview/time-series", {}],
	["/events/count", {}],
	[
		"/errors/time-series",
		{ errorMessage: "oops", start_date: "2026-01-01", end_date: "2026-02-01" },
	],
	["/performance/time-series", {}],
	["/bots/time-series", {}],
	["/bots/ai-summary", {}],
	["/goals/time-series", { goal_ids: "1" }],
];

/** Rows of an answer; those of an agent's trend count, too. */
const rowsOf = (answer: unknown): number => {
	const { data } = answer as { data: { bots?: { trend: unknown[] }[] }[] };
	const trends = data.flatMap(({ bots = [] }) => bots.map(({ trend }) => trend.length));
	return Math.max(data.length, ...trends);
};

describe("a series with more rows than an answer may have", () => {
	it.each(SERIES)("is rejected with the name of a suitable bucket: %s", async (path, given) => {
		const refused = await ask(path, { ...given, bucket: "minute" }).catch((error) => error);
		expect(refused).toMatchObject({
			status: 400,
			message: `A series has at most ${MAX_SERIES_ROWS} rows, and this range has more with bucket minute: use bucket five_minutes, or a shorter range`,
			fields: { details: ["bucket: five_minutes or longer for this range"] },
		});
		const rows = rowsOf(await ask(path, { ...given, bucket: "five_minutes" }));
		expect(rows).toBeGreaterThan(MINUTES / 5 - 10);
		expect(rows).toBeLessThanOrEqual(MAX_SERIES_ROWS);
	});

	it("has many rows per bucket when it covers several events or goals", async () => {
		const refusal = (path: string, given: Record<string, string>) =>
			expect(ask(path, { ...given, bucket: "minute" })).rejects;
		await refusal("/events/time-series", { limit: "8" }).toMatchObject({
			status: 400,
			message: expect.stringContaining("use bucket ten_minutes"),
		});
		await refusal("/goals/time-series", {
			goal_ids: "1,2,3",
			start_date: "2026-01-01",
			end_date: "2026-01-10",
		}).toMatchObject({ status: 400, message: expect.stringContaining("use bucket five_minutes") });
		const goals = await ask("/goals/time-series", { goal_ids: "1,2,3", bucket: "hour" });
		expect(rowsOf(goals)).toBe((3 * MINUTES) / 60);
	});

	it("counts only the buckets that it contains", async () => {
		const given = { start_date: "1970-01-01", end_date: "2099-12-31", bucket: "hour" };
		expect(rowsOf(await ask("/events/count", given))).toBe(MINUTES / 60);
		await expect(ask("/overview/time-series", given)).rejects.toMatchObject({ status: 400 });
	});
});
