import { join } from "node:path";
import { type Database, openAsIs } from "@footfall/api/testing";
import { pause } from "@footfall/shared/waiting/pause";
import { testDatabases } from "@footfall/testing/api/databases";
import { eventually } from "@footfall/testing/eventually";
import {
	type AccountsLedger,
	changeAccounts,
	signIn,
} from "@footfall/testing/product/accounts-client";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROUNDS = rounds(2, 20);
const OWNER = { email: "owner@example.com", password: "correct horse" };

/** Entries of the ledger that the database lacks. */
const missing = async (database: Database, ledger: AccountsLedger) => {
	const column = async <Value>(rows: Promise<{ value: Value }[]>) =>
		new Set((await rows).map(({ value }) => value));
	const organizations = await column(
		database.selectFrom("organization").select("id as value").execute(),
	);
	const sites = await database
		.selectFrom("site")
		.select(["siteId", "organizationId", "name", "settings"])
		.execute();
	const members = await column(
		database
			.selectFrom("member")
			.innerJoin("user", "user.id", "member.userId")
			.innerJoin("account", "account.userId", "user.id")
			.select("user.email as value")
			.execute(),
	);
	const goals = await column(database.selectFrom("goal").select("goalId as value").execute());
	const segments = await column(
		database.selectFrom("segment").select("segmentId as value").execute(),
	);
	const found = new Set([
		...[...goals].map((id) => `goal ${id}`),
		...[...segments].map((id) => `segment ${id}`),
	]);
	const siteOf = new Map(sites.map((site) => [site.siteId, site]));
	return {
		organizations: [...ledger.organizations].filter((id) => !organizations.has(id)),
		sites: [...ledger.sites].filter(([site, home]) => siteOf.get(site)?.organizationId !== home),
		names: [...ledger.names].filter(
			([site, name]) =>
				siteOf.get(site)?.name !== name || siteOf.get(site)?.settings.excludedIPs?.length !== 1,
		),
		members: [...ledger.members].filter((email) => !members.has(email)),
		definitions: [...ledger.definitions].filter((one) => !found.has(one)),
	};
};

/** Organizations of the test whose audit entries do not match their changes one to one. */
const organizationsWithAnotherLog = async (database: Database) => {
	const { rows } = await sql<{ id: string; made: string[]; written: string[] }>`
		WITH "made" AS (
			SELECT "id" AS "organizationId", 'organization.create' AS "action" FROM "organization"
			UNION ALL SELECT "organizationId", 'site.create' FROM "site"
			UNION ALL SELECT "organizationId", 'site.configure' FROM "site" WHERE "name" <> 'As made'
			UNION ALL SELECT "referenceId", 'key.create' FROM "apikey"
			UNION ALL SELECT "organizationId", 'goal.create' FROM "goal" JOIN "site" USING ("siteId")
			UNION ALL SELECT "organizationId", 'segment.create' FROM "segment"
			UNION ALL SELECT "organizationId", 'user.create' FROM "member" WHERE "role" = 'member'
		)
		SELECT "id",
			ARRAY(SELECT "action" FROM "made" WHERE "organizationId" = "id" ORDER BY 1) AS "made",
			ARRAY(SELECT "action" FROM "audit_entry" WHERE "organizationId" = "organization"."id" ORDER BY 1) AS "written"
		FROM "organization" WHERE "slug" LIKE 'organization-%'`.execute(database);
	return rows.filter(({ made, written }) => made.join() !== written.join());
};

/** Traces of a change that was only partly made. */
const halves = async (database: Database) => ({
	organizationsWithoutOwner: await database
		.selectFrom("organization")
		.select("id")
		.where("id", "not in", (select) =>
			select.selectFrom("member").select("organizationId").where("role", "=", "owner"),
		)
		.execute(),
	usersWithoutPassword: await database
		.selectFrom("user")
		.select("email")
		.where("id", "not in", (select) => select.selectFrom("account").select("userId"))
		.execute(),
	usersOutsideTheirOrganization: await database
		.selectFrom("user")
		.select("email")
		.where("email", "like", "member-%")
		.where("id", "not in", (select) => select.selectFrom("member").select("userId"))
		.execute(),
	organizationsWithAnotherLog: await organizationsWithAnotherLog(database),
});

const NOTHING = { organizations: [], sites: [], names: [], members: [], definitions: [] };
const NO_HALVES = {
	organizationsWithoutOwner: [],
	usersWithoutPassword: [],
	usersOutsideTheirOrganization: [],
	organizationsWithAnotherLog: [],
};

describe.each(testDatabases)("kill -9 while accounts change, on $name", ({ open }) => {
	const data = createTemporaryDirectory();
	let engine: Awaited<ReturnType<typeof open>>;
	let product: Product;
	let environment: NodeJS.ProcessEnv;
	beforeAll(async () => {
		engine = await open();
		const location = await engine.create();
		environment = {
			ADMIN_EMAIL: OWNER.email,
			ADMIN_PASSWORD: OWNER.password,
			LOG_LEVEL: "error",
			...("url" in location && { DATABASE_URL: location.url }),
		};
		product = await startProduct(data.path, environment);
	});
	afterAll(async () => {
		await product?.stop();
		data.remove();
		await engine?.close();
	});

	const keyAnswers = async (key: string) => {
		const headers = { authorization: `Bearer ${key}` };
		const answer = await fetch(`${product.url}/api/sites/${product.siteId}`, { headers });
		// 403 means that the key is authenticated: an organization's key has no access to another's site.
		return answer.status === 403;
	};
	const isServing = () =>
		fetch(`${product.url}/api/version`).then(
			({ ok }) => ok,
			() => false,
		);

	it(`loses nothing that was acknowledged and leaves nothing half-made, ${ROUNDS} times`, async (context) => {
		const headers = await signIn(product.url, OWNER);
		const changing = changeAccounts({ url: product.url, headers });
		const random = createRandom(20_261_121);
		for (let round = 0; round < ROUNDS; round++) {
			await eventually(
				async () => changing.ledger.sites.size,
				(made) => made > round,
			);
			await pause(random() * 500);
			await product.kill("backend");
		}
		await eventually(isServing, (serving) => serving);
		await changing.stop();
		const { ledger } = changing;
		const refused: string[] = [];
		for (const key of ledger.keys) if (!(await keyAnswers(key))) refused.push(key);
		expect(refused).toEqual([]);

		await product.stop();
		const url = environment["DATABASE_URL"];
		const { database, close } = await openAsIs(
			url === undefined ? { directory: join(data.path, "accounts") } : { url },
			() => {},
		);
		try {
			expect(await missing(database, ledger)).toEqual(NOTHING);
			expect(await halves(database)).toEqual(NO_HALVES);
		} finally {
			await close();
		}
		const all = Object.values(ledger).reduce((sum, each) => sum + each.size, 0);
		report(
			context,
			"P1",
			`${ROUNDS} kills while accounts change, ${all} changes acknowledged, 0 lost, 0 half-made`,
		);
	}, 900_000);
});
