import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import type { PopulatedApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("members", (stage) => {
	const add = (who: keyof PopulatedApi["as"], body: unknown) =>
		stage.api.ask(`${stage.api.organization}/members`, { headers: stage.api.as[who], body });

	it("are added by address, ignoring its case", async () => {
		const { email } = await stage.api.signUp("added");
		const { status, body } = await add("owner", { email: email.toUpperCase(), role: "member" });
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
			"Role must be either admin, member, viewer, or owner",
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

	it("are added once when two requests do it at the same time", async () => {
		const { email } = await stage.api.signUp("twice");
		const answers = await Promise.all([1, 2, 3].map(() => add("owner", { email, role: "member" })));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
	});

	it("are listed to members, with their accounts", async () => {
		const { status, body } = await stage.api.ask(`${stage.api.organization}/members`, {
			headers: stage.api.as.member,
		});
		expect(status).toBe(200);
		const { success, data } = body as { success: boolean; data: { role: string }[] };
		expect(success).toBe(true);
		expect(data[0]).toEqual({
			id: expect.any(String),
			role: "owner",
			userId: expect.any(String),
			organizationId: stage.api.organizationId,
			createdAt: expect.any(String),
			user: {
				id: expect.any(String),
				name: "Admin",
				email: "owner@example.com",
				emailVerified: true,
			},
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
		const answer = await stage.api.ask(`${stage.api.organization}/members`, {
			headers: stage.api.as[who],
		});
		expect(answer.status).toBe(status);
	});

	it("see their own organizations only, with all members and sites", async () => {
		const { body } = await stage.api.ask("/api/organizations", { headers: stage.api.as.member });
		expect(body).toEqual([
			{
				id: stage.api.organizationId,
				name: "My organization",
				slug: "my-organization",
				logo: null,
				createdAt: expect.any(String),
				role: "member",
				members: expect.arrayContaining([
					{
						id: expect.any(String),
						role: "admin",
						userId: stage.api.accounts.admin.id,
						createdAt: expect.any(String),
						user: {
							id: stage.api.accounts.admin.id,
							name: "admin",
							email: stage.api.accounts.admin.email,
						},
					},
				]),
				sites: [
					{
						siteId: stage.api.site.siteId,
						id: stage.api.site.id,
						domain: "localhost",
						name: "My site",
						organizationId: stage.api.organizationId,
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
		expect(
			(await stage.api.ask("/api/organizations", { headers: stage.api.as.stranger })).body,
		).toEqual([]);
	});

	it("change roles and leave through the auth library", async () => {
		const { email, cookie } = await stage.api.signUp("mover");
		await add("owner", { email, role: "member" });
		const listed = await stage.api.ask(`${stage.api.organization}/members`, {
			headers: stage.api.as.owner,
		});
		const { data } = listed.body as { data: { id: string; user: { email: string } }[] };
		const memberId = data.find(({ user }) => user.email === email)?.id;
		const promoted = await stage.api.ask("/api/auth/organization/update-member-role", {
			headers: stage.api.as.owner,
			body: { memberId, role: "admin", organizationId: stage.api.organizationId },
		});
		expect(promoted.status).toBe(200);
		const settings = `/api/sites/${stage.api.site.siteId}/config`;
		const change = { method: "PUT", headers: cookie, body: { trackCopy: true } };
		expect((await stage.api.ask(settings, change)).status).toBe(200);
		const removed = await stage.api.ask("/api/auth/organization/remove-member", {
			headers: stage.api.as.owner,
			body: { memberIdOrEmail: email, organizationId: stage.api.organizationId },
		});
		expect(removed.status).toBe(200);
		expect((await stage.api.ask(settings, change)).status).toBe(403);
	});

	it("create organizations of their own", async () => {
		const created = await stage.api.ask("/api/auth/organization/create", {
			headers: stage.api.as.stranger,
			body: { name: "Strangers", slug: "strangers" },
		});
		expect(created.status).toBe(200);
		const { body } = await stage.api.ask("/api/organizations", { headers: stage.api.as.stranger });
		expect(body).toEqual([
			expect.objectContaining({ name: "Strangers", role: "owner", sites: [] }),
		]);
	});
});
