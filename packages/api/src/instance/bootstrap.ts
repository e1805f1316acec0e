import type { SiteKey } from "@footfall/shared/ids";
import { sql } from "kysely";
import type { Site } from "../access/site.ts";
import { insertAccount } from "../accounts/create-account.ts";
import { rememberGeneratedPassword } from "../accounts/generated-password.ts";
import { hashPassword, randomPassword } from "../accounts/passwords.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { insertKey } from "../keys/api-keys.ts";
import { insertOrganization } from "../organizations/create-organization.ts";
import { insertSite } from "../sites/create-site.ts";

const DEFAULT_EMAIL = "admin@localhost.localdomain";
/** The name under which the instance stores the demo page's site. */
const DEMO_SITE = "demo site";

/** The result of the first start, shown to the operator once. */
export interface FirstStart {
	email: string;
	/** Set if the password was generated. */
	password?: string;
	organizationId: string;
	/** The owner's unrestricted key. */
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

/**
 * Sets up an instance without accounts: an owner with a key, an organization, a first site and the public site of the
 * demo page. All in one transaction, so that after a crash the next start is the first start again.
 * @returns undefined when accounts exist already
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
		// If two instances start together on one database, the second waits here and then finds the accounts.
		await sql`SELECT pg_advisory_xact_lock(hashtext('first start'))`.execute(transaction);
		if (await hasAccounts(transaction)) return undefined;
		const createdBy = await insertAccount(transaction, {
			email,
			name: "Admin",
			passwordHash,
			isVerified: true,
		});
		if (owner.password === undefined)
			await rememberGeneratedPassword(transaction, { userId: createdBy, passwordHash });
		const { id: organizationId } = await insertOrganization(transaction, createdBy, {
			name: "My organization",
			slug: "my-organization",
		});
		const shared = { organizationId, createdBy };
		const site = await insertSite(transaction, {
			...shared,
			name: "My site",
			domain: "localhost",
			// The domain is a placeholder until the owner sets one.
			settings: { countAllHosts: true },
		});
		const demoSite = await insertSite(transaction, {
			...shared,
			name: "Demo",
			domain: "demo.localhost",
			// Shows automated visitors too, because people try the page with scripts, and counts any host of the product.
			settings: { public: true, blockBots: false, trackErrors: true, countAllHosts: true },
		});
		await transaction
			.insertInto("instance")
			.values({ name: DEMO_SITE, value: String(demoSite.siteId) })
			.execute();
		const { key: apiKey } = await insertKey(transaction, {
			kind: "personal",
			ownerId: createdBy,
			name: "First start",
		});
		return {
			email,
			...(owner.password === undefined ? { password } : {}),
			organizationId,
			apiKey,
			site,
			demoSite,
		};
	});
};

/** The number of the demo page's site, as text; undefined when none was ever created. */
export const demoSiteReference = async (database: Database): Promise<string | undefined> => {
	const row = await database
		.selectFrom("instance")
		.select("value")
		.where("name", "=", DEMO_SITE)
		.executeTakeFirst();
	return row?.value;
};

/** The oldest site besides the demo page's; undefined without one. */
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
