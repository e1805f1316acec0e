import { randomUUID } from "node:crypto";
import type { SiteKey } from "@footfall/shared/ids";
import { sql } from "kysely";
import type { Site } from "../access/site.ts";
import { insertAccount, normalisedEmail } from "../accounts/create-account.ts";
import { hashPassword } from "../accounts/password-hash.ts";
import { randomPassword } from "../accounts/random-password.ts";
import type { Database } from "../database/schema.ts";
import { insertKey } from "../keys/api-keys.ts";
import { insertSite } from "../sites/create-site.ts";

const DEFAULT_EMAIL = "admin@localhost.localdomain";
/** Name under which the instance remembers the demo page's site. */
const DEMO_SITE = "demo site";

/** What the first start made, for the operator to see once. */
export interface FirstStart {
	email: string;
	/** Present when it was generated. */
	password?: string;
	organizationId: string;
	/** Of the owner, unrestricted. */
	apiKey: string;
	site: Site;
	demoSite: Site;
}

export interface Owner {
	email?: string | undefined;
	password?: string | undefined;
}

const hasAccounts = async (database: Database): Promise<boolean> =>
	(await database.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;

const insertOwner = async (database: Database, email: string, passwordHash: string) => {
	const now = new Date();
	const userId = await insertAccount(database, {
		email,
		name: "Admin",
		passwordHash,
		isVerified: true,
	});
	const organizationId = randomUUID();
	await database
		.insertInto("organization")
		.values({
			id: organizationId,
			name: "My organization",
			slug: "my-organization",
			logo: null,
			createdAt: now,
			metadata: null,
		})
		.execute();
	await database
		.insertInto("member")
		.values({ id: randomUUID(), organizationId, userId, role: "owner", createdAt: now })
		.execute();
	return { userId, organizationId };
};

/**
 * Makes an instance that nobody has an account on usable: an owner with a key, an organization, a site to
 * start with and the public site of the demo page. All of it or nothing, so a crash on the way leaves a
 * first start still to come.
 * @returns undefined when there are accounts already
 */
export const bootstrap = async (
	database: Database,
	owner: Owner,
): Promise<FirstStart | undefined> => {
	if (await hasAccounts(database)) return undefined;
	const email = owner.email === undefined ? DEFAULT_EMAIL : normalisedEmail(owner.email);
	const password = owner.password ?? randomPassword();
	const passwordHash = await hashPassword(password);
	return database.transaction().execute(async (transaction) => {
		// Two instances that start together on one database: the second waits here and finds the first's work.
		await sql`SELECT pg_advisory_xact_lock(hashtext('first start'))`.execute(transaction);
		if (await hasAccounts(transaction)) return undefined;
		const { userId, organizationId } = await insertOwner(transaction, email, passwordHash);
		const shared = { organizationId, createdBy: userId };
		const site = await insertSite(transaction, {
			...shared,
			name: "My site",
			domain: "localhost",
			settings: {},
		});
		const demoSite = await insertSite(transaction, {
			...shared,
			name: "Demo",
			domain: "demo.localhost",
			// Automated visitors are shown too: whoever tries the page with a script wants to see it work.
			settings: { public: true, blockBots: false, trackErrors: true },
		});
		await transaction
			.insertInto("instance")
			.values({ name: DEMO_SITE, value: String(demoSite.siteId) })
			.execute();
		const key = await insertKey(transaction, {
			kind: "personal",
			ownerId: userId,
			name: "First start",
		});
		return {
			email,
			...(owner.password === undefined ? { password } : {}),
			organizationId,
			apiKey: key.key,
			site,
			demoSite,
		};
	});
};

/** The number of the demo page's site, as text; undefined when there never was one. */
export const demoSiteReference = async (database: Database): Promise<string | undefined> => {
	const row = await database
		.selectFrom("instance")
		.select("value")
		.where("name", "=", DEMO_SITE)
		.executeTakeFirst();
	return row?.value;
};

/** The oldest site besides the demo page's; undefined when there is none left. */
export const firstSite = async (database: Database): Promise<{ id: SiteKey } | undefined> => {
	const demo = await demoSiteReference(database);
	const row = await database
		.selectFrom("site")
		.select("id")
		.$if(demo !== undefined, (query) => query.where("siteId", "!=", Number(demo)))
		.orderBy("siteId")
		.limit(1)
		.executeTakeFirst();
	return row && { id: row.id as SiteKey };
};
