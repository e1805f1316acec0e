import type { Database } from "../database/schema.ts";
import { ACCOUNT_PROVIDER } from "./provider.ts";
import type { ProviderSource } from "./provider-source.ts";

/** Whether an account is linked to a provider that is still there. */
export const hasProvider = async (
	database: Database,
	providers: ProviderSource,
	userId: string,
): Promise<boolean> => {
	const links = await database
		.selectFrom("account")
		.select("providerId")
		.where("userId", "=", userId)
		.where("providerId", "like", `${ACCOUNT_PROVIDER}%`)
		.execute();
	for (const { providerId } of links)
		if (await providers.find(providerId.slice(ACCOUNT_PROVIDER.length))) return true;
	return false;
};
