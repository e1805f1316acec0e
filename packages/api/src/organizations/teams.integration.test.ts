import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import type { Asked, PopulatedApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("teams and restricted members", (stage) => {
	type Who = keyof PopulatedApi["as"];
	const as = (who: Who, path: string, asked: Asked = {}) =>
		stage.api.ask(path, { headers: stage.api.as[who], ...asked });
	const teams = () => `${stage.api.organization}/teams`;
	const site = () => `/api/sites/${stage.api.site.siteId}`;
	const listed = async (who: Who) => {
		const { body } = await as(who, `${stage.api.organization}/sites`);
		return (body as { sites: { siteId: number }[] }).sites.map(({ siteId }) => siteId).sort();
	};
	const memberId = async () => {
		const { body } = await as("owner", `${stage.api.organization}/members`);
		const { data } = body as { data: { id: string; userId: string }[] };
		return data.find(({ userId }) => userId === stage.api.accounts.member.id)?.id;
	};
	const restrict = async (body: object) =>
		as("admin", `${stage.api.organization}/members/${await memberId()}/sites`, {
			method: "PUT",
			body,
		});

	it("hide their sites from members outside the team, everywhere", async () => {
		const { api } = stage;
		const created = await as("admin", teams(), {
			body: { name: "Insiders", siteIds: [api.site.siteId] },
		});
		expect([created.status, created.body]).toEqual([
			201,
			{
				id: expect.any(String),
				name: "Insiders",
				organizationId: api.organizationId,
				createdAt: expect.any(String),
				updatedAt: expect.any(String),
				members: [],
				siteIds: [api.site.siteId],
			},
		]);
		const { id } = created.body as { id: string };
		const everywhere = async (who: Who) => [
			(await as(who, site())).status,
			(await as(who, `${site()}/excluded-ips`)).status,
			(await listed(who)).includes(api.site.siteId),
			JSON.stringify((await as(who, "/api/organizations")).body).includes(api.site.id),
			((await as(who, teams())).body as { teams: unknown[] }).teams.length,
		];
		expect(await everywhere("member")).toEqual([403, 403, false, false, 0]);
		expect(await everywhere("admin")).toEqual([200, 200, true, true, 1]);
		await as("admin", `${teams()}/${id}`, {
			method: "PUT",
			body: { memberUserIds: [api.accounts.member.id] },
		});
		expect(await everywhere("member")).toEqual([200, 200, true, true, 1]);
		expect((await as("member", teams())).body).toEqual({
			teams: [
				{
					id,
					name: "Insiders",
					organizationId: api.organizationId,
					createdAt: expect.any(String),
					updatedAt: expect.any(String),
					members: [
						{
							userId: api.accounts.member.id,
							userName: "member",
							userEmail: api.accounts.member.email,
							emailVerified: true,
						},
					],
					sites: [{ siteId: api.site.siteId, domain: "localhost", name: "My site" }],
				},
			],
		});
		const deleted = await as("admin", `${teams()}/${id}`, { method: "DELETE" });
		expect(deleted.body).toEqual({ success: true });
		expect((await as("admin", `${teams()}/${id}`, { method: "DELETE" })).status).toBe(404);
		expect(await everywhere("member")).toEqual([200, 200, true, true, 0]);
	});

	it("limit a restricted member to granted sites and those of their teams", async () => {
		const { api } = stage;
		const [one, other] = [api.site.siteId, api.demoSite.siteId];
		expect((await restrict({ hasRestrictedSiteAccess: true, siteIds: [] })).body).toEqual({
			success: true,
		});
		expect(await listed("member")).toEqual([]);
		expect((await as("member", site())).status).toBe(403);
		await restrict({ hasRestrictedSiteAccess: true, siteIds: [one] });
		expect(await listed("member")).toEqual([one]);
		const team = await as("admin", teams(), {
			body: { name: "More", siteIds: [other], memberUserIds: [api.accounts.member.id] },
		});
		expect(await listed("member")).toEqual([one, other]);
		const { body } = await as("member", `${api.organization}/members`);
		const { data } = body as { data: { userId: string }[] };
		expect(data.find(({ userId }) => userId === api.accounts.member.id)).toMatchObject({
			siteAccess: { hasRestrictedSiteAccess: true, siteIds: [one] },
			teams: [{ name: "More" }],
		});
		await as("admin", `${teams()}/${(team.body as { id: string }).id}`, { method: "DELETE" });
		await restrict({ hasRestrictedSiteAccess: false });
		expect(await listed("member")).toEqual([one, other]);
	});

	it("do not let members administer a site", async () => {
		await restrict({ hasRestrictedSiteAccess: true, siteIds: [stage.api.site.siteId] });
		const change = { method: "PUT", body: { trackCopy: true } };
		expect((await as("member", `${site()}/config`, change)).status).toBe(403);
		await restrict({ hasRestrictedSiteAccess: false });
	});

	it.each([
		[{}, "Team name is required"],
		[{ name: " " }, "Team name is required"],
		[{ name: "A", siteIds: [999] }, "Site 999 does not belong to this organization"],
		[{ name: "A", memberUserIds: ["x"] }, "User x is not a member of this organization"],
	])("are refused for %j: %s", async (body, error) => {
		const answer = await as("owner", teams(), { body });
		expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error })]);
		expect((await as("owner", teams())).body).toEqual({ teams: [] });
	});

	it("of another organization cannot be changed", async () => {
		const { body } = await as("stranger", "/api/auth/organization/create", {
			body: { name: "Elsewhere", slug: "elsewhere" },
		});
		const elsewhere = `/api/organizations/${(body as { id: string }).id}/teams`;
		const team = await as("stranger", elsewhere, { body: { name: "Theirs" } });
		const path = `${teams()}/${(team.body as { id: string }).id}`;
		expect((await as("owner", path, { method: "PUT", body: { name: "Ours" } })).status).toBe(404);
		expect((await as("owner", path, { method: "DELETE" })).status).toBe(404);
	});
});

onEachDatabase("accounts that administrators create", (stage) => {
	const create = (who: keyof PopulatedApi["as"], body: object) =>
		stage.api.ask(`${stage.api.organization}/users`, { headers: stage.api.as[who], body });
	const newcomer = { email: "New.Person@Example.com", password: "12345678", role: "member" };

	it("can sign in at once and are members", async () => {
		const { status, body } = await create("admin", newcomer);
		expect([status, body]).toEqual([
			201,
			{ message: "User created and added to organization successfully" },
		]);
		const cookie = await stage.api.signIn({
			email: "new.person@example.com",
			password: "12345678",
		});
		expect((await stage.api.ask("/api/organizations", { headers: cookie })).body).toEqual([
			expect.objectContaining({ role: "member" }),
		]);
	});

	it("are refused for an existing address, and leave nothing behind", async () => {
		const taken = await create("owner", { ...newcomer, email: "owner@example.com" });
		expect([taken.status, taken.body]).toEqual([
			400,
			expect.objectContaining({ error: "A user with this email already exists" }),
		]);
	});

	it.each([
		["admin", { ...newcomer, role: "owner" }, 403],
		["admin", { ...newcomer, role: "king" }, 400],
		["admin", { ...newcomer, password: "1234567" }, 400],
		["admin", { ...newcomer, email: "nobody" }, 400],
		["admin", { email: "x@example.com" }, 400],
		["member", newcomer, 403],
		["nobody", newcomer, 401],
	] as const)("by %s with %j are answered with %i", async (who, body, status) => {
		expect((await create(who, body)).status).toBe(status);
	});
});
