import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, startPopulatedApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";

interface Key {
	id: string;
	key: string;
}

onEachDatabase("API keys", (stage) => {
	const mint = (headers: Record<string, string>, body: unknown) =>
		stage.api.ask("/api/user/api-keys", { headers, body });
	const members = (headers: Record<string, string>) =>
		stage.api.ask(`${stage.api.organization}/members`, { headers });
	const onKey = (action: "update" | "delete", body: unknown, headers = stage.api.as.owner) =>
		stage.api.ask(`/api/auth/api-key/${action}`, { headers, body });

	it("of a person have no prefix and are shown once", async () => {
		const { status, body } = await mint(stage.api.as.admin, { name: "CI", expiresIn: 3600 });
		expect(status).toBe(200);
		const { key } = body as Key;
		expect(key).toMatch(/^[A-Za-z]{64}$/);
		expect(body).toEqual({
			id: expect.any(String),
			key,
			name: "CI",
			start: key.slice(0, 6),
			prefix: null,
			referenceId: stage.api.accounts.admin.id,
			userId: stage.api.accounts.admin.id,
			configId: "default",
			enabled: true,
			expiresAt: expect.stringMatching(/Z$/),
			createdAt: expect.any(String),
			updatedAt: expect.any(String),
			rateLimitEnabled: false,
			rateLimitMax: null,
			rateLimitTimeWindow: null,
			metadata: null,
			permissions: null,
			remaining: null,
			refillAmount: null,
			refillInterval: null,
			requestCount: 0,
			lastRefillAt: null,
			lastRequest: null,
		});
		const listed = await stage.api.ask("/api/auth/api-key/list", { headers: stage.api.as.admin });
		const { apiKeys } = listed.body as { apiKeys: Record<string, unknown>[] };
		expect(apiKeys.map(({ name, start }) => ({ name, start }))).toEqual([
			{ name: "CI", start: key.slice(0, 6) },
		]);
		expect(JSON.stringify(apiKeys)).not.toContain(key);
	});

	it("of an organization start with rb_org_ and have an administrator's rights, in that organization only", async () => {
		const { key, headers } = await stage.api.keyWith(null, "organization");
		expect(key).toMatch(/^rb_org_[A-Za-z]{64}$/);
		const settings = `/api/sites/${stage.api.site.siteId}/config`;
		const change = { method: "PUT", headers, body: { trackCopy: false } };
		expect((await stage.api.ask(settings, change)).status).toBe(200);
		const created = await stage.api.ask("/api/auth/organization/create", {
			headers: stage.api.as.stranger,
			body: { name: "Elsewhere", slug: "elsewhere" },
		});
		const { id } = created.body as { id: string };
		expect((await stage.api.ask(`/api/organizations/${id}/members`, { headers })).status).toBe(403);
	});

	it("of an organization do not act as a user", async () => {
		const { headers } = await stage.api.keyWith(null, "organization");
		const { status, body } = await stage.api.ask("/api/organizations", { headers });
		expect([status, body]).toEqual([401, expect.objectContaining({ error: "Unauthorized" })]);
	});

	it("are accepted as a Bearer token or query parameter, and the Bearer token takes precedence", async () => {
		const { key, headers } = await stage.api.keyWith(null, "personal");
		const path = `${stage.api.organization}/members`;
		expect((await stage.api.ask(path, { headers })).status).toBe(200);
		expect((await stage.api.ask(`${path}?api_key=${key}`)).status).toBe(200);
		expect(
			(await stage.api.ask(`${path}?api_key=${key}`, { headers: bearer("wrong") })).status,
		).toBe(401);
		expect(
			(await stage.api.ask(path, { headers: { authorization: `bearer ${key}` } })).status,
		).toBe(401);
	});

	it("are stored as a hash", async () => {
		const location = await stage.create();
		const other = await startPopulatedApi(location);
		const { key } = await other.keyWith(null, "personal");
		await other.close();
		const { database, close } = await openDatabase(location, () => {});
		const rows = await database.selectFrom("apikey").selectAll().execute();
		await close();
		expect(rows).toHaveLength(2);
		expect(JSON.stringify(rows)).not.toContain(key);
	});

	it("stop working when disabled, and work again when enabled", async () => {
		const { id, headers } = await stage.api.keyWith(null, "personal");
		expect((await onKey("update", { keyId: id, enabled: false })).status).toBe(200);
		expect((await members(headers)).status).toBe(401);
		expect((await onKey("update", { keyId: id, enabled: true })).status).toBe(200);
		expect((await members(headers)).status).toBe(200);
	});

	it("stop working when they expire", async () => {
		const { id, headers } = await stage.api.keyWith(null, "personal");
		const updated = await onKey("update", { keyId: id, expiresIn: 1 });
		expect(updated.status).toBe(200);
		expect((await members(headers)).status).toBe(200);
		await expect.poll(async () => (await members(headers)).status, { timeout: 5000 }).toBe(401);
	});

	it.each(["personal", "organization"] as const)(
		"of kind %s stop working when deleted",
		async (kind) => {
			const { id, headers } = await stage.api.keyWith(null, kind);
			expect((await members(headers)).status).toBe(200);
			const deleted = await onKey("delete", { keyId: id });
			expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
			expect((await members(headers)).status).toBe(401);
		},
	);

	it("of an organization are listed and managed by its administrators, not by its members", async () => {
		const { id } = await stage.api.keyWith(null, "organization");
		const list = (headers: Record<string, string>) =>
			stage.api.ask(`/api/auth/api-key/list?organizationId=${stage.api.organizationId}`, {
				headers,
			});
		const { apiKeys } = (await list(stage.api.as.admin)).body as { apiKeys: Key[] };
		expect(apiKeys.map((key) => key.id)).toContain(id);
		expect((await list(stage.api.as.member)).status).toBe(403);
		expect((await onKey("delete", { keyId: id }, stage.api.as.member)).status).toBe(403);
		expect((await onKey("delete", { keyId: id }, stage.api.as.admin)).status).toBe(200);
	});

	it("of one person cannot be reached by another", async () => {
		const { id } = await stage.api.keyWith(null, "personal");
		expect((await onKey("delete", { keyId: id }, stage.api.as.stranger)).status).toBe(404);
		expect(
			(await onKey("update", { keyId: id, enabled: false }, stage.api.as.stranger)).status,
		).toBe(404);
	});

	it("can be managed with a session only", async () => {
		const { id, headers } = await stage.api.keyWith(null, "personal");
		const answers = [
			await stage.api.ask("/api/auth/api-key/list", { headers }),
			await onKey("update", { keyId: id, enabled: false }, headers as never),
			await onKey("delete", { keyId: id }, headers as never),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
	});

	it.each([
		[{ org: ["read"] }, "GET members", 200],
		[{ org: ["write"] }, "GET members", 200],
		[{ sites: ["write"] }, "GET members", 403],
		[{ analytics: ["read"] }, "PUT config", 403],
		[{ sites: ["read"] }, "PUT config", 403],
		[{ sites: ["write"] }, "PUT config", 200],
	] as const)("limited to %j answer %s with %i", async (permissions, action, status) => {
		const { headers } = await stage.api.keyWith(permissions, "personal");
		const answer =
			action === "GET members"
				? await members(headers)
				: await stage.api.ask(`/api/sites/${stage.api.site.siteId}/config`, {
						method: "PUT",
						headers,
						body: { trackCopy: false },
					});
		expect(answer.status).toBe(status);
		if (status === 403)
			expect(answer.body).toEqual({
				error: "Insufficient scope",
				message: "Insufficient scope",
				required: action === "GET members" ? "org:read" : "sites:write",
				code: "FORBIDDEN",
				resolution: expect.any(String),
			});
	});

	it.each([
		[{}, "Name is required"],
		[{ name: "" }, "Name is required"],
		[{ name: "x", expiresIn: -1 }, "Invalid request body"],
		[{ name: "x", expiresIn: 1.5 }, "Invalid request body"],
		[{ name: "x", permissions: {} }, "Invalid request body"],
		[
			{ name: "x", permissions: { everything: ["read"] } },
			expect.stringContaining('Unknown field "everything": valid names are analytics, sessions'),
		],
		[
			{ name: "x", scopes: ["analytics:read"] },
			'Unknown field "scopes": did you mean permissions?',
		],
		[{ name: "x", expires: "2027-01-01" }, 'Unknown field "expires": did you mean expiresIn?'],
		[
			{ name: "x", rateLimit: 10, permissions: { analytic: ["read"] } },
			'Unknown field "rateLimit": did you mean rateLimitMax?; Unknown field "analytic": did you mean analytics?',
		],
		[{ name: "x", permissions: { sql: ["write"] } }, "Invalid request body"],
		[{ name: "x", permissions: { sites: [] } }, "Invalid request body"],
	])("are refused for %j", async (body, error) => {
		const answer = await mint(stage.api.as.owner, body);
		expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error })]);
	});

	it("cannot create further keys when limited or an organization's", async () => {
		const scoped = await stage.api.keyWith({ org: ["write"] }, "personal");
		const ofOrganization = await stage.api.keyWith(null, "organization");
		const unlimited = await stage.api.keyWith(null, "personal");
		const path = `${stage.api.organization}/api-keys`;
		const body = { name: "another" };
		expect((await mint(scoped.headers, body)).status).toBe(403);
		expect((await stage.api.ask(path, { headers: scoped.headers, body })).status).toBe(403);
		expect((await stage.api.ask(path, { headers: ofOrganization.headers, body })).status).toBe(403);
		expect((await mint(unlimited.headers, body)).status).toBe(200);
	});

	it.each([
		["nobody", 401],
		["member", 403],
		["stranger", 403],
		["admin", 200],
	] as const)("of an organization are created by %s with %i", async (who, status) => {
		const answer = await stage.api.ask(`${stage.api.organization}/api-keys`, {
			headers: stage.api.as[who],
			body: { name: "x" },
		});
		expect(answer.status).toBe(status);
	});

	it("are limited to 50 for each owner", async () => {
		const { cookie } = await stage.api.signUp("collector");
		const statuses = await Promise.all(
			Array.from({ length: 51 }, async (_, index) => {
				const { status } = await mint(cookie, { name: `key ${index}` });
				return status;
			}),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(50);
		expect(statuses.filter((status) => status === 403)).toHaveLength(1);
	});
});
