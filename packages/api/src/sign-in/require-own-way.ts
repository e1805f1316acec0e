import { APIError } from "better-auth/api";
import type { Database } from "../database/schema.ts";
import { ACCOUNT_PROVIDER } from "../single-sign-on/provider.ts";
import type { ProviderSource } from "../single-sign-on/provider-source.ts";

/** Ways in that a provider does not know of: whoever left it must not keep them. */
const WITHOUT_PROVIDER = ["/sign-in/email", "/passkey/verify-authentication"];

/**
 * Refuses to open a session with a password or a passkey for somebody who signs in with a provider.
 * @throws APIError 403
 */
export const requireOwnWay = async (
	database: Database,
	providers: ProviderSource,
	userId: string,
	path: string | undefined,
): Promise<void> => {
	if (!WITHOUT_PROVIDER.includes(path ?? "")) return;
	const linked = await database
		.selectFrom("account")
		.select("providerId")
		.where("userId", "=", userId)
		.where("providerId", "like", `${ACCOUNT_PROVIDER}%`)
		.execute();
	for (const { providerId } of linked) {
		if (!(await providers.find(providerId.slice(ACCOUNT_PROVIDER.length)))) continue;
		throw new APIError("FORBIDDEN", {
			code: "USE_PROVIDER",
			message: "This account signs in with its provider: use the button on the sign-in page",
		});
	}
};
