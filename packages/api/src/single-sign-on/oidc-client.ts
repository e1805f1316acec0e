import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import * as openid from "openid-client";
import { createProviderFetch } from "./provider-fetch.ts";
import type { FoundProvider } from "./provider-source.ts";
import { SignInRefused } from "./refusal.ts";

const TIMEOUT_SECONDS = 10;
/** A provider changes its keys and addresses now and then. */
const KEPT_MS = 10 * 60_000;
const MAX_KNOWN = 500;

/** What a provider says about a person. */
export interface Claims {
	readonly sub: string;
	readonly [name: string]: unknown;
}

/** What a sign-in brings. */
export interface SignInAnswer {
	claims: Claims;
	accessToken: string;
	refreshToken: string | undefined;
}

/** What a sign-in that began must find again in the answer. */
export interface Expected {
	state: string;
	nonce: string;
	codeVerifier: string;
}

/** Faults of the network, of the server behind it, or of its discovery document. */
const isDown = (error: unknown): boolean =>
	error instanceof TypeError ||
	(error instanceof DOMException && error.name === "TimeoutError") ||
	(error instanceof openid.ClientError &&
		[
			"OAUTH_TIMEOUT",
			"OAUTH_ABORT",
			"OAUTH_RESPONSE_IS_NOT_CONFORM",
			"OAUTH_RESPONSE_IS_NOT_JSON",
			"OAUTH_PARSE_ERROR",
		].includes(error.code ?? ""));

/** What a configuration depends on. The secret stands in it as a part of a digest only. */
const digestOf = ({ issuer, clientId, clientSecret }: FoundProvider): string =>
	createHash("sha256")
		.update(JSON.stringify([issuer, clientId, clientSecret]))
		.digest("base64url");

interface Known {
	at: number;
	digest: string;
	configuration: Promise<openid.Configuration>;
}

/** With the secret in the header, unless the provider wants it in the body only. */
const authenticate =
	(secret: string): openid.ClientAuth =>
	(server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
		const how = methods.includes("client_secret_basic")
			? openid.ClientSecretBasic(secret)
			: openid.ClientSecretPost(secret);
		return how(server, ...rest);
	};

/** The claims of the ID token with those of the userinfo endpoint, where there is one. */
const claimsOf = async (
	configuration: openid.Configuration,
	accessToken: string,
	fromToken: Claims | undefined,
	subject: string,
): Promise<Claims> => {
	if (configuration.serverMetadata().userinfo_endpoint === undefined) {
		if (fromToken === undefined) throw new SignInRefused("invalid-answer", "no claims");
		return fromToken;
	}
	const info = await openid.fetchUserInfo(configuration, accessToken, subject);
	return { ...fromToken, ...info };
};

const exchange = async (
	configuration: openid.Configuration,
	answer: URL,
	{ state, nonce, codeVerifier }: Expected,
): Promise<SignInAnswer> => {
	try {
		const tokens = await openid.authorizationCodeGrant(configuration, answer, {
			expectedState: state,
			expectedNonce: nonce,
			pkceCodeVerifier: codeVerifier,
			idTokenExpected: true,
		});
		const claims = tokens.claims();
		if (!claims) throw new SignInRefused("invalid-answer", "no ID token");
		return {
			claims: await claimsOf(configuration, tokens.access_token, claims, claims.sub),
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token,
		};
	} catch (error) {
		if (error instanceof SignInRefused) throw error;
		if (error instanceof openid.AuthorizationResponseError)
			throw new SignInRefused("denied", error.error);
		if (isDown(error)) throw new SignInRefused("provider-down", String(error));
		if (error instanceof openid.ResponseBodyError) {
			if (error.status >= 500) throw new SignInRefused("provider-down", error.error);
			// It refused the code, which was used, is too old or another client's; or it refused this client.
			const refusal = error.error === "invalid_grant" ? "stale" : "invalid-answer";
			throw new SignInRefused(refusal, error.error);
		}
		throw new SignInRefused("invalid-answer", String(error));
	}
};

