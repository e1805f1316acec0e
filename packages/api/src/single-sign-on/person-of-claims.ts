import { randomUUID } from "node:crypto";
import { highestRoleOf } from "../access/roles.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import { domainOfEmail } from "./domain-of-email.ts";
import { hasProvider } from "./has-provider.ts";
import type { Claims } from "./oidc-client.ts";
import { accountProviderOf } from "./provider.ts";
import type { FoundProvider, ProviderSource } from "./provider-source.ts";
import { AccountRefused, SignInRefused } from "./refusal.ts";

interface Person {
	id: string;
	email: string;
}
/** A person, and whether the account was made or linked just now. */
interface FoundPerson extends Person {
	isNew: boolean;
}

/** With one @, so that its domain is clear. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

const textOf = (value: unknown): string | undefined =>
	typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The person's address, if the provider may vouch for it. @throws SignInRefused */
const vouchedEmail = (provider: FoundProvider, claims: Claims): string => {
	const email = textOf(claims["email"]);
	const isVerified =
		claims["email_verified"] === true ||
		(claims["email_verified"] === undefined && provider.emailsAreVerified);
	if (email === undefined || email.length > LENGTHS.email || !ADDRESS.test(email) || !isVerified)
		throw new SignInRefused("email-not-verified");
	const normalised = normalisedEmail(email);
	if (provider.domains && !provider.domains.includes(domainOfEmail(normalised)))
		throw new SignInRefused("other-domain");
	return normalised;
};

const nameOf = (claims: Claims): string | undefined =>
	(textOf(claims["name"]) ?? textOf(claims["preferred_username"]))?.slice(0, LENGTHS.name);

const link = async (
	database: Database,
	{ provider, subject, userId }: { provider: FoundProvider; subject: string; userId: string },
): Promise<void> => {
	await database
		.insertInto("account")
		.values({
			id: randomUUID(),
			accountId: subject,
			providerId: accountProviderOf(provider),
			userId,
			updatedAt: new Date(),
		})
		.execute();
};

const linkedPerson = async (database: Database, provider: FoundProvider, subject: string) =>
	database
		.selectFrom("account")
		.innerJoin("user", "user.id", "account.userId")
		.select(["user.id", "user.email", "user.isSystemAdmin"])
		.where("account.providerId", "=", accountProviderOf(provider))
		.where("account.accountId", "=", subject)
		.executeTakeFirst();

interface Existing {
	id: string;
	emailVerified: boolean;
	twoFactorEnabled: boolean;
	isSystemAdmin: boolean;
}

/**
 * Whether only the person who is signed in to an account may link it to a provider of an organization.
 * @throws AccountRefused for an account that such a provider must never sign in
 */
const needsConsent = async (
	database: Database,
	{ id, isSystemAdmin }: Existing,
	organizationId: string | undefined,
): Promise<boolean> => {
	// Administrators of an organization must not get in as the administrator of the instance.
	if (isSystemAdmin) throw new AccountRefused("account-exists", id);
	const memberships = await database
		.selectFrom("member")
		.select(["organizationId", "role"])
		.where("userId", "=", id)
		.execute();
	// Nor into what the person sees of another organization.
	if (memberships.some((one) => one.organizationId !== organizationId))
		throw new AccountRefused("other-organization", id);
	// Nor become its owner.
	return memberships.some(({ role }) => highestRoleOf(role) === "owner");
};

/**
 * Lets a sign-in have the existing account with its address: the account's address was proved, it is linked to no
 * provider, and nobody gets around a second factor. Whoever is signed in to it may link it in any case.
 * @throws SignInRefused
 */
const requireFree = async (
	{ database, providers, provider, signedInAs }: PersonOptions,
	user: Existing,
): Promise<void> => {
	const isProtected =
		provider.isOfOrganization && (await needsConsent(database, user, provider.organization));
	if (await hasProvider(database, providers, user.id))
		throw new AccountRefused("other-provider", user.id);
	if (signedInAs === user.id) return;
	if (isProtected || !user.emailVerified || user.twoFactorEnabled || user.isSystemAdmin)
		throw new AccountRefused("account-exists", user.id);
};

/** Ends what began before an account was linked: the provider would never be asked about it. */
const endEarlierSessions = async (database: Database, userId: string): Promise<void> => {
	await database.deleteFrom("session").where("userId", "=", userId).execute();
	// Remembered browsers, sign-ins that wait for a code, and links that were sent.
	await database.deleteFrom("verification").where("value", "=", userId).execute();
};

interface PersonOptions {
	database: Database;
	providers: ProviderSource;
	provider: FoundProvider;
	/** The person who is signed in to this browser already, and asked there to link their account to the provider. */
	signedInAs: string | undefined;
}

/**
 * The account of a person who signed in with a provider: the linked one, an existing one with the same proved address,
 * or a new one. Names follow the provider; linking ends the earlier sessions of the account. Call it inside a
 * transaction.
 * @throws SignInRefused
 */
export const personOfClaims = async (
	options: PersonOptions,
	claims: Claims,
): Promise<FoundPerson> => {
	const { database, provider } = options;
	const name = nameOf(claims);
	const known = await linkedPerson(database, provider, claims.sub);
	if (known) {
		const { isSystemAdmin, ...person } = known;
		if (isSystemAdmin && provider.isOfOrganization)
			throw new AccountRefused("account-exists", known.id);
		if (name !== undefined)
			await database
				.updateTable("user")
				.set({ name, updatedAt: new Date() })
				.where("id", "=", known.id)
				.where("name", "!=", name)
				.execute();
		return { ...person, isNew: false };
	}
	const email = vouchedEmail(provider, claims);
	const existing = await database
		.selectFrom("user")
		.select(["id", "email", "emailVerified", "twoFactorEnabled", "isSystemAdmin"])
		.where("email", "=", email)
		.forUpdate()
		.executeTakeFirst();
	if (existing) {
		await requireFree(options, existing);
		await link(database, { provider, subject: claims.sub, userId: existing.id });
		await endEarlierSessions(database, existing.id);
		return { id: existing.id, email, isNew: true };
	}
	const id = randomUUID();
	await database
		.insertInto("user")
		.values({ id, name: name ?? email.slice(0, email.indexOf("@")), email, emailVerified: true })
		.execute();
	await link(database, { provider, subject: claims.sub, userId: id });
	return { id, email, isNew: true };
};
