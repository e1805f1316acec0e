import { randomUUID } from "node:crypto";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import { ApiError, ERRORS } from "@footfall/shared/api-error";
import { silentLogger } from "@footfall/shared/logger";
import { accessDocument } from "@footfall/testing/api/access-document";
import {
	CALLERS,
	type CallerName,
	FOR_VISITORS,
	POLICIES,
	type PolicyName,
	ROUTES,
} from "@footfall/testing/api/access-table";
import { testDatabases } from "@footfall/testing/api/databases";
import { serveTestApp } from "@footfall/testing/api/serve-test-app";
import { anyAddress, bearer, cookieOf, SECRET } from "@footfall/testing/api/test-api";
import { callTool, TOOL_ARGUMENTS } from "@footfall/testing/api/tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createMailer } from "./accounts/mail.ts";
import { openDatabase } from "./database/open.ts";
import type { Imports } from "./imports/imports.ts";
import { insertKey, type NewKey } from "./keys/api-keys.ts";
import { createLive } from "./live/live.ts";
import { mcpRoute } from "./mcp/mcp-route.ts";
import type { ToolDefinition } from "./mcp/tool.ts";
import { TOOLS } from "./mcp/tools.ts";
import { insertOrganization } from "./organizations/create-organization.ts";
import { insertMember } from "./organizations/membership.ts";
import { takeOverLinks } from "./private-links/take-over-links.ts";
import { createQuotas } from "./quotas/quotas.ts";
import { routesOf } from "./routes.ts";
import type { Route } from "./routing/route.ts";
import { authOperations } from "./sign-in/auth-operations.ts";
import { insertSite } from "./sites/create-site.ts";

type Headers = Record<string, string>;

const PEOPLE: readonly CallerName[] = [
	...(["viewer", "member", "admin", "owner", "other organization", "system admin"] as const),
];

const nameOf = ({ method, path }: { method: string; path: string }) =>
	`${method.toUpperCase()} ${path}`;
const expectedOf = (policy: PolicyName, caller: CallerName) =>
	Number(POLICIES[policy].split(" ")[CALLERS.indexOf(caller)]);

const refuse = async () => {
	throw new Error("Nothing here is imported");
};
const neverImporting: Imports = {
	begin: refuse,
	beginSource: refuse,
	noteFailure: refuse,
	wait: refuse,
	range: () => ({ from: 0, to: 0 }),
	find: async () => undefined,
	list: async () => [],
	resumable: async () => undefined,
	takeRaw: refuse,
	takeRead: refuse,
	complete: refuse,
	giveUp: refuse,
	cancel: refuse,
	remove: refuse,
	idle: async () => {},
	close: async () => {},
};
const refuseExamples = () => {
	throw new Error("Nothing here is filled");
};

const stores = {
	store: { query: async () => [], insert: async () => {}, command: async () => {} },
	purge: { site: async () => {} },
	mailer: createMailer(undefined, silentLogger),
	imports: neverImporting,
	google: { begin: refuse, isReading: () => false, close: async () => {} },
	examples: { begin: refuseExamples, fill: () => {}, now: Date.now },
	destinations: { check: refuse, columns: [], policy: { privateNetworks: false } },
	sourceMaps: { files: {} as never, reader: {} as never, incoming: "" },
};
const live = createLive({
	...stores,
	pseudonymsOf: createPseudonyms(),
	internalToken: "internal",
	logger: silentLogger,
});

/** Guards, credentials and paths are real; the handlers behind them only report that they were reached. */
const reached = (route: Route): Route => {
	const { params: _, query: _query, body: _body, audit: _audit, status: _status, ...rest } = route;
	return { ...rest, response: z.any(), handle: async () => "reached" };
};

/** The same for tools, which need the schemas; the handlers refuse as no guard does. */
const reachedByTool = (route: Route): Route => {
	const { audit: _, ...rest } = route;
	return {
		...rest,
		handle: async () => {
			throw new ApiError("CONFLICT", "reached");
		},
	};
};

