import type { Selectable } from "kysely";
import type { ProviderSessionTable } from "../database/provider-session-table.ts";
import type { Database } from "../database/schema.ts";
import { signedCookie } from "../http/signed-cookie.ts";
import type { Auth } from "./auth.ts";
import type { AuthAnswer } from "./auth-answer.ts";

/** What ties the session of a person to the provider that it began with. */
export interface ProviderTie {
	userId: string;
	provider: Selectable<ProviderSessionTable>;
}

const tokenIn = async (auth: Auth, cookies: string): Promise<string | undefined> => {
	const { authCookies, secret } = await auth.$context;
	return signedCookie(cookies, authCookies.sessionToken.name, secret);
};

/** What ties the session in a request's cookies to a provider; undefined for one that began in another way. */
export const providerTieOf = async (
	database: Database,
	auth: Auth,
	cookies = "",
): Promise<ProviderTie | undefined> => {
	const token = await tokenIn(auth, cookies);
	if (token === undefined) return undefined;
	const row = await database
		.selectFrom("provider_session")
		.innerJoin("session", "session.id", "provider_session.sessionId")
		.selectAll("provider_session")
		.select("session.userId")
		.where("session.token", "=", token)
		.executeTakeFirst();
	if (!row) return undefined;
	const { userId, ...provider } = row;
	return { userId, provider };
};

/**
 * Some changes replace the caller's session by a new one, about which the provider must be asked as well: whoever left
 * it would stay signed in otherwise. The old one ends.
 */
export const keepProvider = async (
	database: Database,
	auth: Auth,
	{ tie: { userId, provider }, answer }: { tie: ProviderTie; answer: AuthAnswer },
): Promise<void> => {
	for (const cookie of answer.headers.getSetCookie()) {
		const token = await tokenIn(auth, cookie.split(";")[0] ?? "");
		if (token === undefined) continue;
		const renewed = await database
			.selectFrom("session")
			.select("id")
			.where("token", "=", token)
			.where("userId", "=", userId)
			.executeTakeFirst();
		if (!renewed || renewed.id === provider.sessionId) continue;
		await database
			.insertInto("provider_session")
			.values({ ...provider, sessionId: renewed.id })
			.execute();
		await database.deleteFrom("session").where("id", "=", provider.sessionId).execute();
	}
};
