import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EventStore, openStore } from "../client/client.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { deleteSiteRows } from "./delete-site.ts";

const SITES = 5;
const EMPTY = 99;

let store: EventStore;
const directory = mkdtempSync(join(tmpdir(), "delete-site-"));
beforeAll(async () => {
	await copyEmptyStore(directory);
	store = openStore({ directory });
	for (let site = 1; site <= SITES; site++) {
		const event = queuedEvent({ site: site as SiteNumber, id: `id-${site}` });
		const row = EVENT_TABLE.row(event, {
			session: `${site}`,
			visitor: event.visitor,
			source: "",
			offset: site,
		});
		await store.insert("events", EVENT_TABLE.columns, [row]);
	}
});
afterAll(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});

const mutations = async () => {
	const [row] = await store.query<{ count: number }>(
		"SELECT count() AS count FROM system.mutations WHERE database = currentDatabase()",
	);
	return Number(row?.count);
};

it("a site without data is deleted without any mutation, and one with data only by mutations of its tables", async () => {
	const before = await mutations();
	await deleteSiteRows(store, EMPTY as SiteNumber);
	expect(await mutations()).toBe(before);
	await deleteSiteRows(store, 1 as SiteNumber);
	expect(await mutations()).toBe(before + 1);
	expect(await store.query("SELECT min(site_id) AS first, count() AS count FROM events")).toEqual([
		{ first: 2, count: SITES - 1 },
	]);
});
