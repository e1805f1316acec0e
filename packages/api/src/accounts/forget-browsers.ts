import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/**
 * Ends a person's remembered browsers and the sign-ins that wait for a second factor, and leaves links that were mailed or
 * printed.
 */
export const forgetBrowsers = async (database: Database, userId: string): Promise<void> => {
	// Stored identifiers are hashes, so only their validity tells them apart: browsers are remembered for 30 days and sign-ins
	// wait for 10 minutes, while links are valid for 15 minutes to a day.
	await database
		.deleteFrom("verification")
		.where("value", "=", userId)
		.where(
			sql<boolean>`"expiresAt" - "createdAt" NOT BETWEEN interval '14 minutes' AND interval '2 days'`,
		)
		.execute();
};
