import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { anyAddress } from "../api/test-api.ts";

/** What the provider says about a person. */
export interface TestPerson {
	sub: string;
	/** Unless false, a sign-in gives one; without it, only the userinfo endpoint is asked later. */
	hasRefreshToken?: boolean;
	[claim: string]: unknown;
}

export const CLIENT = { clientId: "footfall", clientSecret: "the client secret of the tests" };

/** Another client of the same provider. */
export const OTHER_CLIENT = { clientId: "another", clientSecret: "the secret of another client" };

const REFUSED = 403;

/**
 * A real OpenID provider on this machine, at which whoever `present` names is signed in and agrees to everything.
 * @param redirectUri where it sends people back to; anywhere without it
 * @param authMethod how clients prove who they are at the token endpoint: it offers no other way
 */
export const startTestProvider = async (
	redirectUri?: string,
	authMethod: "client_secret_basic" | "client_secret_post" = "client_secret_basic",
) => {
	const people = new Map<string, TestPerson>();
	let present = "";
	let handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown> = async () =>
		undefined;
	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			response.statusCode = 500;
			response.end(String(error));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, {
		clients: [CLIENT, OTHER_CLIENT].map(({ clientId, clientSecret }) => ({
			client_id: clientId,
			client_secret: clientSecret,
			redirect_uris: [redirectUri ?? "http://127.0.0.1/callback"],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: authMethod,
		})),
		clientAuthMethods: [authMethod],
		claims: { openid: ["sub"], profile: ["name", "groups"], email: ["email", "email_verified"] },
		features: { devInteractions: { enabled: false } },
		cookies: { keys: ["a key of the tests"] },
		ttl: {
			AuthorizationCode: 60,
			AccessToken: 3600,
			IdToken: 3600,
			RefreshToken: 86_400,
			Session: 86_400,
			Interaction: 600,
			Grant: 86_400,
		},
		issueRefreshToken: async (_context, _client, { accountId = "" }) =>
			people.get(accountId)?.hasRefreshToken !== false,
		findAccount: async (_context, id) => {
			const person = people.get(id);
			return person && { accountId: id, claims: async () => ({ ...person }) };
		},
		interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
	});
	if (redirectUri === undefined) provider.Client.prototype.redirectUriAllowed = () => true;
	const serve = provider.callback();
	handle = async (request, response) => {
		if (!request.url?.startsWith("/interaction/")) return serve(request, response);
		const details = await provider.interactionDetails(request, response);
		const { prompt, params, session } = details;
		if (present === "")
			return provider.interactionFinished(request, response, {
				error: "access_denied",
				error_description: "The person cancelled",
			});
		if (prompt.name === "login")
			return provider.interactionFinished(request, response, { login: { accountId: present } });
		const grant = new provider.Grant({
			accountId: session?.accountId ?? present,
			clientId: String(params["client_id"]),
		});
		grant.addOIDCScope("openid email profile offline_access");
		const grantId = await grant.save();
		return provider.interactionFinished(request, response, { consent: { grantId } });
	};
	return {
		issuer,
		/** Adds or changes a person. */
		know: (person: TestPerson) => {
			people.set(person.sub, person);
		},
		/** The provider no longer knows somebody. */
		forget: (sub: string) => {
			people.delete(sub);
		},
		/** Who signs in next; "" cancels. */
		present: (sub: string) => {
			present = sub;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>;

/** A browser without pages, at an address of its own: follows redirects and keeps the cookies of each origin. */
export const createTestBrowser = () => {
	const address = anyAddress();
	const jars = new Map<string, Map<string, string>>();
	const jarOf = (origin: string) => {
		const jar = jars.get(origin) ?? new Map<string, string>();
		jars.set(origin, jar);
		return jar;
	};
	const cookies = (origin: string) => ({
		cookie: [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join("; "),
	});
	/** Opens an address without following a redirect. */
	const visit = async (url: string, headers: Record<string, string> = {}): Promise<Response> => {
		const { origin } = new URL(url);
		const response = await fetch(url, {
			redirect: "manual",
			headers: { "x-forwarded-for": address, ...cookies(origin), ...headers },
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [pair = ""] = cookie.split(";", 1);
			const at = pair.indexOf("=");
			if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie))
				jarOf(origin).delete(pair.slice(0, at));
			else jarOf(origin).set(pair.slice(0, at), pair.slice(at + 1));
		}
		return response;
	};
	/**
	 * Follows redirects until a page answers, or `stopsAt` matches the next address.
	 * @returns the address at which it stopped
	 */
	const follow = async (url: string, stopsAt?: RegExp): Promise<string> => {
		let at = url;
		for (let step = 0; step < 20; step++) {
			if (stopsAt?.test(at)) return at;
			const response = await visit(at);
			const to = response.headers.get("location");
			if (to === null) {
				if (response.status >= REFUSED)
					throw new Error(`${at}: ${response.status} ${await response.text()}`);
				await response.arrayBuffer();
				return at;
			}
			await response.arrayBuffer();
			at = new URL(to, at).href;
		}
		throw new Error(`Too many redirects from ${url}`);
	};
	/** Keeps the cookies of a `cookie` header. */
	const take = (origin: string, header: string) => {
		for (const pair of header.split("; ")) {
			const at = pair.indexOf("=");
			jarOf(origin).set(pair.slice(0, at), pair.slice(at + 1));
		}
	};
	return { visit, follow, cookies, take };
};
