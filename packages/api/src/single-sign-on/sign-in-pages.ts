import { ApiError } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import type { AccountRefusal } from "@footfall/shared/sign-in/sign-in-refusals";
import { parseCookies } from "better-call";
import { type Request, type Response, Router } from "express";
import type { User } from "../access/caller.ts";
import type { SignInAttempt } from "../account-activity/note-sign-in.ts";
import { atomically } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import { beginAttempt, takeAttempt } from "./attempts.ts";
import { takeLinking } from "./linkings.ts";
import { syncMembership } from "./membership-of-claims.ts";
import type { OidcClient } from "./oidc-client.ts";
import { personOfClaims } from "./person-of-claims.ts";
import type { FoundProvider, ProviderSource } from "./provider-source.ts";
import { AccountRefused, SignInRefused } from "./refusal.ts";
import { issueTicket } from "./session-ticket.ts";

const STATE_COOKIE = "footfall.oidc-state";
const COOKIE_SECONDS = 600;
const MAX_PATH = 2000;

export interface SignInPagesOptions {
	database: Database;
	client: OidcClient;
	providers: ProviderSource;
	secret: string;
	/** This server's public URL, where providers send people back to. */
	baseUrl: string;
	logger: Logger;
	/** Each start is stored for ten minutes. @throws ApiError 429 for too many */
	limit(request: Request): void;
	/** The person who is signed in to the browser of a request. */
	signedIn(request: Request): Promise<User | undefined>;
	/** Keeps an attempt in the history of its account. */
	noteSignIn(
		request: Request,
		userId: string,
		attempt: Omit<SignInAttempt, "client">,
	): Promise<void>;
	/** Opens the session of a ticket. @returns the cookies to set */
	openSession(request: Request, ticket: string): Promise<string[]>;
}

/** A path of this server, which browsers understand as such; anything else becomes the first page. */
const safePath = (value: unknown): string => {
	if (typeof value !== "string" || value.length > MAX_PATH || !value.startsWith("/")) return "/";
	const here = "https://here.invalid";
	return URL.canParse(value, here) && new URL(value, here).origin === here ? value : "/";
};

const cookieIn = ({ headers }: Request): string | undefined =>
	parseCookies(headers.cookie ?? "").get(STATE_COOKIE);

/** Whom a provider vouches for, with a ticket, or why they may not come in. */
type Entered =
	| { userId: string; ticket: string; refusal?: undefined }
	| { userId: string; refusal: AccountRefusal };

/** @throws SignInRefused when another sign-in makes the same account at the same moment */
const inOneTransaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
	atomically(work).catch(
		onUniqueViolation(() => new SignInRefused("stale", "made at this moment")),
	);

/** @throws what is no refusal of a sign-in */
const refusalOf = (reason: unknown): SignInRefused => {
	if (reason instanceof SignInRefused) return reason;
	if (reason instanceof ApiError && reason.code === "RATE_LIMITED")
		return new SignInRefused("too-many");
	throw reason;
};

