import { recordOf } from "@footfall/testing/model/statement-recorder";
import { expect, it } from "vitest";
import type { Statements } from "../client/client.ts";
import { rollUpDays } from "./roll-up-days.ts";

it("the statements that roll up days match the recorded ones", async () => {
	const sent: string[] = [];
	const store: Statements = {
		query: async <Row>(sql: string) => {
			sent.push(sql);
			// A day to roll up, and stale rows of each table.
			return [{ site: 1, day: 20_000, events: 10, digest: "1" }] as Row[];
		},
		command: async (sql) => {
			sent.push(sql);
		},
	};
	await rollUpDays(store, { now: 20_002 * 86_400_000, leastEvents: 1 });
	await expect(recordOf([["rollUpDays", sent]], { usual: [] })).toMatchFileSnapshot(
		new URL("roll-up-days.sql", import.meta.url).pathname,
	);
});