/** An organization with every kind of caller; the system administrator belongs to another. */
const startStage = async (create: () => Promise<Parameters<typeof openDatabase>[0]>) => {
	const { database, close } = await openDatabase(await create(), () => {});
	const routes = routesOf({
		database,
		disableSignup: false,
		secret: SECRET,
		live,
		quotas: createQuotas(database),
		...stores,
	});
	const app = await serveTestApp({ database, ...stores, routes: routes.map(reached) });
	const ofTools = routes.filter(({ path }) => path !== "/api/mcp").map(reachedByTool);
	const assistants = await serveTestApp({
		...{ database, ...stores },
		routes: [...ofTools, mcpRoute(ofTools)],
	});

	const ask = async (method: string, path: string, headers: Headers = {}, body?: object) => {
		const response = await fetch(app.origin + path, {
			method,
			headers: { "x-forwarded-for": anyAddress(), ...headers },
			...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
		});
		await response.arrayBuffer();
		return response;
	};
	const signUp = async (name: string) => {
		const email = `${name.replaceAll(" ", "-")}-${randomUUID()}@example.com`;
		const account = { email, name, password: "correct horse" };
		const response = await ask("POST", "/api/auth/sign-up/email", {}, account);
		const { id } = await database
			.selectFrom("user")
			.select("id")
			.where("email", "=", email)
			.executeTakeFirstOrThrow();
		return { id, headers: cookieOf(response) };
	};

	const systemAdmin = await signUp("system admin");
	const owner = await signUp("owner");
	const ours = { name: "Ours", slug: "ours" };
	const { id: organizationId } = await insertOrganization(database, owner.id, ours);
	const join = async (role: string) => {
		const account = await signUp(role);
		await insertMember(database, { organizationId, userId: account.id, role });
		return account;
	};
	const site = await insertSite(database, {
		name: "Ours",
		domain: "ours.example.com",
		organizationId,
		createdBy: owner.id,
		settings: {},
	});
	await database.updateTable("site").set({ privateLinkKey: "0123456789ab" }).execute();
	await takeOverLinks({ database, secret: SECRET });

	const key = async (
		wanted: Partial<NewKey>,
		change: { enabled?: false; expiresAt?: Date } = {},
	) => {
		const { key: text, id } = await insertKey(database, {
			kind: "personal",
			ownerId: owner.id,
			name: "of a test",
			...wanted,
		});
		if (Object.keys(change).length > 0)
			await database.updateTable("apikey").set(change).where("id", "=", id).execute();
		return bearer(text);
	};
	const scoped = new Map<string, Headers>();
	const withScope = async (scope: string | undefined) => {
		// A route without a scope is called with a key that has some other one.
		const [resource = "", action = ""] = (scope ?? "gsc:read").split(":");
		const known = scoped.get(`${resource}:${action}`);
		if (known) return known;
		const made = await key({ permissions: { [resource]: [action] } as NewKey["permissions"] });
		scoped.set(`${resource}:${action}`, made);
		return made;
	};
	const viewer = await join("viewer");
	const [member, admin] = [await join("member"), await join("admin")];
	const stranger = await signUp("stranger");
	const callers: Record<Exclude<CallerName, "key with the scope">, Headers> = {
		nobody: {},
		"private link": { "x-private-key": "0123456789ab" },
		viewer: viewer.headers,
		member: member.headers,
		admin: admin.headers,
		owner: owner.headers,
		"other organization": stranger.headers,
		"organization key": await key({ kind: "organization", ownerId: organizationId }),
		"key with another scope": await key({ permissions: { flags: ["write"] } }),
		"expired key": await key({}, { expiresAt: new Date(Date.now() - 1000) }),
		"disabled key": await key({}, { enabled: false }),
		"system admin": systemAdmin.headers,
	};
	/** Unlimited keys of the people. */
	const keys: { [name in CallerName]?: Headers } = {
		viewer: await key({ ownerId: viewer.id }),
		member: await key({ ownerId: member.id }),
		admin: await key({ ownerId: admin.id }),
		owner: await key({}),
		"other organization": await key({ ownerId: stranger.id }),
		"system admin": await key({ ownerId: systemAdmin.id }),
	};
	const pathOf = (path: string) =>
		path
			.replace("{site}", String(site.siteId))
			.replace("{organizationId}", organizationId)
			.replaceAll(/\{\w+\}/g, "1");

	const knock = async (route: string, caller: CallerName, scope?: string) => {
		const [method = "", path = ""] = route.split(" ");
		const headers =
			caller === "key with the scope" ? await withScope(scope) : { ...callers[caller] };
		const { status } = await ask(method, pathOf(path), headers);
		// 201 is a success too, and does not concern the guard.
		return status < 300 ? 200 : status;
	};
	const useTool = async (name: string, caller: CallerName, scope?: string) => {
		const headers =
			caller === "key with the scope" ? await withScope(scope) : (keys[caller] ?? callers[caller]);
		const needed = name === "list_sites" || name === "definitions" ? {} : { site: site.id };
		const given = { ...needed, ...TOOL_ARGUMENTS[name] };
		const { status } = await callTool(assistants.origin, headers, name, given);
		return status === ERRORS.CONFLICT.status ? 200 : status;
	};
	return {
		ask,
		signUp,
		knock,
		useTool,
		callers,
		openSite: () =>
			database
				.updateTable("site")
				.set({ settings: JSON.stringify({ public: true }) })
				.execute(),
		close: async () => {
			await app.close();
			await assistants.close();
			await close();
		},
	};
};

const allRoutes = routesOf({
	database: {} as never,
	quotas: {} as never,
	disableSignup: false,
	secret: SECRET,
	live,
	...stores,
});

