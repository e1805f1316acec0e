import { MEMBER_ROLES } from "../access/caller.ts";
import { insertAccount } from "../accounts/create-account.ts";
import { hashPassword, randomPassword, setPassword } from "../accounts/passwords.ts";
import { createSignInToken, firstAccount } from "../accounts/sign-in-link.ts";
import { markVerified } from "../accounts/verify-email.ts";
import { organizationsOfUser, recordChange } from "../audit/record-change.ts";
import { signInPath } from "../constants/sign-in-link.ts";
import { normalisedEmail } from "../database/normalised-email.ts";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import { LENGTHS, newPassword, name as typedName } from "../http/typed-fields.ts";
import { insertKey } from "../keys/api-keys.ts";
import { insertMember } from "../organizations/membership.ts";
import { removeFactors } from "../second-factor/factor-state.ts";
import { type AdminCommand, AdminError, type AdminOptions, optional, required } from "./command.ts";

const DEFAULT_ROLE = "member";

/** The password to set, and whether it was generated. */
const passwordOf = (options: AdminOptions) => {
	const given = optional(options, "password");
	if (given === undefined) return { password: randomPassword(), isGenerated: true };
	if (!newPassword.safeParse(given).success)
		throw new AdminError("--password must have 8 to 128 characters and not be blank");
	return { password: given, isGenerated: false };
};

const nameOf = (options: AdminOptions): string | undefined => {
	const given = optional(options, "name");
	if (given !== undefined && !typedName.safeParse(given).success)
		throw new AdminError(`--name must have 1 to ${LENGTHS.name} characters`);
	return given;
};

const requireOrganization = async (database: Database, id: string): Promise<void> => {
	const found = await database
		.selectFrom("organization")
		.select("id")
		.where("id", "=", id)
		.executeTakeFirst();
	if (!found)
		throw new AdminError(`There is no organization ${id}; list-sites shows those with sites`);
};

const userByEmail = async (database: Database, address: string) => {
	const email = normalisedEmail(address);
	const user = await database
		.selectFrom("user")
		.select(["id", "email"])
		.where("email", "=", email)
		.executeTakeFirst();
	if (!user) throw new AdminError(`There is no account for ${email}`);
	return user;
};

/** Creates an account, and adds it to an organization if one is named. */
export const createUserCommand: AdminCommand = async function* ({ database }, options) {
	const email = normalisedEmail(required(options, "email"));
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError("--email must be an e-mail address");
	if (email.length > LENGTHS.email)
		throw new AdminError(`--email must have at most ${LENGTHS.email} characters`);
	const name = nameOf(options) ?? email.slice(0, email.indexOf("@"));
	const organizationId = optional(options, "organization");
	const role = MEMBER_ROLES.find((one) => one === (optional(options, "role") ?? DEFAULT_ROLE));
	if (!role) throw new AdminError("--role must be owner, admin, member or viewer");
	if (organizationId !== undefined) await requireOrganization(database, organizationId);
	const { password, isGenerated } = passwordOf(options);
	const passwordHash = await hashPassword(password);
	await database
		.transaction()
		.execute(async (transaction) => {
			const userId = await insertAccount(transaction, {
				email,
				name,
				passwordHash,
				isVerified: true,
			});
			if (organizationId === undefined) return;
			await insertMember(transaction, { organizationId, userId, role });
			await recordChange(transaction, {
				action: "user.create",
				caller: undefined,
				organizationIds: [organizationId],
				target: `footfall admin create-user --email ${email}`,
				body: { role },
			});
		})
		.catch(onUniqueViolation(() => new AdminError(`An account for ${email} already exists`)));
	yield `Created ${email}`;
	if (isGenerated) yield `Password: ${password}`;
};

/** Marks the address of an account as verified: the operator vouches for it in place of a mail. */
export const confirmEmailCommand: AdminCommand = async function* ({ database }, options) {
	const user = await userByEmail(database, required(options, "email"));
	await database.transaction().execute(async (transaction) => {
		await recordChange(transaction, {
			action: "user.confirm-email",
			caller: undefined,
			organizationIds: await organizationsOfUser(transaction, user.id),
			target: `footfall admin confirm-email --email ${user.email}`,
			body: undefined,
		});
		await markVerified(transaction, user.id);
	});
	yield `Confirmed ${user.email}`;
};

/** Sets a new password, ends all sessions and forgets failed sign-ins. */
export const resetPasswordCommand: AdminCommand = async function* (
	{ database, onPasswordReset },
	options,
) {
	const user = await userByEmail(database, required(options, "email"));
	const { password, isGenerated } = passwordOf(options);
	const passwordHash = await hashPassword(password);
	await database.transaction().execute((transaction) =>
		setPassword(transaction, user, {
			passwordHash,
			caller: undefined,
			target: `footfall admin reset-password --email ${user.email}`,
		}),
	);
	onPasswordReset?.(user.email);
	yield `Set a new password for ${user.email} and ended all sessions`;
	if (isGenerated) yield `Password: ${password}`;
};

/** Removes an authenticator app, recovery codes and passkeys, for somebody who lost them, and ends all sessions. */
export const resetSecondFactorCommand: AdminCommand = async function* ({ database }, options) {
	const user = await userByEmail(database, required(options, "email"));
	await database.transaction().execute(async (transaction) => {
		await recordChange(transaction, {
			action: "user.second-factor-reset",
			caller: undefined,
			organizationIds: await organizationsOfUser(transaction, user.id),
			target: `footfall admin reset-second-factor --email ${user.email}`,
			body: undefined,
		});
		await removeFactors(transaction, user.id);
	});
	yield `Removed the second factor of ${user.email} and ended all sessions`;
};

/** Prints a link that signs a person in once: the one named, or the first account. */
export const signInLinkCommand: AdminCommand = async function* ({ database, baseUrl }, options) {
	const named = optional(options, "email");
	const user =
		named === undefined ? await firstAccount(database) : await userByEmail(database, named);
	if (!user) throw new AdminError("There is no account yet; start the product once");
	// Without a base URL, use the address at which the operator's own process would find the product.
	const address = baseUrl ?? optional(options, "address") ?? "";
	const token = await database.transaction().execute(async (transaction) => {
		await recordChange(transaction, {
			action: "user.sign-in-link",
			caller: undefined,
			organizationIds: await organizationsOfUser(transaction, user.id),
			target: `footfall admin sign-in-link ${user.email}`,
			body: undefined,
		});
		return createSignInToken(transaction, user.id);
	});
	yield `${address}${signInPath(token)}`;
};

/** Creates an API key for a person or an organization, and shows it. */
export const createKeyCommand: AdminCommand = async function* ({ database }, options) {
	const name = nameOf(options) ?? "footfall admin";
	const organizationId = optional(options, "organization");
	if (organizationId !== undefined) await requireOrganization(database, organizationId);
	const kind = organizationId === undefined ? "personal" : "organization";
	const ownerId = organizationId ?? (await userByEmail(database, required(options, "email"))).id;
	const { key } = await database.transaction().execute(async (transaction) => {
		await recordChange(transaction, {
			action: "key.create",
			caller: undefined,
			organizationIds:
				organizationId === undefined ? await organizationsOfUser(transaction, ownerId) : [ownerId],
			target: "footfall admin create-key",
			body: { name },
		});
		return insertKey(transaction, { kind, ownerId, name });
	});
	yield `API key: ${key}`;
};
