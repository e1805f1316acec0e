import { testDatabases } from "@footfall/testing/api/databases";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atomically, onceCommitted } from "./atomically.ts";
import { type OpenDatabase, openDatabase } from "./open.ts";

describe.each(testDatabases)("changes made atomically on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
	});
	afterAll(async () => {
		await opened?.close();
		await engine?.close();
	});

	const insert = (name: string) =>
		opened.database.insertInto("instance").values({ name, value: "v" }).execute();
	const names = async (start: string) => {
		const rows = await opened.database
			.selectFrom("instance")
			.select("name")
			.where("name", "like", `${start}%`)
			.orderBy("name")
			.execute();
		return rows.map(({ name }) => name);
	};

	it("are all kept when the work is done", async () => {
		const seen = await atomically(async () => {
			await insert("all 1");
			await insert("all 2");
			return names("all");
		});
		expect([seen, await names("all")]).toEqual([
			["all 1", "all 2"],
			["all 1", "all 2"],
		]);
	});

	it("are all undone when the work fails, including those of a nested transaction", async () => {
		const work = atomically(async () => {
			await insert("none 1");
			await opened.database.transaction().execute(async (transaction) => {
				await transaction.insertInto("instance").values({ name: "none 2", value: "v" }).execute();
			});
			await atomically(() => insert("none 3"));
			expect(await names("none")).toEqual(["none 1", "none 2", "none 3"]);
			throw new Error("the work failed");
		});
		await expect(work).rejects.toThrow("the work failed");
		expect(await names("none")).toEqual([]);
	});

	it("are kept when a statement or nested transaction fails and the work goes on", async () => {
		await atomically(async () => {
			await insert("kept 1");
			await expect(insert("kept 1")).rejects.toThrow("duplicate key");
			const inside = opened.database.transaction().execute(async (transaction) => {
				await transaction.deleteFrom("instance").execute();
				throw new Error("rolled back");
			});
			await expect(inside).rejects.toThrow("rolled back");
			await insert("kept 2");
		});
		expect(await names("kept")).toEqual(["kept 1", "kept 2"]);
	});

	it("may run concurrently", async () => {
		await atomically(async () => {
			await Promise.all(["once 1", "once 2", "once 3"].map(insert));
		});
		expect(await names("once")).toHaveLength(3);
	});

	it("occupy no connection before the first change", async () => {
		let goOn = () => {};
		const waiting = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const work = atomically(async () => {
			await names("free");
			await waiting;
			await insert("free 1");
		});
		// The embedded database has one connection.
		await insert("free 0");
		goOn();
		await work;
		expect(await names("free")).toEqual(["free 0", "free 1"]);
	});

	it("run their callbacks after the commit, and none when rolled back", async () => {
		const done: string[] = [];
		const note = (text: string) =>
			onceCommitted(async () => {
				done.push(`${text}: ${await names("then")}`);
			});
		await atomically(async () => {
			await insert("then 1");
			await note("after");
			done.push("inside");
		});
		await expect(
			atomically(async () => {
				await note("never");
				throw new Error("no");
			}),
		).rejects.toThrow("no");
		await note("at once");
		expect(done).toEqual(["inside", "after: then 1", "at once: then 1"]);
	});

	it("fail when the database does not commit them", async () => {
		await sql`CREATE TABLE "late" ("id" integer PRIMARY KEY,
			"of" integer REFERENCES "late" ("id") DEFERRABLE INITIALLY DEFERRED)`.execute(
			opened.database,
		);
		const work = atomically(async () => {
			await insert("late 1");
			await sql`INSERT INTO "late" VALUES (1, 2)`.execute(opened.database);
		});
		await expect(work).rejects.toThrow("foreign key");
		expect(await names("late")).toEqual([]);
		await insert("late 2");
		expect(await names("late")).toEqual(["late 2"]);
	});
});
