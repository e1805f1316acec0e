import { APIError } from "better-auth/api";
import type { Database } from "../database/schema.ts";

/**
 * Recovery codes count once their app has shown a code: until then nobody knows whether they were written down.
 * @throws APIError 400
 */
export const requireVerifiedApp = async (database: Database, userId: string): Promise<void> => {
	const app = await database
		.selectFrom("two_factor")
		.select("verified")
		.where("userId", "=", userId)
		.executeTakeFirst();
	if (!app?.verified)
		throw new APIError("BAD_REQUEST", {
			code: "BACKUP_CODES_NOT_ENABLED",
			message: "Backup codes aren't enabled",
		});
};
