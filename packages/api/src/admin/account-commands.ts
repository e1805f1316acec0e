import { randomUUID } from "node:crypto";
import { ROLES } from "../access/caller.ts";
import { insertAccount, normalisedEmail } from "../accounts/create-account.ts";
import { hashPassword } from "../accounts/password-hash.ts";
import { randomPassword } from "../accounts/random-password.ts";
import { setPassword } from "../accounts/set-password.ts";
import { createRecordChange, organizationsOfUser } from "../audit/audit.ts";
import type { Database } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";
import { LENGTHS, newPassword, name as typedName } from "../http/typed-fields.ts";
import { insertKey } from "../keys/api-keys.ts";
import { AdminError } from "./admin-error.ts";
import type { Command, Options } from "./dependencies.ts";
import { optional, required } from "./options.ts";

const DEFAULT_ROLE = "member";

/** The password to set; a made one is to be shown. */
const passwordOf = (options: Options) => {
	const given = optional(options, "password");
	if (given === undefined) return { password: randomPassword(), isMade: true };
	if (!newPassword.safeParse(given).success)
		throw new AdminError("--password must have 8 to 128 characters, not all of them blanks");
	return { password: given, isMade: false };
};

const nameOf = (options: Options): string | undefined => {
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

/** Makes an account, in an organization where one is named. */
export const createUser: Command = async function* ({ database }, options) {
	const email = normalisedEmail(required(options, "email"));
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError("--email is no e-mail address");
	if (email.length > LENGTHS.email)
		throw new AdminError(`--email must have at most ${LENGTHS.email} characters`);
	const name = nameOf(options) ?? email.slice(0, email.indexOf("@"));
	const organizationId = optional(options, "organization");
	const role = ROLES.find((one) => one === (optional(options, "role") ?? DEFAULT_ROLE));
	if (!role) throw new AdminError("--role must be owner, admin or member");
	if (organizationId !== undefined) await requireOrganization(database, organizationId);
	const { password, isMade } = passwordOf(options);
	const passwordHash = await hashPassword(password);
	await database
		.transaction()
		.execute(async (transaction) => {
			const userId = await insertAccount(transaction, { email, name, passwordHash });
			if (organizationId === undefined) return;
			await transaction
				.insertInto("member")
				.values({ id: randomUUID(), organizationId, userId, role, createdAt: new Date() })
				.execute();
			await createRecordChange(transaction)({
				action: "user.create",
				caller: undefined,
				organizationIds: [organizationId],
				target: `footfall admin create-user --email ${email}`,
				body: { role },
			});
		})
		.catch((error: unknown) => {
			throw isUniqueViolation(error)
				? new AdminError(`There is an account for ${email} already`)
				: error;
		});
	yield `Created ${email}`;
	if (isMade) yield `Password: ${password}`;
};

/** Sets a new password, ends all sessions and forgets failed sign-ins. */
export const resetPassword: Command = async function* ({ database, passwordWasReset }, options) {
	const user = await userByEmail(database, required(options, "email"));
	const { password, isMade } = passwordOf(options);
	const passwordHash = await hashPassword(password);
	await database.transaction().execute((transaction) =>
		setPassword(transaction, user, {
			passwordHash,
			caller: undefined,
			target: `footfall admin reset-password --email ${user.email}`,
		}),
	);
	passwordWasReset?.(user.email);
	yield `Set a new password for ${user.email} and ended all sessions`;
	if (isMade) yield `Password: ${password}`;
};

/** Makes an API key of a person, or of an organization, and shows it. */
export const createKey: Command = async function* ({ database }, options) {
	const name = nameOf(options) ?? "footfall admin";
	const organizationId = optional(options, "organization");
	if (organizationId !== undefined) await requireOrganization(database, organizationId);
	const wanted =
		organizationId === undefined
			? ({
					kind: "personal",
					ownerId: (await userByEmail(database, required(options, "email"))).id,
				} as const)
			: ({ kind: "organization", ownerId: organizationId } as const);
	const { key } = await database.transaction().execute(async (transaction) => {
		await createRecordChange(transaction)({
			action: "key.create",
			caller: undefined,
			organizationIds:
				wanted.kind === "organization"
					? [wanted.ownerId]
					: await organizationsOfUser(transaction, wanted.ownerId),
			target: "footfall admin create-key",
			body: { name },
		});
		return insertKey(transaction, { ...wanted, name });
	});
	yield `API key: ${key}`;
};
