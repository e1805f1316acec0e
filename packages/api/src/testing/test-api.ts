import "./plain-require.ts";

import { randomInt, randomUUID } from "node:crypto";
import type { SiteNumber } from "@footfall/shared/ids";
import type { DatabaseLocation } from "../database/open.ts";
import { type ApiOptions, startApi } from "../start.ts";

/** What a request carries beside its path; a `body` that is no string is sent as JSON. */
export interface Asked {
	method?: string;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface Answered {
	status: number;
	headers: Headers;
	/** JSON where it is JSON, else the text. */
	body: unknown;
}

export const SECRET = "a secret of the tests, long enough to sign";
export const INTERNAL_TOKEN = "the internal token of the tests";
export const OWNER = { email: "owner@example.com", password: "correct horse" };

/** The limit on sign-ins counts by address; each request here comes from another. */
const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** An api with its first start done, asked over real HTTP, that checks every answer against its schema. */
export const startTestApi = async (
	database: DatabaseLocation,
	options: Partial<ApiOptions> = {},
) => {
	const deleted: SiteNumber[] = [];
	const logged: { message: string; fields: object }[] = [];
	const log = (fields: object, message: string) => {
		logged.push({ message, fields });
	};
	const api = await startApi({
		listen: { host: "127.0.0.1", port: 0 },
		database,
		store: { query: async () => [] },
		deleteEvents: async (site) => {
			deleted.push(site);
		},
		secret: SECRET,
		internalToken: INTERNAL_TOKEN,
		disableSignup: false,
		owner: OWNER,
		trustForwarded: true,
		checkResponses: true,
		logger: { info: log, warn: log, error: log },
		...options,
	});
	const origin = `http://127.0.0.1:${api.port}`;

	const ask = async (path: string, { method, headers, body }: Asked = {}): Promise<Answered> => {
		const response = await fetch(origin + path, {
			method: method ?? (body === undefined ? "GET" : "POST"),
			headers: {
				"x-forwarded-for": anyAddress(),
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(body === undefined
				? {}
				: { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
		return {
			status: response.status,
			headers: response.headers,
			body: parsed(await response.text()),
		};
	};

	const cookieOf = ({ headers }: Answered) => ({
		cookie: headers
			.getSetCookie()
			.map((cookie) => cookie.split(";", 1)[0])
			.join("; "),
	});

	const signIn = async ({ email, password } = OWNER) =>
		cookieOf(await ask("/api/auth/sign-in/email", { body: { email, password } }));

	/** A new account, signed in. */
	const signUp = async (name: string) => {
		const email = `${name}-${randomUUID()}@example.com`;
		const answer = await ask("/api/auth/sign-up/email", {
			body: { email, password: "correct horse", name },
		});
		const { user } = answer.body as { user: { id: string } };
		return { id: user.id, email, cookie: cookieOf(answer) };
	};

	return { ...api, origin, ask, signIn, signUp, deleted, logged };
};

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;
