import { randomUUID } from "node:crypto";
import { normalisedEmail } from "../accounts/create-account.ts";
import type { Database } from "../database/schema.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import type { Claims } from "./oidc-client.ts";
import { accountProviderOf } from "./provider.ts";
import type { FoundProvider } from "./provider-source.ts";
import { SignInRefused } from "./refusal.ts";

interface Person {
	id: string;
	email: string;
}
/** A person, and whether the account was made or linked just now. */
interface FoundPerson extends Person {
	isNew: boolean;
}

const textOf = (value: unknown): string | undefined =>
	typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The person's address, if the provider may vouch for it. @throws SignInRefused */
const vouchedEmail = (provider: FoundProvider, claims: Claims): string => {
	const email = textOf(claims["email"]);
	const isVerified =
		claims["email_verified"] === true ||
		(claims["email_verified"] === undefined && provider.emailsAreVerified);
	if (email === undefined || email.length > LENGTHS.email || !isVerified)
		throw new SignInRefused("email-not-verified");
	const normalised = normalisedEmail(email);
	const domain = normalised.slice(normalised.lastIndexOf("@") + 1);
	if (provider.domains && !provider.domains.includes(domain))
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

const linkedPerson = async (
	database: Database,
	provider: FoundProvider,
	subject: string,
): Promise<Person | undefined> =>
	database
		.selectFrom("account")
		.innerJoin("user", "user.id", "account.userId")
		.select(["user.id", "user.email"])
		.where("account.providerId", "=", accountProviderOf(provider))
		.where("account.accountId", "=", subject)
		.executeTakeFirst();

/**
 * The existing account with an address, if this sign-in may have it: its address was proved, it is linked to no
 * provider, and nobody would get around a second factor. Whoever is signed in to it may link it in any case.
 * @throws SignInRefused
 */
const requireFree = async (
	database: Database,
	user: { id: string; emailVerified: boolean; twoFactorEnabled: boolean; isSystemAdmin: boolean },
	provider: FoundProvider,
	signedInAs: string | undefined,
): Promise<void> => {
	// Administrators of an organization must not get in as the administrator of the instance.
	if (user.isSystemAdmin && provider.isOfOrganization)
		throw new SignInRefused("account-exists", "", user.id);
	const other = await database
		.selectFrom("account")
		.select("id")
		.where("userId", "=", user.id)
		.where("providerId", "like", "oidc:%")
		.executeTakeFirst();
	if (other) throw new SignInRefused("other-provider", "", user.id);
	if (signedInAs === user.id) return;
	if (!user.emailVerified || user.twoFactorEnabled || user.isSystemAdmin)
		throw new SignInRefused("account-exists", "", user.id);
};

/**
 * The account of a person who signed in with a provider: the linked one, an existing one with the same proved address,
 * or a new one. Names follow the provider. Call it inside a transaction.
 * @param signedInAs the person who is signed in to this browser already
 * @throws SignInRefused
 */
export const personOfClaims = async (
	database: Database,
	provider: FoundProvider,
	claims: Claims,
	signedInAs: string | undefined,
): Promise<FoundPerson> => {
	const name = nameOf(claims);
	const known = await linkedPerson(database, provider, claims.sub);
	if (known) {
		if (name !== undefined)
			await database
				.updateTable("user")
				.set({ name, updatedAt: new Date() })
				.where("id", "=", known.id)
				.where("name", "!=", name)
				.execute();
		return { ...known, isNew: false };
	}
	const email = vouchedEmail(provider, claims);
	const existing = await database
		.selectFrom("user")
		.select(["id", "email", "emailVerified", "twoFactorEnabled", "isSystemAdmin"])
		.where("email", "=", email)
		.forUpdate()
		.executeTakeFirst();
	if (existing) {
		await requireFree(database, existing, provider, signedInAs);
		await link(database, { provider, subject: claims.sub, userId: existing.id });
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
