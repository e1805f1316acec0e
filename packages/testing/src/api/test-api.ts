import { randomInt, randomUUID } from "node:crypto";
import { join } from "node:path";
import { type ApiOptions, type DatabaseLocation, startApi } from "@footfall/api";
import { ADMIN_PATH } from "@footfall/api/internal-paths";
import type { SiteNumber } from "@footfall/shared/ids";
import { createSourceMapFolder } from "@footfall/store";
import { testDirectory } from "../test-directory.ts";
import { answerCheck } from "./check-answer.ts";

/** Request options besides the path; a `body` that is no string is sent as JSON. */
export interface Asked {
	method?: string;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface Answered {
	status: number;
	headers: Headers;
	/** Parsed JSON, or the text if it is not JSON. */
	body: unknown;
}

export const SECRET = "a secret of the tests, long enough to sign";
export const INTERNAL_TOKEN = "the internal token of the tests";
export const OWNER = { email: "owner@example.com", password: "correct horse" };

/** Sign-ins are limited per address, so each request here comes from another. */
export const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

/** A header that returns the cookies of a response. */
export const cookieOf = ({ headers }: { headers: Headers }) => ({
	cookie: headers
		.getSetCookie()
		.map((cookie) => cookie.split(";", 1)[0])
		.join("; "),
});

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A user that the test API does not know. */
export const NOBODY = "nobody";

/** Source maps in a folder of the test; they cannot be read without `workerFile`. */
export const testSourceMaps = (workerFile?: string) => {
	const directory = testDirectory();
	return {
		files: createSourceMapFolder(directory),
		incoming: join(directory, "incoming"),
		directory,
		...(workerFile !== undefined && { workerFile }),
	};
};

/** An API after its first start, called over HTTP; every response is checked against its schema and the document. */
export const startTestApi = async (
	database: DatabaseLocation,
	options: Partial<ApiOptions> = {},
) => {
	const deleted: SiteNumber[] = [];
	const erased: { site: SiteNumber; user: string }[] = [];
	const logged: { message: string; fields: object }[] = [];
	const log = (fields: object, message: string) => {
		logged.push({ message, fields });
	};
	const api = await startApi({
		listen: { host: "127.0.0.1", port: 0 },
		database,
		store: { query: async () => [], insert: async () => {}, command: async () => {} },
		deleteEvents: async (site) => {
			deleted.push(site);
		},
		erasePerson: async (site, user) => {
			erased.push({ site, user });
			return user !== NOBODY;
		},
		importedEvents: () => () => {
			throw new Error("This test imports nothing");
		},
		destinations: {
			check: async () => "",
			columns: ["event_id", "pathname"],
			policy: { folder: "/exports", privateNetworks: false },
		},
		sourceMaps: testSourceMaps(),
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

	let checking: Promise<ReturnType<typeof answerCheck>> | undefined;
	const check = () => {
		checking ??= fetch(`${origin}/api/openapi.json`).then(async (response) =>
			answerCheck(await response.json()),
		);
		return checking;
	};

	const ask = async (path: string, { method, headers, body }: Asked = {}): Promise<Answered> => {
		const asked = method ?? (body === undefined ? "GET" : "POST");
		const response = await fetch(origin + path, {
			method: asked,
			headers: {
				"x-forwarded-for": anyAddress(),
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...headers,
			},
			...(body === undefined
				? {}
				: { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
		const answered = {
			status: response.status,
			headers: response.headers,
			body: parsed(await response.text()),
		};
		const pathname = path.split("?", 1)[0] ?? "";
		if (pathname.startsWith("/api/") && response.headers.get("content-type")?.includes("/json"))
			(await check())(asked, pathname, answered.status, answered.body);
		return answered;
	};

	const signIn = async ({ email, password } = OWNER) =>
		cookieOf(await ask("/api/auth/sign-in/email", { body: { email, password } }));

	/** Marks an e-mail address as verified, as the operator does. */
	const confirmEmail = (email: string) =>
		ask(ADMIN_PATH, {
			headers: bearer(INTERNAL_TOKEN),
			body: { parameters: ["confirm-email", "--email", email] },
		});

	/** A new account with a verified address, signed in. */
	const signUp = async (name: string) => {
		const email = `${name}-${randomUUID()}@example.com`;
		const answer = await ask("/api/auth/sign-up/email", {
			body: { email, password: "correct horse", name },
		});
		const { user } = answer.body as { user: { id: string } };
		await confirmEmail(email);
		return { id: user.id, email, cookie: cookieOf(answer) };
	};

	return { ...api, origin, ask, signIn, signUp, confirmEmail, deleted, erased, logged };
};

/** An API with accounts of every role: the owner of the first start, two more members, and a stranger. */
export const startPopulatedApi = async (
	database: DatabaseLocation,
	options: Partial<ApiOptions> = {},
) => {
	const api = await startTestApi(database, options);
	const { firstStart } = api;
	if (!firstStart) throw new Error("The database of a test was not empty");
	const owner = await api.signIn();
	const organization = `/api/organizations/${firstStart.organizationId}`;
	/** A new account with this role in the organization. */
	const join = async (role: string, name = role) => {
		const account = await api.signUp(name);
		await api.ask(`${organization}/members`, {
			headers: owner,
			body: { email: account.email, role },
		});
		return account;
	};
	const accounts = {
		admin: await join("admin"),
		member: await join("member"),
		stranger: await api.signUp("stranger"),
	};
	/** The headers of each account; nobody has none. */
	const as = {
		nobody: {},
		owner,
		admin: accounts.admin.cookie,
		member: accounts.member.cookie,
		stranger: accounts.stranger.cookie,
		ownerKey: bearer(firstStart.apiKey),
		wrongKey: bearer("no key of ours"),
	};
	/** Creates a key of the owner's, or of the organization's, and returns the headers that present it. */
	const keyWith = async (permissions: object | null, kind: "personal" | "organization") => {
		const path = kind === "personal" ? "/api/user/api-keys" : `${organization}/api-keys`;
		const answer = await api.ask(path, {
			headers: owner,
			body: { name: "of a test", ...(permissions ? { permissions } : {}) },
		});
		const { key, id } = answer.body as { key: string; id: string };
		return { id, key, headers: bearer(key) };
	};
	/** The membership of somebody in the organization; "" without one. */
	const memberIdOf = async (userId: string) => {
		const { body } = await api.ask(`${organization}/members`, { headers: owner });
		const { data } = body as { data: { id: string; userId: string }[] };
		return data.find((one) => one.userId === userId)?.id ?? "";
	};
	return { ...api, ...firstStart, organization, accounts, as, join, keyWith, memberIdOf };
};

export type PopulatedApi = Awaited<ReturnType<typeof startPopulatedApi>>;
export type TestApi = Awaited<ReturnType<typeof startTestApi>>;
