import { randomUUID } from "node:crypto";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
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
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createMailer } from "./accounts/mail.ts";
import { openDatabase } from "./database/open.ts";
import type { Imports } from "./imports/imports.ts";
import { insertKey, type NewKey } from "./keys/api-keys.ts";
import { createLive } from "./live/live.ts";
import { insertOrganization } from "./organizations/create-organization.ts";
import { insertMember } from "./organizations/membership.ts";
import { createQuotas } from "./quotas/quotas.ts";
import { routesOf } from "./routes.ts";
import type { Route } from "./routing/route.ts";
import { authOperations } from "./sign-in/auth-operations.ts";
import { insertSite } from "./sites/create-site.ts";

type Headers = Record<string, string>;

const nameOf = ({ method, path }: { method: string; path: string }) =>
	`${method.toUpperCase()} ${path}`;
const expectedOf = (policy: PolicyName, caller: CallerName) =>
	Number(POLICIES[policy].split(" ")[CALLERS.indexOf(caller)]);

const refuse = async () => {
	throw new Error("Nothing here is imported");
};
const neverImporting: Imports = {
	begin: refuse,
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
	examples: { begin: refuseExamples, fill: () => {}, now: Date.now },
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

/** An organization with every kind of caller; the system administrator belongs to another. */
const startStage = async (create: () => Promise<Parameters<typeof openDatabase>[0]>) => {
	const { database, close } = await openDatabase(await create(), () => {});
	const app = await serveTestApp({
		database,
		...stores,
		routes: routesOf({
			database,
			disableSignup: false,
			secret: SECRET,
			live,
			quotas: createQuotas(database),
			...stores,
		}).map(reached),
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
	const callers: Record<Exclude<CallerName, "key with the scope">, Headers> = {
		nobody: {},
		"private link": { "x-private-key": "0123456789ab" },
		member: (await join("member")).headers,
		admin: (await join("admin")).headers,
		owner: owner.headers,
		"other organization": (await signUp("stranger")).headers,
		"organization key": await key({ kind: "organization", ownerId: organizationId }),
		"key with another scope": await key({ permissions: { dashboards: ["write"] } }),
		"expired key": await key({}, { expiresAt: new Date(Date.now() - 1000) }),
		"disabled key": await key({}, { enabled: false }),
		"system admin": systemAdmin.headers,
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
	return {
		ask,
		signUp,
		knock,
		callers,
		openSite: () =>
			database
				.updateTable("site")
				.set({ settings: JSON.stringify({ public: true }) })
				.execute(),
		close: async () => {
			await app.close();
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
