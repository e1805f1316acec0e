import { randomUUID } from "node:crypto";
import {
	addOrganization,
	addSite as addSiteTo,
	changed,
	changesSince as changesIn,
	sorted,
	updateSite as updateSiteIn,
} from "@footfall/testing/api/configuration-changes";
import { testDatabases } from "@footfall/testing/api/databases";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { KEY_KIND } from "../keys/key-kind.ts";
import { configurationChanges, configurationSnapshot, configurationVersion } from "./snapshot.ts";

describe.each(testDatabases)("the changes of the gateways' configuration on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	let database: Database;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
		({ database } = opened);
	});
	afterAll(async () => {
		await opened?.close();
		await engine?.close();
	});

	const addSite = (organizationId: string) => addSiteTo(database, organizationId);
	const addMember = async (organizationId: string, role = "member") => {
		const userId = randomUUID();
		const person = { id: userId, name: "", email: userId, emailVerified: true };
		await database.insertInto("user").values(person).execute();
		const memberId = randomUUID();
		const member = { id: memberId, organizationId, userId, role, createdAt: new Date() };
		await database.insertInto("member").values(member).execute();
		return { userId, memberId };
	};
	const addKey = async (
		configId: (typeof KEY_KIND)[keyof typeof KEY_KIND],
		referenceId: string,
	) => {
		const id = randomUUID();
		await sql`INSERT INTO "apikey" ("id", "configId", "referenceId", "key", "enabled", "createdAt", "updatedAt")
			VALUES (${id}, ${configId}, ${referenceId}, ${`hash of ${id}`}, true, now(), now())`.execute(
			database,
		);
		return id;
	};
	const addTeam = async (organizationId: string, siteIds: number[]) => {
		const id = randomUUID();
		await database.insertInto("team").values({ id, organizationId, name: id }).execute();
		await database
			.insertInto("team_site")
			.values(siteIds.map((siteId) => ({ teamId: id, siteId })))
			.execute();
		return id;
	};

	/** Two organizations with sites and keys; the ids that the changes below use. */
	const populate = async () => {
		const [one, other] = [randomUUID(), randomUUID()];
		for (const organization of [one, other]) await addOrganization(database, organization);
		const sites = [await addSite(one), await addSite(one), await addSite(other)] as const;
		const { userId, memberId } = await addMember(one);
		const owner = await addMember(one, "owner");
		const keys = {
			member: await addKey(KEY_KIND.personal, userId),
			owner: await addKey(KEY_KIND.personal, owner.userId),
			organization: await addKey(KEY_KIND.organization, other),
		};
		const team = await addTeam(one, [sites[1]]);
		return { one, other, sites, userId, memberId, keys, team };
	};
	let there: Awaited<ReturnType<typeof populate>>;
	beforeEach(async () => {
		there = await populate();
	});

	const updateSite = (siteId: number, settings: object) => updateSiteIn(database, siteId, settings);
	const changesSince = (version: string) => changesIn(database, version);

	/** Each change with the numbers of sites and keys sent as changed or removed. */
	const steps: [string, [sites: number, keys: number], () => Promise<unknown>][] = [
		["a setting", [1, 0], () => updateSite(there.sites[0], { trackCopy: true })],
		["a new site, to the keys of its organization's members", [1, 2], () => addSite(there.one)],
		[
			"a deleted site",
			[1, 2],
			() => database.deleteFrom("site").where("siteId", "=", there.sites[1]).execute(),
		],
		[
			"a site that is given to another organization",
			[1, 2],
			() =>
				database
					.updateTable("site")
					.set({ organizationId: there.other })
					.where("siteId", "=", there.sites[0])
					.execute(),
		],
		["a new key", [0, 1], () => addKey(KEY_KIND.organization, there.one)],
		[
			"a key that is disabled",
			[0, 1],
			() =>
				database
					.updateTable("apikey")
					.set({ enabled: false })
					.where("id", "=", there.keys.organization)
					.execute(),
		],
		[
			"a key that is replaced by another",
			[0, 2],
			() =>
				database
					.updateTable("apikey")
					.set({ key: randomUUID() })
					.where("id", "=", there.keys.member)
					.execute(),
		],
		[
			"a deleted key",
			[0, 1],
			() => database.deleteFrom("apikey").where("id", "=", there.keys.owner).execute(),
		],
		[
			"a member who is granted a site",
			[0, 1],
			() =>
				database
					.insertInto("member_site")
					.values({ memberId: there.memberId, siteId: there.sites[1] })
					.execute(),
		],
		[
			"a member whose access is restricted",
			[0, 1],
			() =>
				database
					.updateTable("member")
					.set({ hasRestrictedSiteAccess: true })
					.where("id", "=", there.memberId)
					.execute(),
		],
		[
			"a member who leaves",
			[0, 1],
			() => database.deleteFrom("member").where("id", "=", there.memberId).execute(),
		],
		[
			"a member who joins another organization",
			[0, 1],
			() =>
				database
					.insertInto("member")
					.values({
						id: randomUUID(),
						organizationId: there.other,
						userId: there.userId,
						role: "admin",
						createdAt: new Date(),
					})
					.execute(),
		],
		[
			"a member of a team",
			[0, 1],
			() =>
				database
					.insertInto("team_member")
					.values({ teamId: there.team, memberId: there.memberId })
					.execute(),
		],
		["a new team, to all members", [0, 2], () => addTeam(there.one, [there.sites[0]])],
		[
			"a deleted team, to all members",
			[0, 2],
			() => database.deleteFrom("team").where("id", "=", there.team).execute(),
		],
		[
			"a system admin",
			[0, 1],
			() =>
				database
					.updateTable("user")
					.set({ isSystemAdmin: true })
					.where("id", "=", there.userId)
					.execute(),
		],
		[
			"several in one transaction",
			[2, 1],
			() =>
				database.transaction().execute(async (transaction) => {
					for (const siteId of there.sites.slice(0, 2))
						await transaction
							.updateTable("site")
							.set({ domain: randomUUID() })
							.where("siteId", "=", siteId)
							.execute();
					await transaction.deleteFrom("apikey").where("id", "=", there.keys.owner).execute();
				}),
		],
	];
	it.each(steps)("include %s, and nothing else", async (_what, [sites, keys], step) => {
		const before = await configurationSnapshot(database);
		await step();
		const after = await configurationSnapshot(database);
		const changes = await changesSince(before.version);
		expect(changed(before, changes)).toEqual(sorted(after));
		expect(changes.sites.length + changes.removedSites.length).toBe(sites);
		expect(changes.ingestionKeys.length + changes.removedKeys.length).toBe(keys);
	});

	it("add up across versions", async () => {
		const before = await configurationSnapshot(database);
		await updateSite(there.sites[0], { trackCopy: true });
		await updateSite(await addSite(there.one), { trackIp: true });
		await database.deleteFrom("site").where("siteId", "=", there.sites[1]).execute();
		await database.deleteFrom("apikey").where("id", "=", there.keys.owner).execute();
		await database.deleteFrom("member").where("id", "=", there.memberId).execute();
		const after = await configurationSnapshot(database);
		expect(changed(before, await changesSince(before.version))).toEqual(sorted(after));
	});

	it("are empty when a statement changed no row or a key was used", async () => {
		const version = await configurationVersion(database);
		await updateSite(0, { trackCopy: true });
		await database.updateTable("apikey").set({ lastRequest: new Date() }).execute();
		expect(await configurationVersion(database)).toBe(version);
	});

	it("are discarded when their transaction is rolled back", async () => {
		const version = await configurationVersion(database);
		const failing = database.transaction().execute(async (transaction) => {
			await transaction.deleteFrom("site").where("siteId", "=", there.sites[0]).execute();
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await configurationVersion(database)).toBe(version);
	});

	it("are unknown since a version of another program or database", async () => {
		const version = await configurationVersion(database);
		expect(await configurationChanges(database, version)).toMatchObject({ version, sites: [] });
		for (const unknown of [version.replace(/\/.*/, "/0.0.1"), `${randomUUID()}/0.3.0`, "", "/"])
			expect(await configurationChanges(database, unknown)).toBeUndefined();
	});

	it("are unknown since a version a thousand changes old", async () => {
		const version = await configurationVersion(database);
		await sql`DO $$ BEGIN FOR "time" IN 1..999 LOOP
			UPDATE "site" SET "name" = "time"::text WHERE "siteId" = (SELECT max("siteId") FROM "site");
		END LOOP; END $$`.execute(database);
		expect((await changesSince(version)).sites).toHaveLength(1);
		await updateSite(there.sites[0], {});
		expect(await configurationChanges(database, version)).toBeUndefined();
		const { count } = await database
			.selectFrom("configuration_change")
			.select(({ fn }) => fn.countAll<string>().as("count"))
			.executeTakeFirstOrThrow();
		expect(Number(count)).toBe(1000);
	});

	it("are unknown after a table was truncated", async () => {
		const version = await configurationVersion(database);
		await sql`TRUNCATE "member_site"`.execute(database);
		expect(await configurationVersion(database)).not.toBe(version);
		expect(await configurationChanges(database, version)).toBeUndefined();
	});
});