/** The two addresses of a sign-in with a provider: where it begins, and where the provider sends the person back to. */
export const createSignInPages = (options: SignInPagesOptions): Router => {
	const { database, client, providers, secret, baseUrl, logger } = options;
	const { pathname, protocol } = new URL(baseUrl);
	const base = pathname === "/" ? "" : pathname;
	const attributes = `Path=${base}/api/sign-in; HttpOnly; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`;

	const redirect = (response: Response, path: string, cookies: readonly string[]) => {
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("Referrer-Policy", "no-referrer");
		response.setHeader("Set-Cookie", [...cookies]);
		response.redirect(302, path);
	};
	const forgetting = `${STATE_COOKIE}=; Max-Age=0; ${attributes}`;

	const providerOf = async ({ params }: Request): Promise<FoundProvider> => {
		const provider = await providers.find(String(params["provider"]));
		if (!provider) throw new SignInRefused("unknown-provider");
		return provider;
	};
	const callbackOf = ({ id }: FoundProvider) => `${baseUrl}/api/sign-in/oidc/${id}/callback`;

	/** The page that says why it did not work, and what to do. */
	const refuse = async (request: Request, response: Response, reason: unknown) => {
		const error = refusalOf(reason);
		const { provider } = request.params;
		logger.warn({ err: error, provider }, "A sign-in with a provider was refused");
		const known = await providers.find(String(provider));
		if (error instanceof AccountRefused) {
			const { userId, refusal: detail } = error.account;
			await options.noteSignIn(request, userId, { way: "provider", outcome: "refused", detail });
		}
		const query = new URLSearchParams({
			refused: error.refusal,
			...(known && { provider: known.id }),
		});
		redirect(response, `${base}/login?${query}`, [forgetting]);
	};

	/**
	 * The person who asked to link their account, for an address that `linkingRoute` gave them. Any page could lead a
	 * browser here, so that an address without its token links nothing.
	 */
	const linkingUser = async (
		request: Request,
		{ id: providerId }: FoundProvider,
	): Promise<string | undefined> => {
		const { linking } = request.query;
		if (linking === undefined) return undefined;
		const userId = (await options.signedIn(request))?.id;
		if (userId === undefined || typeof linking !== "string") throw new SignInRefused("stale");
		if (!(await takeLinking(database, { userId, providerId }, linking)))
			throw new SignInRefused("stale");
		return userId;
	};

	const begin = async (request: Request, response: Response) => {
		const provider = await providerOf(request);
		options.limit(request);
		const attempt = await beginAttempt(database, secret, {
			providerId: provider.id,
			to: safePath(request.query["to"]),
			linksUser: await linkingUser(request, provider),
		});
		const url = await client.authorizationUrl(provider, attempt, callbackOf(provider));
		redirect(response, url.href, [
			`${STATE_COOKIE}=${attempt.state}; Max-Age=${COOKIE_SECONDS}; ${attributes}`,
		]);
	};

	const finish = async (request: Request, response: Response) => {
		const provider = await providerOf(request);
		const url = new URL(callbackOf(provider));
		url.search = request.originalUrl.split("?")[1] ?? "";
		const state = url.searchParams.get("state");
		if (state === null || state !== cookieIn(request)) throw new SignInRefused("stale");
		const attempt = await takeAttempt(database, secret, state);
		if (attempt?.providerId !== provider.id) throw new SignInRefused("stale");
		const { linksUser } = attempt;
		// Meanwhile somebody else may have signed in to the browser, or the session may have ended.
		if (linksUser !== undefined && (await options.signedIn(request))?.id !== linksUser)
			throw new SignInRefused("stale");
		const answer = await client.exchange(provider, url, attempt);
		const entered = await inOneTransaction<Entered>(async () => {
			const person = await personOfClaims(
				{ database, providers, provider, signedInAs: linksUser },
				answer.claims,
			);
			const refusal = await syncMembership(database, provider, person, answer.claims);
			if (refusal !== undefined) {
				// No account is made or linked; but access that was taken away stays so.
				if (person.isNew) throw new AccountRefused(refusal, person.id);
				return { userId: person.id, refusal };
			}
			const ticket = await issueTicket(database, secret, {
				userId: person.id,
				providerId: provider.id,
				subject: answer.claims.sub,
				accessToken: answer.accessToken,
				refreshToken: answer.refreshToken,
				provesSecondFactor: provider.provesSecondFactor,
			});
			return { userId: person.id, ticket };
		});
		const { userId, refusal } = entered;
		if (refusal !== undefined) throw new AccountRefused(refusal, userId);
		const cookies = await options.openSession(request, entered.ticket);
		const { name: detail } = provider;
		await options.noteSignIn(request, userId, { way: "provider", outcome: "signed-in", detail });
		redirect(response, base + attempt.to, [...cookies, forgetting]);
	};

	const handled =
		(handle: (request: Request, response: Response) => Promise<void>) =>
		async (request: Request, response: Response) => {
			try {
				await handle(request, response);
			} catch (error) {
				await refuse(request, response, error);
			}
		};
	const router = Router();
	router.get("/oidc/:provider", handled(begin));
	router.get("/oidc/:provider/callback", handled(finish));
	return router;
};
