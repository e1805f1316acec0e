import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What is wrong with the next ID token. */
export interface Fault {
	claims?: Record<string, unknown>;
	/** Seconds from now until it expires. */
	expiresIn?: number;
	/** Signed with a key that the provider does not publish. */
	isForeignKey?: boolean;
	/** Without a signature. */
	isUnsigned?: boolean;
	/** Another issuer in the discovery document. */
	issuer?: string;
	/** Another person at the userinfo endpoint. */
	subject?: string;
	/** No proper answer at one place. */
	breaks?: { at: Place; with: Breakage };
}

const PATHS = {
	discovery: "/.well-known/openid-configuration",
	keys: "/jwks",
	token: "/token",
	userinfo: "/me",
};
/** What a provider is asked for. */
export type Place = keyof typeof PATHS;

const DRIP_MS = 20;
const HUGE_BYTES = 3_000_000;

const BREAKAGES = {
	silence: () => {},
	/** A byte now and then, without an end. */
	dripping: (response: ServerResponse) => {
		response.setHeader("content-type", "application/json");
		const timer = setInterval(() => response.write(" "), DRIP_MS);
		response.on("close", () => clearInterval(timer));
	},
	"a huge document": (response: ServerResponse) => {
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ filling: "x".repeat(HUGE_BYTES) }));
	},
	"an error of the server": (response: ServerResponse) => {
		response.statusCode = 503;
		response.end();
	},
	"a page": (response: ServerResponse) => {
		response.setHeader("content-type", "text/html");
		response.end("<h1>Down for maintenance</h1>");
	},
	"a redirect": (response: ServerResponse) => {
		response.writeHead(302, { location: "/elsewhere" });
		response.end();
	},
};
/** What comes in place of an answer. */
export type Breakage = keyof typeof BREAKAGES;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const signed = (claims: object, key: KeyObject): string => {
	const text = `${base64({ alg: "RS256", kid: "own" })}.${base64(claims)}`;
	return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
};

/** A provider that answers every code with a token of the test's choice. */
export const startHostileProvider = async (clientId: string) => {
	const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const jwk = { ...own.publicKey.export({ format: "jwk" }), kid: "own", alg: "RS256", use: "sig" };
	let fault: Fault = {};
	let nonce = "";
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", issuer);
		asked.push(url.pathname);
		const { breaks } = fault;
		if (breaks !== undefined && url.pathname === PATHS[breaks.at])
			return BREAKAGES[breaks.with](response);
		const json = (body: object) => {
			response.setHeader("content-type", "application/json");
			response.end(JSON.stringify(body));
		};
		const person = { email: "mallory@example.com", email_verified: true, name: "Mallory" };
		switch (url.pathname) {
			case "/.well-known/openid-configuration":
				return json({
					issuer: fault.issuer ?? issuer,
					authorization_endpoint: `${issuer}/auth`,
					token_endpoint: `${issuer}/token`,
					jwks_uri: `${issuer}/jwks`,
					userinfo_endpoint: `${issuer}/me`,
					response_types_supported: ["code"],
					subject_types_supported: ["public"],
					id_token_signing_alg_values_supported: ["RS256"],
				});
			case "/jwks":
				return json({ keys: [jwk] });
			case "/auth": {
				nonce = url.searchParams.get("nonce") ?? "";
				const back = new URL(url.searchParams.get("redirect_uri") ?? issuer);
				back.searchParams.set("code", "a code");
				back.searchParams.set("state", url.searchParams.get("state") ?? "");
				response.writeHead(302, { location: back.href });
				return response.end();
			}
			case "/me":
				return json({ sub: fault.subject ?? "mallory", ...person });
			case "/token":
				return json({
					...{ access_token: "an access token", token_type: "Bearer", expires_in: 3600 },
					id_token: idToken(),
				});
			default:
				response.statusCode = 404;
				return response.end();
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const idToken = () => {
		const now = Math.floor(Date.now() / 1000);
		const claims = {
			...{ iss: issuer, aud: clientId, sub: "mallory", nonce, iat: now },
			exp: now + (fault.expiresIn ?? 300),
			...fault.claims,
		};
		if (fault.isUnsigned) return `${base64({ alg: "none" })}.${base64(claims)}.`;
		return signed(claims, fault.isForeignKey ? foreign.privateKey : own.privateKey);
	};
	return {
		issuer,
		/** The paths that were asked for. */
		asked,
		pathOf: (place: Place) => PATHS[place],
		misbehave: (next: Fault) => {
			fault = next;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};
