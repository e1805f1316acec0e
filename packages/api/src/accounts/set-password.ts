import { type Change, organizationsOfUser, recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";

/**
 * Sets a new password for a person who may not know the old one, ends all their sessions and logs the change. Call it
 * inside a transaction, so that no session outlives the password that it was opened with.
 */
export const setPassword = async (
	database: Database,
	user: { id: string; email: string },
	{ passwordHash, ...change }: { passwordHash: string } & Pick<Change, "caller" | "target">,
): Promise<void> => {
	await database
		.updateTable("account")
		.set({ password: passwordHash, updatedAt: new Date() })
		.where("userId", "=", user.id)
		.where("providerId", "=", "credential")
		.execute();
	await database.deleteFrom("session").where("userId", "=", user.id).execute();
	await recordChange(database, {
		...change,
		action: "user.password",
		organizationIds: await organizationsOfUser(database, user.id),
		body: undefined,
	});
};
