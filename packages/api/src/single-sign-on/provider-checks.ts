import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { openSecret, sealSecret } from "../destinations/sealed-secret.ts";
import { syncMembership } from "./membership-of-claims.ts";
import type { OidcClient } from "./oidc-client.ts";
import type { FoundProvider, ProviderSource } from "./provider-source.ts";
import { SignInRefused } from "./refusal.ts";
import { decideRole } from "./role-of-claims.ts";

/** From then on the provider is asked again, so that some minutes are left if it does not answer. */
const DUE_MS = 50 * 60_000;
/** A session that the provider has not vouched for in an hour ends. */
const ENDS_MS = 60 * 60_000;
/** Longer than all requests of a check may take. */
const CHECK_MS = 60_000;
const POLL_MS = 100;

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string().optional() });

export interface ProviderChecksOptions {
	database: Database;
	client: OidcClient;
	providers: ProviderSource;
	secret: string;
	logger: Logger;
	now?: () => number;
}

/** The tokens of a session as they are stored. */
export const sealedTokensOf = (
	tokens: { accessToken: string; refreshToken: string | undefined },
	secret: string,
): string => sealSecret(JSON.stringify(tokens), secret);

/** Asks providers again about the people of open sessions, when a session is used. */
export const createProviderChecks = ({
	database,
	client,
	providers,
	secret,
	logger,
	now = () => Date.now(),
}: ProviderChecksOptions) => {
	const end = async (sessionId: string): Promise<false> => {
		await database.deleteFrom("session").where("id", "=", sessionId).execute();
		return false;
	};

	/** One request asks at a time, and only while it is due: some providers take a refresh token once. */
	const claim = (sessionId: string) =>
		database
			.updateTable("provider_session")
			.set({ checkingUntil: new Date(now() + CHECK_MS) })
			.where("sessionId", "=", sessionId)
			.where("checkedAt", "<=", new Date(now() - DUE_MS))
			.where(({ eb, or }) =>
				or([eb("checkingUntil", "is", null), eb("checkingUntil", "<", new Date(now()))]),
			)
			.returning(["providerId", "subject", "sealedTokens"])
			.executeTakeFirst();

	/**
	 * Waits for another request that asks at this moment, where the session would have ended without an answer.
	 * @returns whether the session may go on, or what to check if the other request gave up
	 */
	const answered = async (sessionId: string, ageMs: number) => {
		if (ageMs < ENDS_MS) return true;
		for (;;) {
			const session = await database
				.selectFrom("provider_session")
				.select("checkedAt")
				.where("sessionId", "=", sessionId)
				.executeTakeFirst();
			if (!session) return false;
			if (now() - session.checkedAt.getTime() < DUE_MS) return true;
			const claimed = await claim(sessionId);
			if (claimed) return claimed;
			await pause(POLL_MS);
		}
	};

	const check = async (
		sessionId: string,
		claimed: { subject: string; sealedTokens: string },
		provider: FoundProvider,
	): Promise<boolean> => {
		const opened = openSecret(claimed.sealedTokens, secret);
		if (opened === undefined) return end(sessionId);
		const { accessToken, refreshToken } = Tokens.parse(JSON.parse(opened));
		const { subject } = claimed;
		const answer = await client.recheck(provider, { subject, accessToken, refreshToken });
		if (!answer) return end(sessionId);
		if (!answer.hasIdToken && !decideRole(provider, answer.claims))
			throw new SignInRefused("provider-down", "it sent no groups, and no ID token");
		const isMember = await database.transaction().execute(async (transaction) => {
			const user = await transaction
				.selectFrom("session")
				.innerJoin("user", "user.id", "session.userId")
				.select(["user.id", "user.email"])
				.where("session.id", "=", sessionId)
				.executeTakeFirst();
			if (!user) return false;
			await transaction
				.updateTable("provider_session")
				.set({
					checkedAt: new Date(now()),
					checkingUntil: null,
					sealedTokens: sealedTokensOf(answer, secret),
				})
				.where("sessionId", "=", sessionId)
				.execute();
			return (await syncMembership(transaction, provider, user, answer.claims)) === undefined;
		});
		return isMember || end(sessionId);
	};

	/** Whether a session may go on; one that may not is ended. */
	return async (sessionId: string, checkedAt: Date): Promise<boolean> => {
		const ageMs = now() - checkedAt.getTime();
		if (ageMs < DUE_MS) return true;
		const claimed = (await claim(sessionId)) ?? (await answered(sessionId, ageMs));
		if (typeof claimed === "boolean") return claimed;
		const provider = await providers.find(claimed.providerId);
		if (!provider) return end(sessionId);
		try {
			return await check(sessionId, claimed, provider);
		} catch (err) {
			if (!(err instanceof SignInRefused)) throw err;
			logger.warn({ err, provider: provider.id }, "A provider could not be asked about a session");
			return ageMs < ENDS_MS || end(sessionId);
		}
	};
};
export type ProviderChecks = ReturnType<typeof createProviderChecks>;
