import type { Database } from "../database/schema.ts";

/**
 * Ends a person's remembered browsers, sign-ins that wait for a second factor, and links that were mailed or printed:
 * each would get around what was just changed.
 */
export const voidLinks = async (database: Database, userId: string): Promise<void> => {
	await database.deleteFrom("verification").where("value", "=", userId).execute();
};
