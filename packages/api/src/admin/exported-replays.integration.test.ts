import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportedReplays } from "./exported-replays.ts";

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

const exported = async (whose: { site: number; user?: string }) => {
	const rows: unknown[] = [];
	for await (const { session_id, batch_id, chunk, events } of exportedReplays(store, whose))
		rows.push([session_id, batch_id, chunk, events]);
	return rows;
};

describe("recordings in an export", () => {
	it("include all of a site's or a user's recordings, each chunk once", async () => {
		await store.command(
			`INSERT INTO replay_chunks (site_id, session_id, batch_id, chunk, identified_user_id, keep_until, events)
			SELECT 1, intDiv(number, 60), 10, number % 60, if(number < 60, 'zoe', ''), '2100-01-01 00:00:00', ['{}']
			FROM numbers(120)`,
		);
		await store.command(
			`INSERT INTO replay_chunks (site_id, session_id, batch_id, chunk, keep_until, events) VALUES
				(1, 1, 10, 0, '2100-01-01 00:00:00', ['{}']), (2, 7, 7, 0, '2100-01-01 00:00:00', ['{}'])`,
		);
		const of = (session: string) =>
			Array.from({ length: 60 }, (_none, chunk) => [
				session.padStart(16, "0"),
				"000000000000000a",
				chunk,
				["{}"],
			]);
		expect(await exported({ site: 1 })).toEqual([...of("0"), ...of("1")]);
		expect(await exported({ site: 1, user: "zoe" })).toEqual(of("0"));
	});
});