describe("the access table", () => {
	it("has a row for every route, and none for removed routes", () => {
		const expected = ROUTES.flatMap(({ routes }) => routes);
		expect([...expected].sort()).toEqual(allRoutes.map(nameOf).sort());
	});

	it("names areas for every route that visitors may read, so that a limited link reaches it where it shows them", () => {
		const silent = allRoutes.filter(
			({ access }) =>
				typeof access === "object" &&
				"site" in access &&
				access.site === "read" &&
				access.areas === undefined,
		);
		expect(silent.map(nameOf)).toEqual([]);
	});

	it("refuses viewers for every route that changes something, save their own account", () => {
		const own = [
			"POST /api/channels/confirm",
			"POST /api/second-factor/reset",
			"POST /api/sign-in/oidc/{providerId}/link",
			"POST /api/user/api-keys",
			"POST /api/user/confirm-email",
			"PATCH /api/user/preferences",
			"POST /api/user/invitations/{invitationId}/accept",
			"POST /api/user/invitations/{invitationId}/decline",
		];
		const changing = allRoutes.filter(({ method, isQuestion }) => method !== "get" && !isQuestion);
		const open = changing.filter((route) => {
			const policy = ROUTES.find(({ routes }) => routes.includes(nameOf(route)))?.policy;
			return policy === undefined || expectedOf(policy, "viewer") === 200;
		});
		expect(open.map(nameOf).sort()).toEqual(own.toSorted());
	});

	it("has no question that is recorded as a change, and none with a method other than POST", () => {
		const questions = allRoutes.filter(({ isQuestion }) => isQuestion);
		expect(questions.length).toBeGreaterThan(5);
		expect(questions.filter(({ audit, method }) => audit || method !== "post")).toEqual([]);
	});

	it("matches docs/access.md", async () => {
		const names = authOperations.map(nameOf);
		const document = accessDocument({
			visitors: FOR_VISITORS,
			signedIn: names.filter((name) => !FOR_VISITORS.includes(name)),
		});
		await expect(document).toMatchFileSnapshot("../../../docs/access.md");
	});
});

describe.each(testDatabases)("on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let stage: Awaited<ReturnType<typeof startStage>>;
	beforeAll(async () => {
		engine = await open();
		stage = await startStage(() => engine.create());
	});
	afterAll(async () => {
		await stage.close();
		await engine.close();
	});

	const rows = ROUTES.flatMap(({ policy, scope, routes }) =>
		routes.map((route) => ({ route, policy, scope })),
	);

	it.each(rows)("$route lets in: $policy", async ({ route, policy, scope }) => {
		const answers: [CallerName, number][] = [];
		for (const caller of CALLERS) answers.push([caller, await stage.knock(route, caller, scope)]);
		expect(answers).toEqual(CALLERS.map((caller) => [caller, expectedOf(policy, caller)]));
	});

	it.each(rows)("$route admits no role below one that it refuses", async ({ route, scope }) => {
		const admitted: boolean[] = [];
		for (const role of ["viewer", "member", "admin", "owner"] as const)
			admitted.push((await stage.knock(route, role, scope)) === 200);
		expect(admitted).toEqual(admitted.toSorted((one, other) => Number(one) - Number(other)));
	});

	/** What a caller of the table gets from the route of a tool; without a key, no tool is called. */
	const expectedOfTool = (tool: ToolDefinition, caller: CallerName) => {
		const isUsed = expectedOf("Keys", caller) === 200 || PEOPLE.includes(caller);
		if (!isUsed) return 401;
		if (!("route" in tool)) return 200;
		const { route, routeOfOrganization = route } = tool;
		const called = caller === "organization key" ? routeOfOrganization : route;
		const row = rows.find((one) => one.route === called);
		return row && expectedOf(row.policy, caller);
	};

	it.each(TOOLS)("the tool $name lets in whom its route lets in, with a key", async (tool) => {
		const scope =
			"route" in tool ? rows.find(({ route }) => route === tool.route)?.scope : undefined;
		const answers: [CallerName, number][] = [];
		for (const caller of CALLERS)
			answers.push([caller, await stage.useTool(tool.name, caller, scope)]);
		expect(answers).toEqual(CALLERS.map((caller) => [caller, expectedOfTool(tool, caller)]));
	});

	const sessionOperations = authOperations
		.map(nameOf)
		.filter((name) => !FOR_VISITORS.includes(name));

	it.each(sessionOperations)("%s lets in: Signed in", async (name) => {
		const [method = "", path = ""] = name.split(" ");
		const keys = CALLERS.filter((caller) => expectedOf("Signed in", caller) === 401);
		for (const caller of keys) {
			const scope = "org:write";
			const status = await stage.knock(name, caller, scope);
			expect([caller, status]).toEqual([caller, 401]);
		}
		// An account of its own, for some of these end the session.
		const { headers } = await stage.signUp("someone");
		const { status } = await stage.ask(method, path, headers);
		expect([401, 403, 404, 405, 500]).not.toContain(status);
	});

	it("a public site admits visitors without a credential, and opens no other route to strangers", async () => {
		await stage.openSite();
		for (const { route, policy, scope } of rows.filter(({ route }) => route.includes("{site}"))) {
			const isOpen = policy === "Visitors" || policy === "Anyone";
			for (const caller of ["nobody", "other organization", "key with another scope"] as const)
				expect([route, caller, await stage.knock(route, caller, scope)]).toEqual([
					route,
					caller,
					isOpen ? 200 : expectedOf(policy, caller),
				]);
		}
	});
});
