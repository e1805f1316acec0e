import { testDatabases } from "@footfall/testing/api/databases";
import { startTestApi } from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { bootstrap } from "./bootstrap.ts";

describe.each(testDatabases)("the first start on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	it("creates an owner, an organization, a site, the demo's public site and a working key", async () => {
		const api = await startTestApi(await engine.create());
		const { firstStart } = api;
		expect(firstStart).toEqual({
			email: "owner@example.com",
			organizationId: expect.any(String),
			apiKey: expect.stringMatching(/^[A-Za-z]{64}$/),
			site: expect.objectContaining({ name: "My site", public: false }),
			demoSite: expect.objectContaining({ name: "Demo", public: true }),
		});
		const { body } = await api.ask("/api/organizations", {
			headers: { authorization: `Bearer ${firstStart?.apiKey}` },
		});
		expect(body).toEqual([
			expect.objectContaining({
				role: "owner",
				sites: [
					expect.objectContaining({ name: "My site" }),
					expect.objectContaining({ name: "Demo" }),
				],
			}),
		]);
		await api.close();
	});

	it("generates a password if none is given, and shows it once", async () => {
		const location = await engine.create();
		const first = await startTestApi(location, { owner: {} });
		const { email = "", password = "" } = first.firstStart ?? {};
		expect([email, password]).toEqual([
			"admin@localhost.localdomain",
			expect.stringMatching(/^[A-Za-z2-9]{20}$/),
		]);
		expect(await first.signIn({ email, password })).toEqual({
			cookie: expect.stringContaining("session_token="),
		});
		await first.close();
		const second = await startTestApi(location, { owner: {} });
		expect(second.firstStart).toBe(undefined);
		expect(await second.signIn({ email, password })).toEqual({
			cookie: expect.stringContaining("session_token="),
		});
		await second.close();
	});

	it("starts over after an interruption", async () => {
		const { database, close } = await openDatabase(await engine.create(), () => {});
		// The last row that a first start writes.
		await sql`ALTER TABLE "apikey" RENAME TO "away"`.execute(database);
		await expect(bootstrap(database, {})).rejects.toThrow();
		expect(await database.selectFrom("user").selectAll().execute()).toEqual([]);
		expect(await database.selectFrom("site").selectAll().execute()).toEqual([]);
		await sql`ALTER TABLE "away" RENAME TO "apikey"`.execute(database);
		expect(await bootstrap(database, {})).toMatchObject({ site: { siteId: expect.any(Number) } });
		await close();
	});

	it("happens once when two processes start together", async () => {
		const { database, close } = await openDatabase(await engine.create(), () => {});
		const made = await Promise.all([bootstrap(database, {}), bootstrap(database, {})]);
		expect(made.filter((one) => one !== undefined)).toHaveLength(1);
		await close();
	});
});
