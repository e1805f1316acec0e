import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { expect, it } from "vitest";

onEachDatabase("the audit log", (stage) => {
	interface Entry {
		action: string;
		via: string;
		user: { email: string } | null;
		target: string;
		details: object;
	}
	const log = async () => {
		const { body } = await stage.api.ask(`${stage.api.organization}/audit-log`, {
			headers: stage.api.as.owner,
		});
		return (body as { data: Entry[] }).data;
	};
	const newest = async () => (await log())[0];

	it("records who changed what, without the values", async () => {
		const { api } = stage;
		const path = `/api/sites/${api.site.siteId}/config`;
		await api.ask(path, {
			method: "PUT",
			headers: api.as.admin,
			body: { excludedIPs: ["192.0.2.1"], public: true },
		});
		expect(await newest()).toEqual({
			id: expect.stringMatching(/^\d+$/),
			at: expect.stringMatching(/Z$/),
			action: "site.configure",
			user: { id: api.accounts.admin.id, email: api.accounts.admin.email },
			via: "session",
			target: path,
			details: { fields: ["excludedIPs", "public"], public: true },
		});
	});

	it("names a key's owner, and nobody for an organization key", async () => {
		const { api } = stage;
		const { headers } = await api.keyWith(null, "organization");
		await api.ask(`/api/sites/${api.site.siteId}/goals`, {
			headers,
			body: { goalType: "copy", config: {} },
		});
		const [goal, key] = await log();
		expect(goal).toMatchObject({ action: "goal.create", user: null, via: "organization-key" });
		expect(key).toMatchObject({
			action: "key.create",
			user: { email: "owner@example.com" },
			via: "session",
		});
	});

	it("records changes made through the auth library", async () => {
		const { api } = stage;
		const { email } = await api.signUp("moved");
		await api.ask(`${api.organization}/members`, {
			headers: api.as.owner,
			body: { email, role: "member" },
		});
		const { body } = await api.ask(`${api.organization}/members`, { headers: api.as.owner });
		const { data } = body as { data: { id: string; user: { email: string } }[] };
		const memberId = data.find(({ user }) => user.email === email)?.id;
		const ask = (path: string, asked: object) =>
			api.ask(`/api/auth/${path}`, { headers: api.as.owner, body: asked });
		await ask("organization/update-member-role", {
			memberId,
			role: "admin",
			organizationId: api.organizationId,
		});
		expect(await newest()).toMatchObject({ action: "member.role", details: { role: "admin" } });
		const { id } = await api.keyWith(null, "organization");
		await ask("api-key/update", { keyId: id, enabled: false });
		expect(await newest()).toMatchObject({ action: "key.update", details: { enabled: false } });
		await ask("api-key/delete", { keyId: id });
		expect(await newest()).toMatchObject({ action: "key.delete" });
	});

	it("filters by action, target, person and kind of credential", async () => {
		const { api } = stage;
		const narrowed = async (query: string) => {
			const { status, body } = await api.ask(`${api.organization}/audit-log?${query}`, {
				headers: api.as.owner,
			});
			return status === 200 ? (body as { data: Entry[]; totalCount: number }) : status;
		};
		const all = await log();
		for (const [query, isMeant] of [
			["action=key", ({ action }: Entry) => action.startsWith("key.")],
			["action=key.create", ({ action }: Entry) => action === "key.create"],
			["via=organization-key", ({ via }: Entry) => via === "organization-key"],
			[
				`user_id=${api.accounts.admin.id}&action=site`,
				({ action, user }: Entry) =>
					action.startsWith("site.") && user?.email === api.accounts.admin.email,
			],
		] as const) {
			const meant = all.filter(isMeant);
			expect(meant.length).toBeGreaterThan(0);
			expect(await narrowed(query)).toEqual({ data: meant, totalCount: meant.length });
		}
		for (const query of ["action=%25", "action=a_b", "via=pigeon"])
			expect([query, await narrowed(query)]).toEqual([query, 400]);
	});

	it("has no entry for refused requests", async () => {
		const { api } = stage;
		const before = await log();
		await api.ask(`/api/sites/${api.site.siteId}/config`, {
			method: "PUT",
			headers: api.as.member,
			body: { public: false },
		});
		await api.ask(`/api/sites/${api.site.siteId}/config`, {
			method: "PUT",
			headers: api.as.admin,
			body: {},
		});
		expect(await log()).toEqual(before);
	});

	it("returns its entries page by page", async () => {
		const { api } = stage;
		const page = async (number: number) => {
			const { body } = await api.ask(`${api.organization}/audit-log?limit=1&page=${number}`, {
				headers: api.as.owner,
			});
			return body as { data: Entry[]; totalCount: number };
		};
		const all = await log();
		expect((await page(2)).data).toEqual(all.slice(1, 2));
		expect((await page(1)).totalCount).toBe(all.length);
	});
});
