import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { testDatabases } from "@footfall/testing/api/databases";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { startPurge } from "./delete-site.ts";

describe.each(testDatabases)("the events of deleted sites on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: Awaited<ReturnType<typeof openDatabase>>;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
	});
	afterAll(async () => {
		await opened.close();
		await engine.close();
	});

	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
	const waiting = async () => {
		const rows = await opened.database
			.selectFrom("deleted_site")
			.select("siteId")
			.orderBy("siteId")
			.execute();
		return rows.map(({ siteId }) => siteId);
	};

	it("are deleted again until the queue can hold none, and again after the store failed", async () => {
		await opened.database
			.insertInto("deleted_site")
			.values([
				{ siteId: 1, deletedAt: ago(1) },
				{ siteId: 2, deletedAt: ago(11) },
				{ siteId: 3, deletedAt: ago(11) },
			])
			.execute();
		let isStoreAway = true;
		const removed: number[] = [];
		const logged: { fields: object; message: string }[] = [];
		const purge = startPurge({
			database: opened.database,
			deleteEvents: async (site) => {
				if (site === 3 && isStoreAway) throw new Error("The store is away");
				removed.push(site);
			},
			logger: {
				info: () => {},
				warn: () => {},
				error: (fields, message) => logged.push({ fields, message }),
			},
		});
		await purge.now();
		expect(await waiting()).toEqual([1, 3]);
		expect(new Set(removed)).toEqual(new Set([1, 2]));
		expect(logged[0]).toEqual({
			fields: { err: new Error("The store is away"), siteId: 3 },
			message: "A deleted site's events could not be removed; retrying later",
		});
		isStoreAway = false;
		await purge.now();
		await purge.close();
		expect(await waiting()).toEqual([1]);
	});

	it("are deleted at once with their site, however many other sites are still pending", async () => {
		await opened.database
			.insertInto("deleted_site")
			.values(Array.from({ length: 400 }, (_, index) => ({ siteId: 100 + index })))
			.execute();
		const removed: number[] = [];
		let goOn = () => {};
		const others = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const purge = startPurge({
			database: opened.database,
			deleteEvents: async (site) => {
				removed.push(site);
				if (site < 1000) await others;
			},
			logger: silentLogger,
		});
		await purge.site(1000 as SiteNumber);
		expect(removed.filter((site) => site === 1000)).toEqual([1000]);
		goOn();
		await purge.close();
		expect(removed.length).toBeLessThan(400);
	});
});
