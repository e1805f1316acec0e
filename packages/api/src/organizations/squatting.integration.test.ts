import { randomUUID } from "node:crypto";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { cookieOf, startTestApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("membership by consent", (stage) => {
	/** Signs up an account under any address. */
	const squatter = async (email = `${randomUUID()}@victim.example`) => {
		const answer = await stage.api.ask("/api/auth/sign-up/email", {
			body: { email, password: "correct horse", name: "Squatter" },
		});
		return { email, headers: cookieOf(answer) };
	};
	/** An ordinary account with an organization of its own. */
	const founder = async () => {
		const { cookie, email } = await stage.api.signUp("founder");
		const slug = randomUUID();
		const { body } = await stage.api.ask("/api/auth/organization/create", {
			headers: cookie,
			body: { name: slug, slug },
		});
		return { headers: cookie, email, organizationId: (body as { id: string }).id };
	};
	const organizationsOf = async (headers: Record<string, string>) =>
		((await stage.api.ask("/api/organizations", { headers })).body as { id: string }[]).map(
			({ id }) => id,
		);
	const waitingFor = async (headers: Record<string, string>) =>
		(
			(await stage.api.ask("/api/user/invitations", { headers })).body as {
				data: { id: string; organizationId: string }[];
			}
		).data;
	const add = (headers: Record<string, string>, organizationId: string, email: string) =>
		stage.api.ask(`/api/organizations/${organizationId}/members`, {
			headers,
			body: { email, role: "member" },
		});
	const invite = async (
		{ headers, organizationId }: { headers: Record<string, string>; organizationId: string },
		email: string,
		role = "member",
	) => {
		const { body } = await stage.api.ask("/api/auth/organization/invite-member", {
			headers,
			body: { email, role, organizationId },
		});
		return (body as { id: string }).id;
	};
	const accept = (headers: Record<string, string>, invitationId: string) =>
		stage.api.ask("/api/auth/organization/accept-invitation", { headers, body: { invitationId } });

	it("refuses to add an unverified address, until an administrator confirms it", async () => {
		const { email } = await squatter();
		const { owner } = stage.api.as;
		const refused = await add(owner, stage.api.organizationId, email);
		expect([refused.status, refused.body]).toEqual([
			400,
			expect.objectContaining({ code: "EMAIL_NOT_VERIFIED" }),
		]);
		const confirm = (headers: Record<string, string>) =>
			stage.api.ask("/api/user/confirm-email", { headers, body: { email } });
		expect((await confirm(stage.api.as.admin)).status).toBe(403);
		expect((await confirm(owner)).status).toBe(200);
		expect((await add(owner, stage.api.organizationId, email)).status).toBe(201);
	});

	it("adds nobody to an organization without their consent", async () => {
		const { headers, organizationId } = await founder();
		const guest = await stage.api.signUp("guest");
		expect((await add(headers, organizationId, guest.email)).status).toBe(201);
		expect(await organizationsOf(guest.cookie)).toEqual([]);
		const [waiting] = await waitingFor(guest.cookie);
		expect(waiting).toMatchObject({ organizationId });
		const again = await add(headers, organizationId, guest.email);
		expect([again.status, again.body]).toEqual([
			400,
			expect.objectContaining({ error: "User is already invited to this organization" }),
		]);
		const path = `/api/user/invitations/${waiting?.id}`;
		const stranger = { headers: stage.api.as.stranger, method: "POST" };
		expect((await stage.api.ask(`${path}/accept`, stranger)).status).toBe(403);
		expect((await stage.api.ask(`${path}/decline`, stranger)).status).toBe(400);
		const own = { headers: guest.cookie, method: "POST" };
		expect((await stage.api.ask(`${path}/accept`, own)).status).toBe(200);
		expect(await organizationsOf(guest.cookie)).toEqual([organizationId]);
		expect(await waitingFor(guest.cookie)).toEqual([]);
	});

	it("lets a person decline an invitation, which deletes it", async () => {
		const { headers, organizationId } = await founder();
		const guest = await stage.api.signUp("guest");
		await add(headers, organizationId, guest.email);
		const [waiting] = await waitingFor(guest.cookie);
		const path = `/api/user/invitations/${waiting?.id}`;
		const own = { headers: guest.cookie, method: "POST" };
		expect((await stage.api.ask(`${path}/decline`, own)).status).toBe(200);
		expect((await stage.api.ask(`${path}/accept`, own)).status).toBe(400);
		expect(await organizationsOf(guest.cookie)).toEqual([]);
	});

	it("asks for consent also when an organization's key invites", async () => {
		const { headers } = await stage.api.keyWith(null, "organization");
		const guest = await stage.api.signUp("guest");
		expect((await add(headers, stage.api.organizationId, guest.email)).status).toBe(201);
		expect(await organizationsOf(guest.cookie)).toEqual([]);
		expect(await waitingFor(guest.cookie)).toHaveLength(1);
	});

	it("refuses an invitation to an account that took on the invited address, without proof", async () => {
		const host = await founder();
		const mallory = await stage.api.signUp("mallory");
		const email = `${randomUUID()}@victim.example`;
		const invitationId = await invite(host, email);
		const changed = await stage.api.ask("/api/auth/update-email", {
			headers: mallory.cookie,
			body: { email, password: "correct horse" },
		});
		expect(changed.status).toBe(200);
		expect(await waitingFor(mallory.cookie)).toEqual([]);
		const refused = await accept(mallory.cookie, invitationId);
		expect([refused.status, refused.body]).toEqual([
			403,
			expect.objectContaining({ code: "EMAIL_NOT_VERIFIED" }),
		]);
		expect(stage.api.logged).toContainEqual({
			message: "Mail is not set up (SMTP_URL); this mail was not sent",
			fields: {
				mail: expect.objectContaining({
					to: mallory.email,
					subject: "The address of your Footfall account has changed",
				}),
			},
		});
	});

	it.each([
		["removed", "remove-member", (id: string) => ({ memberIdOrEmail: id })],
		["demoted", "update-member-role", (id: string) => ({ memberId: id, role: "member" })],
	] as const)("ends an invitation when its inviter is %s", async (_, path, bodyOf) => {
		const { organizationId, organization, as } = stage.api;
		const inviter = await stage.api.join("admin");
		const guest = await stage.api.signUp("guest");
		const invitationId = await invite(
			{ headers: inviter.cookie, organizationId },
			guest.email,
			"admin",
		);
		const listed = await stage.api.ask(`${organization}/members`, { headers: as.owner });
		const { data } = listed.body as { data: { id: string; userId: string }[] };
		const memberId = data.find(({ userId }) => userId === inviter.id)?.id ?? "";
		const change = await stage.api.ask(`/api/auth/organization/${path}`, {
			headers: as.owner,
			body: { ...bodyOf(memberId), organizationId },
		});
		expect(change.status).toBe(200);
		expect(await waitingFor(guest.cookie)).toEqual([]);
		expect((await accept(guest.cookie, invitationId)).body).toMatchObject({
			code: "INVITATION_NOT_FOUND",
		});
		expect(await organizationsOf(guest.cookie)).toEqual([]);
	});

	it("hides others' invitations from plain members", async () => {
		const { organizationId, as } = stage.api;
		await invite({ headers: as.admin, organizationId }, `${randomUUID()}@example.com`);
		const seen = async (headers: Record<string, string>) => {
			const list = await stage.api.ask(
				`/api/auth/organization/list-invitations?organizationId=${organizationId}`,
				{ headers },
			);
			const full = await stage.api.ask(
				`/api/auth/organization/get-full-organization?organizationId=${organizationId}`,
				{ headers },
			);
			return [
				(list.body as unknown[]).length > 0,
				(full.body as { invitations: unknown[] }).invitations.length > 0,
			];
		};
		expect([await seen(as.member), await seen(as.admin)]).toEqual([
			[false, false],
			[true, true],
		]);
	});

	it("marks unverified addresses in the lists of members and teams", async () => {
		const email = `${randomUUID()}@victim.example`;
		const { headers, organizationId } = await founder();
		const organization = `/api/organizations/${organizationId}`;
		await stage.api.ask(`${organization}/users`, {
			headers,
			body: { email, password: "correct horse", role: "member" },
		});
		const { body } = await stage.api.ask(`${organization}/members`, { headers });
		const { data } = body as { data: { userId: string; user: { emailVerified: boolean } }[] };
		expect(data.map(({ user }) => user.emailVerified)).toEqual([true, false]);
		const memberUserIds = data.map(({ userId }) => userId);
		await stage.api.ask(`${organization}/teams`, {
			headers,
			body: { name: "Everybody", memberUserIds },
		});
		const listed = await stage.api.ask(`${organization}/teams`, { headers });
		const { teams } = listed.body as {
			teams: { members: { userId: string; emailVerified: boolean }[] }[];
		};
		expect(
			teams.map(({ members }) =>
				memberUserIds.map((id) => members.find(({ userId }) => userId === id)?.emailVerified),
			),
		).toEqual([[true, false]]);
	});

	it("lets an invitation create one account where sign-up is closed, which becomes a member at once", async () => {
		const api = await startTestApi(await stage.create(), { disableSignup: true });
		const headers = await api.signIn();
		const organizationId = api.firstStart?.organizationId ?? "";
		const email = "guest@example.com";
		const { body } = await api.ask("/api/auth/organization/invite-member", {
			headers,
			body: { email, role: "member", organizationId },
		});
		const signUp = (as: string, invitationId?: string) =>
			api.ask("/api/auth/sign-up/email", {
				body: { email: as, password: "correct horse", name: "Guest", invitationId },
			});
		const { id } = body as { id: string };
		expect((await signUp(email)).body).toMatchObject({ code: "EMAIL_PASSWORD_SIGN_UP_DISABLED" });
		expect((await signUp("other@example.com", id)).status).toBe(403);
		expect((await signUp(email, "guessed")).body).toMatchObject({ code: "INVITATION_NOT_FOUND" });
		const joined = await signUp(email, id);
		expect(joined.status).toBe(200);
		const own = await api.ask("/api/organizations", { headers: cookieOf(joined) });
		expect(own.body).toEqual([expect.objectContaining({ id: organizationId, role: "member" })]);
		expect((await signUp(email, id)).status).toBe(400);
		await api.close();
	});
});
