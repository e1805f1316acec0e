import { generateKeyPairSync, randomUUID, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { SearchAppearance } from "./google-data.ts";
import {
	type AnalyticsProperty,
	metadataOf,
	querySearch,
	type Refusal,
	runReport,
} from "./google-reports.ts";

/** Refusals that Google documents. */
export const HOURLY_QUOTA: Refusal = {
	code: 429,
	status: "RESOURCE_EXHAUSTED",
	message:
		"Exhausted property tokens for a project per hour. These quota tokens will return in under an hour. To learn more, see https://developers.google.com/analytics/devguides/reporting/data/v1/quotas",
};
export const DAILY_QUOTA: Refusal = {
	code: 429,
	status: "RESOURCE_EXHAUSTED",
	message:
		"Exhausted property tokens per day. These quota tokens will return in under 24 hours. To learn more, see https://developers.google.com/analytics/devguides/reporting/data/v1/quotas",
};
export const UNAVAILABLE: Refusal = {
	code: 503,
	status: "UNAVAILABLE",
	message: "The service is currently unavailable.",
};
const UNAUTHENTICATED: Refusal = {
	code: 401,
	status: "UNAUTHENTICATED",
	message: "Request had invalid authentication credentials.",
};

const isRefusal = (answer: object): answer is Refusal => "code" in answer;

/** A key file for a service account of the stand-in. */
export interface StandInKey {
	type: string;
	client_email: string;
	private_key: string;
	private_key_id: string;
	token_uri: string;
}

interface StandInOptions {
	/** Properties of Analytics by number. */
	properties?: Readonly<Record<string, AnalyticsProperty>>;
	/** Properties of Search Console by name. */
	searches?: Readonly<Record<string, readonly SearchAppearance[]>>;
	/** How many requests a token is good for. */
	requestsPerToken?: number;
}

const SCOPES = {
	analytics: "https://www.googleapis.com/auth/analytics.readonly",
	search: "https://www.googleapis.com/auth/webmasters.readonly",
};

/**
 * Answers like Google's sign-in, the Data API of Analytics and Search Console, as their documentation says: it checks
 * the signature of each assertion with the public half of the key.
 */
export const startGoogle = async (options: StandInOptions) => {
	const { properties = {}, searches = {}, requestsPerToken = Number.POSITIVE_INFINITY } = options;
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const tokens = new Map<string, { scope: string; left: number }>();
	/** Refusals of the next reports, in order. */
	const refusals: (Refusal | "hang" | undefined)[] = [];
	/** Every report asked for: path and body. */
	const asked: { path: string; body: Record<string, unknown> }[] = [];
	let origin = "";
	let tokensGiven = 0;
	const email = "reader@project.iam.gserviceaccount.com";

	const signIn = (body: string): [number, object] => {
		const assertion = new URLSearchParams(body).get("assertion") ?? "";
		const [header = "", claims = "", signature = ""] = assertion.split(".");
		const isSigned = verify(
			"RSA-SHA256",
			Buffer.from(`${header}.${claims}`),
			publicKey,
			Buffer.from(signature, "base64url"),
		);
		if (!isSigned)
			return [400, { error: "invalid_grant", error_description: "Invalid JWT Signature." }];
		const { iss, aud, scope, iat, exp } = JSON.parse(
			Buffer.from(claims, "base64url").toString(),
		) as { iss: string; aud: string; scope: string; iat: number; exp: number };
		if (iss !== email)
			return [
				400,
				{ error: "invalid_grant", error_description: "Invalid grant: account not found" },
			];
		if (aud !== `${origin}/token` || exp - iat > 3600)
			return [
				400,
				{ error: "invalid_grant", error_description: "Invalid JWT: Failed audience check" },
			];
		const token = `ya29.${randomUUID()}`;
		tokens.set(token, { scope, left: requestsPerToken });
		tokensGiven++;
		return [200, { access_token: token, expires_in: 3599, token_type: "Bearer" }];
	};

	const tokenOf = (request: IncomingMessage, scope: string) => {
		const token = tokens.get(request.headers.authorization?.slice("Bearer ".length) ?? "");
		return token?.scope === scope && token.left > 0 ? token : undefined;
	};

	const answerOf = (path: string, body: never): object | Refusal => {
		const [, number, what] =
			/^\/v1beta\/properties\/(\d+)(\/metadata|:runReport)$/.exec(path) ?? [];
		if (number !== undefined) {
			const property = properties[number];
			if (property === undefined)
				return {
					code: 403,
					status: "PERMISSION_DENIED",
					message:
						"User does not have sufficient permissions for this property. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id.",
				};
			return what === "/metadata" ? metadataOf(property) : runReport(property, body);
		}
		const [, site = ""] =
			/^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(path) ?? [];
		const name = decodeURIComponent(site);
		const appearances = searches[name];
		if (appearances === undefined)
			return {
				code: 403,
				status: "PERMISSION_DENIED",
				message: `User does not have sufficient permission for site '${name}'. See also: https://support.google.com/webmasters/answer/2451999.`,
				reason: "forbidden",
			};
		return querySearch(appearances, body);
	};

	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await text(request);
		const send = (status: number, content: object) => {
			response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
			response.end(JSON.stringify(content));
		};
		const path = request.url ?? "";
		if (path === "/token") return send(...signIn(body));
		const scope = path.startsWith("/webmasters/") ? SCOPES.search : SCOPES.analytics;
		const parsed = body === "" ? {} : JSON.parse(body);
		const isReport = !path.endsWith("/metadata");
		if (isReport) asked.push({ path, body: parsed });
		const token = tokenOf(request, scope);
		const refusal = isReport && token !== undefined ? refusals.shift() : undefined;
		if (refusal === "hang") return;
		if (token !== undefined && refusal === undefined) token.left--;
		const answer =
			token === undefined ? UNAUTHENTICATED : (refusal ?? answerOf(path, parsed as never));
		if (!isRefusal(answer)) return send(200, answer);
		const { reason, ...error } = answer;
		send(answer.code, {
			error: { ...error, ...(reason !== undefined && { errors: [{ reason, domain: "global" }] }) },
		});
	};
	const server = createServer((request, response) => {
		void handle(request, response).catch(() => response.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const key: StandInKey = {
		type: "service_account",
		client_email: email,
		private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
		private_key_id: "0123456789abcdef",
		// Nobody may be led there by a key file.
		token_uri: "http://127.0.0.1:9/token",
	};
	return {
		addresses: { token: `${origin}/token`, analytics: origin, searchConsole: origin },
		/** The variables with which the product asks it. */
		environment: {
			GOOGLE_TOKEN_URL: `${origin}/token`,
			GA4_API_URL: origin,
			SEARCH_CONSOLE_API_URL: origin,
		},
		key,
		/** The key file's text. */
		keyFile: JSON.stringify(key),
		asked,
		tokensGiven: () => tokensGiven,
		/** Refuses reports to come, in this order; `undefined` answers one, `hang` never does. */
		refuseNext: (...next: (Refusal | "hang" | undefined)[]) => void refusals.push(...next),
		/** Ends every token. */
		revokeTokens: () => tokens.clear(),
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
};
export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>;
