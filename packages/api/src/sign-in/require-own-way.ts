import { APIError } from "better-auth/api";
import type { Database } from "../database/schema.ts";
import { accountProviderOf } from "../single-sign-on/provider.ts";

/** Ways in that a provider does not know of: whoever left it must not keep them. */
const WITHOUT_PROVIDER = ["/sign-in/email", "/passkey/verify-authentication"];

/**
 * Refuses to open a session with a password or a passkey for somebody who signs in with a provider.
 * @throws APIError 403
 */
export const requireOwnWay = async (
	database: Database,
	providerIds: readonly string[],
	userId: string,
	path: string | undefined,
): Promise<void> => {
	if (providerIds.length === 0 || !WITHOUT_PROVIDER.includes(path ?? "")) return;
	const linked = await database
		.selectFrom("account")
		.select("id")
		.where("userId", "=", userId)
		.where(
			"providerId",
			"in",
			providerIds.map((id) => accountProviderOf({ id })),
		)
		.executeTakeFirst();
	if (linked)
		throw new APIError("FORBIDDEN", {
			code: "USE_PROVIDER",
			message: "This account signs in with its provider: use the button on the sign-in page",
		});
};
