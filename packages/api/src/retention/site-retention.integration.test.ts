import type { SiteNumber } from "@footfall/shared/ids";
import { MAX_BOT_RETENTION_DAYS, MAX_RETENTION_DAYS } from "@footfall/shared/limits";
import { embeddedDatabase, type TestDatabases } from "@footfall/testing/api/databases";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiEnvironment } from "../config.ts";
import { openDatabase } from "../database/open.ts";
import { createRetentionOf } from "./retention-of.ts";

const SETTINGS = [
	["eventRetentionDays", MAX_RETENTION_DAYS],
	["userRetentionDays", MAX_RETENTION_DAYS],
	["botRetentionDays", MAX_BOT_RETENTION_DAYS],
] as const;

let databases: Awaited<ReturnType<TestDatabases["open"]>>;
let location: Awaited<ReturnType<typeof databases.create>>;
let api: PopulatedApi;
beforeAll(async () => {
	databases = await embeddedDatabase.open();
	location = await databases.create();
	api = await startPopulatedApi(location);
});
afterAll(async () => {
	await databases.close();
});

const configure = (body: unknown, headers: Record<string, string> = api.as.owner) =>
	api.ask(`/api/sites/${api.site.siteId}/config`, { method: "PUT", headers, body });

describe("a site's retention in days", () => {
	it.each(SETTINGS)("%s is initially unset, and can be from 0 to %i", async (name, most) => {
		const path = `/api/sites/${api.site.siteId}/config`;
		const { body } = await api.ask(path, { headers: api.as.member });
		expect(body).toMatchObject({ config: { [name]: 0 } });
		for (const days of [1, most, 0])
			expect(await configure({ [name]: days })).toMatchObject({
				status: 200,
				body: { config: { [name]: days } },
			});
		for (const days of [-1, most + 1, 1.5, "30", null]) {
			const refused = await configure({ [name]: days });
			expect([days, refused.status, refused.body]).toEqual([
				days,
				400,
				expect.objectContaining({
					...{ success: false, error: "Invalid request data" },
					details: [expect.objectContaining({ path: [name] })],
				}),
			]);
		}
	});

	it.each([
		["nobody", 401],
		["wrongKey", 401],
		["stranger", 403],
		["member", 403],
		["admin", 200],
		["ownerKey", 200],
	] as const)("can be set by %s: %i", async (who, status) =>
		expect((await configure({ eventRetentionDays: 90 }, api.as[who])).status).toBe(status),
	);

	it("can be set by keys that may write sites only", async () => {
		const [reading, writing] = [
			await api.keyWith({ sites: ["read"] }, "organization"),
			await api.keyWith({ sites: ["read", "write"] }, "organization"),
		];
		expect((await configure({ botRetentionDays: 7 }, reading.headers)).status).toBe(403);
		expect((await configure({ botRetentionDays: 7 }, writing.headers)).status).toBe(200);
	});

	it("is recorded in the audit log, with who changed it", async () => {
		await configure({ eventRetentionDays: 30, userRetentionDays: 20 }, api.as.admin);
		const { body } = await api.ask(`${api.organization}/audit-log?limit=1`, {
			headers: api.as.owner,
		});
		expect(JSON.stringify(body)).toContain("site.configure");
		expect(JSON.stringify(body)).toContain(api.accounts.admin.email);
	});

	it("is documented in the OpenAPI document with its bounds", async () => {
		const { body } = await api.ask("/api/openapi.json");
		const { components } = body as { components: { schemas: Record<string, object> } };
		const text = JSON.stringify(components.schemas["SiteUpdate"]);
		for (const [name, most] of SETTINGS)
			expect(text).toContain(`"${name}":{"type":"integer","minimum":0,"maximum":${most}}`);
	});
});

describe("the retention of sites", () => {
	it("is the shorter of theirs and the installation's; an unknown site keeps everything", async () => {
		const { siteId } = api.site;
		await configure({ eventRetentionDays: 30, userRetentionDays: 0, botRetentionDays: 60 });
		// The database allows one process at a time.
		await api.close();
		const { database, close } = await openDatabase(location, () => {});
		const sites = [siteId, 987_654 as SiteNumber];
		const limits = { events: 90, users: 365, bots: 7 };
		try {
			expect(await createRetentionOf(database, limits)(sites)).toEqual(
				new Map([[siteId, { events: 30, users: 365, bots: 7 }]]),
			);
			expect(await createRetentionOf(database, {})(sites)).toEqual(
				new Map([[siteId, { events: 30, users: undefined, bots: 60 }]]),
			);
		} finally {
			await close();
		}
	});

	it.each([
		["EVENT_RETENTION_DAYS", 3650],
		["USER_RETENTION_DAYS", 3650],
		["BOT_RETENTION_DAYS", 90],
		["REPLAY_RETENTION_DAYS", 365],
	])("of the installation, %s, can be from 1 to %i", (name, most) => {
		for (const text of ["1", String(most)])
			expect(apiEnvironment.parse({ [name]: text })).toMatchObject({ [name]: Number(text) });
		for (const text of ["0", String(most + 1), "-1", "1.5", "many"])
			expect(apiEnvironment.safeParse({ [name]: text }).error?.issues[0]?.message).toBe(
				`must be a number of days from 1 to ${most}`,
			);
	});
});
