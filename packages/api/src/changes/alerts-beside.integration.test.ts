import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { alertsBeside } from "./alerts-beside.ts";

describe.each(testDatabases)("the alerts beside a change on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	let siteId: number;
	const stretches = [{ from: Date.parse("2026-11-02"), to: Date.parse("2026-11-04") }];
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
		const { database } = opened;
		await bootstrap(database, OWNER);
		const site = await database
			.selectFrom("site")
			.select(["siteId", "organizationId"])
			.executeTakeFirstOrThrow();
		siteId = site.siteId;
		const fired = async (name: string, startedAt: string, endedAt: string | null) => {
			const { alertId } = await database
				.insertInto("alert_rule")
				.values({ ...site, name, rule: "{}", userId: null, reason: null, pausedUntil: null })
				.returning("alertId")
				.executeTakeFirstOrThrow();
			await database
				.insertInto("alert_event")
				.values({
					...{ alertId, numbers: "{}", sentences: "[]", startedAt: new Date(startedAt) },
					endedAt: endedAt === null ? null : new Date(endedAt),
				})
				.execute();
		};
		await fired("Over before", "2026-11-01T00:00:00Z", "2026-11-01T12:00:00Z");
		await fired("Goes on", "2026-10-30T00:00:00Z", null);
		await fired("Silent", "2026-11-03T06:00:00Z", "2026-11-03T07:00:00Z");
		await fired("After", "2026-11-05T00:00:00Z", null);
	});
	afterAll(async () => {
		await opened?.close();
		await engine?.close();
	});

	it("are those that fired in its time, the latest first", async () => {
		const alert = { kind: "alert", url: null };
		expect(
			await alertsBeside(opened.database)({ site: { siteId }, stretches, isMember: true }),
		).toEqual([
			{
				...alert,
				title: "Silent",
				at: "2026-11-03T06:00:00.000Z",
				until: "2026-11-03T07:00:00.000Z",
			},
			{ ...alert, title: "Goes on", at: "2026-10-30T00:00:00.000Z", until: null },
		]);
	});

	it("are not shown to visitors", async () => {
		const asked = { site: { siteId }, stretches, isMember: false };
		expect(await alertsBeside(opened.database)(asked)).toEqual([]);
	});
});