/** What is known of a person who signed in earlier. */
interface Earlier {
	subject: string;
	accessToken: string;
	refreshToken: string | undefined;
}

const recheck = async (
	configuration: openid.Configuration,
	{ subject, accessToken, refreshToken }: Earlier,
): Promise<(SignInAnswer & { hasIdToken: boolean }) | undefined> => {
	try {
		if (refreshToken === undefined) {
			const claims = await claimsOf(configuration, accessToken, undefined, subject);
			return { claims, accessToken, refreshToken, hasIdToken: false };
		}
		const tokens = await openid.refreshTokenGrant(configuration, refreshToken);
		const claims = tokens.claims();
		if (claims && claims.sub !== subject) return undefined;
		return {
			claims: await claimsOf(configuration, tokens.access_token, claims, subject),
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token ?? refreshToken,
			hasIdToken: claims !== undefined,
		};
	} catch (error) {
		if (error instanceof SignInRefused) throw error;
		const isRefusal =
			(error instanceof openid.ResponseBodyError ||
				error instanceof openid.WWWAuthenticateChallengeError) &&
			error.status < 500;
		if (isRefusal) return undefined;
		throw new SignInRefused("provider-down", String(error));
	}
};

/** Speaks OpenID Connect with the providers: authorization code with PKCE, state and nonce; tokens' signatures are checked. */
export const createOidcClient = ({
	privateNetworks,
	timeoutSeconds = TIMEOUT_SECONDS,
	now = () => Date.now(),
}: {
	/** Whether the providers of organizations may have addresses of private networks. */
	privateNetworks: boolean;
	/** Of each request. */
	timeoutSeconds?: number;
	now?: () => number;
}) => {
	/** By the provider's id, so that changes of one provider displace no other. */
	const known = new LRUCache<string, Known>({ max: MAX_KNOWN });

	const discover = async ({ issuer, clientId, clientSecret, isOfOrganization }: FoundProvider) => {
		const isLocal = issuer.startsWith("http:");
		const isPublicOnly = isOfOrganization && !privateNetworks;
		const configuration = await openid.discovery(
			new URL(issuer),
			clientId,
			undefined,
			authenticate(clientSecret),
			{
				timeout: timeoutSeconds,
				...(isLocal && !isPublicOnly && { execute: [openid.allowInsecureRequests] }),
				[openid.customFetch]: createProviderFetch({ isPublicOnly }),
			},
		);
		openid.enableNonRepudiationChecks(configuration);
		return configuration;
	};

	/** @throws SignInRefused when it cannot be reached */
	const configurationOf = async (provider: FoundProvider): Promise<openid.Configuration> => {
		const { id } = provider;
		const digest = digestOf(provider);
		const found = known.get(id);
		const entry =
			found?.digest === digest && now() - found.at < KEPT_MS
				? found
				: { at: now(), digest, configuration: discover(provider) };
		known.set(id, entry);
		try {
			return await entry.configuration;
		} catch (error) {
			if (known.get(id) === entry) known.delete(id);
			throw new SignInRefused("provider-down", String(error));
		}
	};

	return {
		/** The address at the provider where a person signs in. @throws SignInRefused */
		authorizationUrl: async (
			provider: FoundProvider,
			{ state, nonce, codeVerifier }: Expected,
			redirectUri: string,
		): Promise<URL> =>
			openid.buildAuthorizationUrl(await configurationOf(provider), {
				...provider.parameters,
				redirect_uri: redirectUri,
				scope: provider.scopes,
				state,
				nonce,
				code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: "S256",
			}),

		/** Exchanges the code of the provider's answer. @throws SignInRefused */
		exchange: async (provider: FoundProvider, answer: URL, expected: Expected) =>
			exchange(await configurationOf(provider), answer, expected),

		/**
		 * What the provider says now about a person who signed in earlier.
		 * @returns undefined when it no longer vouches for them
		 * @throws SignInRefused when it cannot be reached
		 */
		recheck: async (provider: FoundProvider, earlier: Earlier) =>
			recheck(await configurationOf(provider), earlier),
	};
};
export type OidcClient = ReturnType<typeof createOidcClient>;
