import { type EventStore, erasePerson, linkDevices, versionOf } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportedDevices, exportedRows, exportedSessions } from "../admin/exported-rows.ts";

/** One device id in 256 begins with eight zero bits. */
const DEVICE = "00000000000000aa";
const SESSION = "000000000000bb00";
const [SITE, ERASED, OF_DEVICE] = [900_101, 900_102, 900_103];
const NOW = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	for (const site of [SITE, ERASED, OF_DEVICE]) {
		await store.insert(
			"events",
			["site_id", "timestamp", "event_id", "type", "pathname", "user_id", "session_id"],
			[[site, NOW, "one", "pageview", "/", Number(`0x${DEVICE}`), Number(`0x${SESSION}`)]],
		);
		await linkDevices(store, [
			{ site, device: DEVICE, user: "anna", at: NOW, version: versionOf(NOW, 0) },
		]);
	}
});
afterAll(() => store.close());

const collected = async <Row>(rows: AsyncIterable<Row>) => {
	const all: Row[] = [];
	for await (const row of rows) all.push(row);
	return all;
};

describe("ids with leading zeros", () => {
	it("are exported in full", async () => {
		expect(await collected(exportedRows(store, "events", { site: SITE }))).toMatchObject([
			{ user_id: DEVICE, session_id: SESSION },
		]);
		expect(await collected(exportedSessions(store, { site: SITE }))).toMatchObject([
			{ user_id: DEVICE, session_id: SESSION },
		]);
		expect(await collected(exportedDevices(store, { site: SITE }))).toMatchObject([
			{ device: DEVICE, user_id: "anna" },
		]);
	});

	it.each([
		[ERASED, "by the user", "anna"],
		[OF_DEVICE, "by the device", DEVICE],
	])("are hashed in full in the record of an erasure (site %i, %s)", async (site, _how, id) => {
		expect(await erasePerson(store, site, id)).toBe(true);
		const rows = await store.query<{ subject: string }>(
			"SELECT subject FROM erasures WHERE site_id = {site:UInt32} ORDER BY subject",
			{ site },
		);
		const [expected] = await store.query<{ digests: string[] }>(
			`SELECT arraySort(arrayMap(
				subject -> substring(replaceAll(replaceAll(base64Encode(SHA256(subject)), '+', '-'), '/', '_'), 1, 22),
				[{user:String}, {device:String}])) AS digests`,
			{ user: `${site}/user/anna`, device: `${site}/device/${DEVICE}` },
		);
		expect(rows.map(({ subject }) => subject)).toEqual(expected?.digests);
		expect(await erasePerson(store, site, id)).toBe(false);
	});
});
