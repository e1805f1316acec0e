import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { deletePerson } from "../maintenance/erase-person.ts";
import { linkDevices, versionOf, writeTraits } from "./people.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
const [PHONE, LAPTOP] = ["00000000000000aa", "ffffffffffffffff"];

let store: EventStore;
const directory = mkdtempSync(join(tmpdir(), "people-"));

beforeAll(async () => {
	store = await openStoreOn(directory);
});
afterAll(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});

const happened = (site: number, device: string, identified: string, daysAgo: number) =>
	store.insert(
		"events",
		["site_id", "timestamp", "user_id", "identified_user_id"],
		[
			[
				site,
				new Date(NOW - daysAgo * DAY_MS).toISOString().slice(0, -1).replace("T", " "),
				BigInt(`0x${device}`).toString(),
				identified,
			],
		],
	);
const usersOf = async (site: number) =>
	(
		await store.query<{ user: string }>(
			"SELECT identified_user_id AS user FROM events WHERE site_id = {site:UInt32} ORDER BY timestamp",
			{ site },
		)
	).map(({ user }) => user);
const link = (site: number, device: string, user: string, at = NOW) => ({
	site,
	device,
	user,
	at,
	version: versionOf(at, 0),
});
const rowsOf = (table: string, site: number) =>
	store.query(`SELECT user_id FROM ${table} FINAL WHERE site_id = {site:UInt32} ORDER BY ALL`, {
		site,
	});

describe("linking a device to a user", () => {
	it("assigns the device's events within 30 days without a user to the user", async () => {
		await happened(1, LAPTOP, "", 31);
		await happened(1, LAPTOP, "", 29);
		await happened(1, LAPTOP, "bob", 2);
		await happened(1, PHONE, "", 1);
		await linkDevices(store, [link(1, LAPTOP, "anna")]);
		await linkDevices(store, [link(1, LAPTOP, "anna")]);
		expect(await usersOf(1)).toEqual(["", "anna", "bob", ""]);
	});

	it("again assigns it to the last user, whichever arrives first", async () => {
		await linkDevices(store, [link(2, PHONE, "late", NOW + 1), link(2, PHONE, "early", NOW)]);
		expect(await rowsOf("aliases", 2)).toEqual([{ user_id: "late" }]);
	});
});

describe("a person", () => {
	it("is deleted with events, traits and devices, and nobody else is", async () => {
		await happened(3, LAPTOP, "anna", 3);
		await happened(3, LAPTOP, "", 2);
		await happened(3, PHONE, "", 1);
		await happened(3, LAPTOP, "bob", 0);
		await writeTraits(store, [
			{ site: 3, user: "anna", traits: { plan: "pro" }, at: NOW, version: versionOf(NOW, 0) },
			{ site: 3, user: "bob", traits: { plan: "pro" }, at: NOW, version: versionOf(NOW, 0) },
		]);
		await store.insert(
			"aliases",
			["site_id", "device", "user_id"],
			[
				[3, BigInt(`0x${LAPTOP}`).toString(), "anna"],
				[3, BigInt(`0x${PHONE}`).toString(), "bob"],
			],
		);
		await deletePerson(store, { site: 3, user: "anna", devices: [LAPTOP] });
		expect(await usersOf(3)).toEqual(["", "bob"]);
		expect(await rowsOf("traits", 3)).toEqual([{ user_id: "bob" }]);
		expect(await rowsOf("aliases", 3)).toEqual([{ user_id: "bob" }]);
	});
});

/** What the engine keeps of the statements that changed rows, in its files or as a server reports them. */
const statementsKept = async () => {
	if (process.env["CLICKHOUSE_URL"] !== undefined) {
		const rows = await store.query<{ command: string }>(
			"SELECT command FROM system.mutations WHERE database = currentDatabase()",
		);
		return rows.map(({ command }) => command);
	}
	// Tables have links to their files.
	const paths = readdirSync(directory, { recursive: true, encoding: "utf8" })
		.filter((path) => /\/mutation_[^/]*$/.test(path))
		.map((path) => realpathSync(join(directory, path)));
	return [...new Set(paths)].map((path) => readFileSync(path, "utf8"));
};

describe("the engine's files of pending changes", () => {
	it("contain neither people nor devices", async () => {
		const [user, device] = ["anna@example.com", "0000000000abcdef"];
		// Finished statements are kept, as are those left by a crash.
		for (const table of [
			...["events", "replay_chunks", "visits", "traits", "aliases", "orders"],
			"quarantined_events",
		])
			await store.command(`ALTER TABLE ${table} MODIFY SETTING finished_mutations_to_keep = 100`);
		await happened(7, device, "", 1);
		await linkDevices(store, [{ site: 7, device, user, at: NOW, version: versionOf(NOW, 0) }]);
		expect(await usersOf(7)).toEqual([user]);
		await deletePerson(store, { site: 7, user, devices: [device] });
		expect(await usersOf(7)).toEqual([]);
		const statements = await statementsKept();
		expect(statements.filter((text) => text.includes("site_id = _CAST(7,"))).toHaveLength(9);
		for (const text of statements) {
			expect(text).not.toContain(user);
			expect(text).not.toContain(BigInt(`0x${device}`).toString());
		}
		expect(await store.query("SELECT * FROM mutation_subjects")).toEqual([]);
	});
});
