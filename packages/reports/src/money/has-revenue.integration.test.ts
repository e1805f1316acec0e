import type { SiteNumber } from "@footfall/shared/ids";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRunSql } from "../report/report.ts";
import { hasRevenue } from "./has-revenue.ts";

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

/** Stores an event of a site, with money or without. */
const insert = (site: number, id: string, [revenue, currency]: [string, string]) =>
	store.insert(
		"events",
		["site_id", "timestamp", "event_id", "type", "session_id", "user_id", "revenue", "currency"],
		[[site, "2026-11-02 10:00:00.000", id, "custom_event", 1, 1, revenue, currency]],
	);

/** Whether a site has revenue, and how many statements that took. */
const asked = async (siteId: number, currency: string | null) => {
	const query = vi.spyOn(store, "query");
	const isFound = await hasRevenue(createRunSql(store), { siteId: siteId as SiteNumber, currency });
	const statements = query.mock.calls.length;
	query.mockRestore();
	return [isFound, statements];
};

describe("whether a site has revenue", () => {
	it("is not looked up for a site without a currency", async () => {
		await insert(1, "a", ["5", "EUR"]);
		expect(await asked(1, null)).toEqual([false, 0]);
	});

	it("is known until the next event if there is none, and stays known once there is some", async () => {
		await insert(2, "b", ["0", ""]);
		expect(await asked(2, "EUR")).toEqual([false, 1]);
		expect(await asked(2, "EUR")).toEqual([false, 0]);
		await insert(3, "c", ["5", "EUR"]);
		expect(await asked(2, "EUR")).toEqual([false, 0]);
		await insert(2, "d", ["5", "USD"]);
		expect(await asked(2, "EUR")).toEqual([true, 1]);
		await insert(2, "e", ["0", ""]);
		expect(await asked(2, "EUR")).toEqual([true, 0]);
	});
});
