import { testDatabases } from "@footfall/testing/api/databases";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe.each(testDatabases)("members on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let api: PopulatedApi;
	beforeAll(async () => {
		engine = await open();
		api = await startPopulatedApi(await engine.create());
	});
	afterAll(async () => {
		await api.close();
		await engine.close();
	});

	const add = (who: keyof PopulatedApi["as"], body: unknown) =>
		api.ask(`${api.organization}/members`, { headers: api.as[who], body });

	it("are added by their address, in whatever case it is written", async () => {
		const { email } = await api.signUp("added");
		const { status, body } = await add("admin", { email: email.toUpperCase(), role: "member" });
		expect(status).toBe(201);
		expect(body).toEqual({ message: "User added to organization successfully" });
	});

	it.each([
		["nobody", { email: "x@example.com", role: "member" }, 401, "Unauthorized"],
		["wrongKey", { email: "x@example.com", role: "member" }, 401, "Unauthorized"],
		["member", {}, 403, "Unauthorized"],
		["stranger", {}, 403, "Unauthorized"],
		["admin", {}, 400, "Missing required fields: email and role"],
		["admin", { email: "x@example.com" }, 400, "Missing required fields: email and role"],
		["admin", { role: "nonsense" }, 400, "Missing required fields: email and role"],
		["admin", { email: "", role: "admin" }, 400, "Missing required fields: email and role"],
		[
			"admin",
			{ email: "x@example.com", role: "king" },
			400,
			"Role must be either admin, member, or owner",
		],
		[
			"admin",
			{ email: "x@example.com", role: "owner" },
			403,
			"Only an organization owner can assign the owner role",
		],
		["owner", { email: "x@example.com", role: "owner" }, 404, "User not found"],
		["admin", { email: "x@example.com", role: "member" }, 404, "User not found"],
		[
			"admin",
			{ email: "owner@example.com", role: "member" },
			400,
			"User is already a member of this organization",
		],
	] as const)("%s adding %j is answered with %i %s", async (who, body, status, error) => {
		const answer = await add(who, body);
		expect([answer.status, answer.body]).toEqual([
			status,
			{ error, message: error, code: expect.any(String), resolution: expect.any(String) },
		]);
	});

	it("are added once when two do it at the same time", async () => {
		const { email } = await api.signUp("twice");
		const answers = await Promise.all([1, 2, 3].map(() => add("owner", { email, role: "member" })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
	});

	it("are listed for members, with their accounts", async () => {
		const { status, body } = await api.ask(`${api.organization}/members`, {
			headers: api.as.member,
		});
		expect(status).toBe(200);
		const { success, data } = body as { success: boolean; data: { role: string }[] };
		expect(success).toBe(true);
		expect(data[0]).toEqual({
			id: expect.any(String),
			role: "owner",
			userId: expect.any(String),
			organizationId: api.organizationId,
			createdAt: expect.any(String),
			user: { id: expect.any(String), name: "Admin", email: "owner@example.com" },
			siteAccess: { hasRestrictedSiteAccess: false, siteIds: [] },
			teams: [],
		});
		expect(data.slice(0, 3).map(({ role }) => role)).toEqual(["owner", "admin", "member"]);
	});

	it.each([
		["nobody", 401],
		["wrongKey", 401],
		["stranger", 403],
		["member", 200],
		["ownerKey", 200],
	] as const)("are shown to %s with %i", async (who, status) => {
		const answer = await api.ask(`${api.organization}/members`, { headers: api.as[who] });
		expect(answer.status).toBe(status);
	});

	it("see their organizations, with all members and sites, and no others", async () => {
		const { body } = await api.ask("/api/organizations", { headers: api.as.member });
		expect(body).toEqual([
			{
				id: api.organizationId,
				name: "My organization",
				slug: "my-organization",
				logo: null,
				createdAt: expect.any(String),
				role: "member",
				members: expect.arrayContaining([
					{
						id: expect.any(String),
						role: "admin",
						userId: api.accounts.admin.id,
						createdAt: expect.any(String),
						user: { id: api.accounts.admin.id, name: "admin", email: api.accounts.admin.email },
					},
				]),
				sites: [
					{
						siteId: api.site.siteId,
						id: api.site.id,
						domain: "localhost",
						name: "My site",
						organizationId: api.organizationId,
						createdBy: expect.any(String),
						public: false,
						saltUserIds: false,
						blockBots: true,
						createdAt: expect.any(String),
					},
					expect.objectContaining({ name: "Demo" }),
				],
			},
		]);
		expect((await api.ask("/api/organizations", { headers: api.as.stranger })).body).toEqual([]);
	});

	it("change roles and leave through the auth library", async () => {
		const { email, cookie } = await api.signUp("mover");
		await add("owner", { email, role: "member" });
		const listed = await api.ask(`${api.organization}/members`, { headers: api.as.owner });
		const { data } = listed.body as { data: { id: string; user: { email: string } }[] };
		const memberId = data.find(({ user }) => user.email === email)?.id;
		const promoted = await api.ask("/api/auth/organization/update-member-role", {
			headers: api.as.owner,
			body: { memberId, role: "admin", organizationId: api.organizationId },
		});
		expect(promoted.status).toBe(200);
		const settings = `/api/sites/${api.site.siteId}/config`;
		const change = { method: "PUT", headers: cookie, body: { trackCopy: true } };
		expect((await api.ask(settings, change)).status).toBe(200);
		const removed = await api.ask("/api/auth/organization/remove-member", {
			headers: api.as.owner,
			body: { memberIdOrEmail: email, organizationId: api.organizationId },
		});
		expect(removed.status).toBe(200);
		expect((await api.ask(settings, change)).status).toBe(403);
	});

	it("found organizations of their own", async () => {
		const created = await api.ask("/api/auth/organization/create", {
			headers: api.as.stranger,
			body: { name: "Strangers", slug: "strangers" },
		});
		expect(created.status).toBe(200);
		const { body } = await api.ask("/api/organizations", { headers: api.as.stranger });
		expect(body).toEqual([
			expect.objectContaining({ name: "Strangers", role: "owner", sites: [] }),
		]);
	});
});
