import { describe, expect, it } from "vitest";
import type { EventStore } from "./event-store.ts";
import { withStoredChanges } from "./stored-changes.ts";

const DAY = Date.parse("2026-03-10T00:00:00Z") / 86_400_000;
const COLUMNS = ["site_id", "timestamp"];

const open = (more: Partial<EventStore> = {}) => {
	const bare: EventStore = {
		query: async () => [],
		insert: async () => {},
		command: async () => {},
		close: async () => {},
		...more,
	};
	const { changes, ...store } = withStoredChanges(bare, true);
	if (!changes) throw new Error("The store does not number its writes");
	return { ...store, changes };
};

describe("the numbers of a store's writes", () => {
	it("record the days of a site to which events were added", async () => {
		const { insert, changes } = open();
		await insert("events", COLUMNS, [[7, "2026-03-10 23:59:59.999"]]);
		const before = changes.latest();
		await insert("events", COLUMNS, [[7, Date.parse("2026-03-11T00:00:00Z")]]);
		expect(changes.latestOf(7, [DAY])).toBe(before);
		expect(changes.latestOf(7, [DAY, DAY + 1])).toBe(before + 1);
		expect(changes.latestOf(8, [DAY, DAY + 1])).toBe(0);
	});

	it("tell events until a day from later ones", async () => {
		const { insert, changes } = open();
		await insert("events", COLUMNS, [[7, "2026-03-10 12:00:00"]]);
		const before = changes.latest();
		await insert("events", COLUMNS, [[7, "2026-03-11 12:00:00"]]);
		expect(changes.latestUntil(7, DAY)).toBe(before);
		expect(changes.latestUntil(7, DAY + 1)).toBe(before + 1);
		expect(changes.latestUntil(7, DAY - 1)).toBe(0);
		expect(changes.latestUntil(8, DAY + 1)).toBe(0);
	});

	it("tell imported daily sums from everything else but commands", async () => {
		const { insert, command, changes } = open();
		await insert("imported_figures", ["site_id"], [[7]]);
		const before = changes.latest();
		await insert("events", COLUMNS, [[7, "2026-03-11 12:00:00"]]);
		expect(changes.latestOfFigures()).toBe(before);
		await command("ALTER TABLE imported_figures DELETE WHERE 1");
		expect(changes.latestOfFigures()).toBe(changes.latest());
	});

	it.each([
		["a command", ({ command }: EventStore) => command("ALTER TABLE events DELETE WHERE 1")],
		[
			"events without a time",
			({ insert }: EventStore) => insert("events", ["site_id"], [[7], [8]]),
		],
	])("count %s for every day", async (_, write) => {
		const { changes, ...store } = open();
		await write(store);
		expect(changes.latestOf(9, [1])).toBe(1);
	});

	it("change only the site, and none of its days, when another table gets new rows", async () => {
		const { insert, changes } = open();
		await insert("bots", COLUMNS, [[7, "2026-03-10 00:00:00"]]);
		expect(changes.latestOf(7, [DAY])).toBe(0);
		expect(changes.latestOfSite(7)).toBe(1);
		expect(changes.latestOfSite(8)).toBe(0);
	});

	it("count rows without a site for every site", async () => {
		const { insert, changes } = open();
		await insert("mutation_subjects", ["name"], [["one"]]);
		expect(changes.latestOfSite(8)).toBe(1);
	});

	it("count a write once it ends, even when it fails", async () => {
		const failed = new Error("failed");
		let fail = () => {};
		const { insert, command, changes } = open({
			insert: () =>
				new Promise((_, reject) => {
					fail = () => reject(failed);
				}),
			command: () => Promise.reject(failed),
		});
		const writing = insert("events", COLUMNS, [[7, "2026-03-10 00:00:00"]]);
		expect(changes.latest()).toBe(0);
		fail();
		await expect(writing).rejects.toBe(failed);
		expect(changes.latestOf(7, [DAY])).toBe(1);
		await expect(command("")).rejects.toBe(failed);
		expect(changes.latestOf(7, [DAY])).toBe(2);
	});

	it("count for every day once more days have changed than are tracked separately", async () => {
		const { insert, changes } = open();
		const rows = Array.from({ length: 10_001 }, (_, day) => [7, day * 86_400_000]);
		await insert("events", COLUMNS, rows);
		expect(changes.latestOf(8, [0])).toBe(changes.latest());
	});
});
