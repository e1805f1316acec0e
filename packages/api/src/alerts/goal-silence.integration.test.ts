import { silentLogger } from "@footfall/shared/logger";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { evenSessions } from "@footfall/testing/model/even-sessions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { AlertRule } from "./alert-rule.ts";
import { createEvaluateAlerts } from "./evaluate-alerts.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
/** A Tuesday. */
const NOW = Date.UTC(2026, 10, 10, 12);

it.each(testDatabases)(
	"a goal has not stopped while an hour runs in which people reach it, and has after an hour without any, on $name",
	async ({ open }) => {
		const engine = await open();
		const { database, close } = await openDatabase(await engine.create(), () => {});
		const store = await openTestStore();
		try {
			const first = await bootstrap(database, OWNER);
			if (!first) throw new Error("The database of a test was not empty");
			const { siteId } = first.site;
			const from = NOW - 10 * WEEK;
			await evenSessions(store, siteId, {
				from,
				to: NOW + HOUR,
				count: (NOW + HOUR - from) / MINUTE,
			});
			const { goalId } = await database
				.insertInto("goal")
				.values({
					...{ siteId, name: "Home", goalType: "path" },
					config: JSON.stringify({ pathPattern: "/" }),
				})
				.returning("goalId")
				.executeTakeFirstOrThrow();
			await database
				.insertInto("alert_rule")
				.values({
					...{ siteId, organizationId: first.organizationId, userId: null, name: "Rule" },
					rule: JSON.stringify(AlertRule.parse({ condition: "goal_stopped", goalId })),
				})
				.execute();
			const evaluate = createEvaluateAlerts({
				database,
				store,
				logger: silentLogger,
				holder: "one",
			});
			const states = new Map<number, string>();
			for (let minute = 0; minute <= 123; minute += 3) {
				await evaluate(NOW + minute * MINUTE);
				const { state } = await database
					.selectFrom("alert_rule")
					.select("state")
					.executeTakeFirstOrThrow();
				states.set(minute, state);
			}
			// Forty-eight and more minutes after the last whole hour, and an hour after the last conversion.
			expect([48, 57, 117, 120, 123].map((minute) => states.get(minute))).toEqual([
				...["ok", "ok", "ok", "firing", "firing"],
			]);
		} finally {
			await store.close();
			await close();
			await engine.close();
		}
	},
);
