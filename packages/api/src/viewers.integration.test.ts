import { randomUUID } from "node:crypto";
import { CONFIGURATION_PATH, type ConfigurationSnapshot } from "@footfall/shared/site";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { hashOfToken } from "./database/hash-of-token.ts";

type Headers = Record<string, string>;

onEachDatabase("a viewer", (stage) => {
	const invite = (role: string) => {
		const { organizationId } = stage.api;
		const email = `invited-${role}-${randomUUID()}@example.com`;
		const body = { email, role, organizationId };
		return stage.api.ask("/api/auth/organization/invite-member", {
			headers: stage.api.as.owner,
			body,
		});
	};
	const changeRole = async (userId: string, role: string) =>
		stage.api.ask("/api/auth/organization/update-member-role", {
			headers: stage.api.as.owner,
			body: {
				...{ memberId: await stage.api.memberIdOf(userId), role },
				organizationId: stage.api.organizationId,
			},
		});
	const site = () => `/api/sites/${stage.api.site.siteId}`;
	const goal = { goalType: "path", config: { pathPattern: "/thanks" } };
	const addGoal = (headers: Headers) => stage.api.ask(`${site()}/goals`, { headers, body: goal });
	const mint = (headers: Headers, body: object) =>
		stage.api.ask("/api/user/api-keys", { headers, body: { name: "Mine", ...body } });

	it("is invited, added, created and made one like any other member", async () => {
		expect(await invite("viewer")).toMatchObject({ status: 200, body: { role: "viewer" } });
		const added = await stage.api.join("viewer");
		expect(await stage.api.ask("/api/user/memberships", { headers: added.cookie })).toMatchObject({
			status: 200,
			body: { data: [{ role: "viewer", siteCount: 2 }] },
		});
		const member = await stage.api.join("member");
		expect(await changeRole(member.id, "viewer")).toMatchObject({
			status: 200,
			body: { role: "viewer" },
		});
		expect((await addGoal(member.cookie)).status).toBe(403);
		expect(await changeRole(member.id, "member")).toMatchObject({ status: 200 });
		expect((await addGoal(member.cookie)).status).toBe(201);
	});

	it("learns from a refusal that the role is the reason", async () => {
		const { cookie } = await stage.api.join("viewer");
		expect(await addGoal(cookie)).toMatchObject({
			status: 403,
			body: {
				error: "Viewers can read, but change nothing",
				resolution: "Ask an administrator of the organization for the role member",
			},
		});
	});

	it("is told their role, and may edit nothing, not even what they made as a member", async () => {
		const author = await stage.api.join("member");
		const annotation = await stage.api.ask(`${site()}/annotations`, {
			headers: author.cookie,
			body: { title: "Mine", date: "2026-01-01" },
		});
		const segment = await stage.api.ask(`${site()}/segments`, {
			headers: author.cookie,
			body: { name: "Mine", filters: [{ parameter: "country", type: "equals", value: ["DE"] }] },
		});
		expect([annotation.status, segment.status]).toEqual([200, 201]);
		const { segmentId } = segment.body as { segmentId: number };
		await changeRole(author.id, "viewer");
		const as = { headers: author.cookie };
		expect(await stage.api.ask(`${site()}/viewer`, as)).toMatchObject({
			body: { data: { via: "member", role: "viewer" } },
		});
		const { annotationId } = annotation.body as { annotationId: number };
		const own = { method: "PUT", ...as, body: { title: "Still mine" } };
		expect((await stage.api.ask(`${site()}/annotations/${annotationId}`, own)).status).toBe(403);
		expect(await stage.api.ask(`${site()}/segments/${segmentId}`, as)).toMatchObject({
			status: 200,
			body: { name: "Mine", canEdit: false },
		});
	});

	it("sees the sites of their teams and no others", async () => {
		const inside = await stage.api.join("viewer", "inside");
		const outside = await stage.api.join("viewer", "outside");
		const { siteId } = stage.api.site;
		const team = await stage.api.ask(`${stage.api.organization}/teams`, {
			headers: stage.api.as.owner,
			body: { name: "Closed", memberUserIds: [inside.id], siteIds: [siteId] },
		});
		expect(team.status).toBe(201);
		const seen = async (headers: Headers) => {
			const { body } = await stage.api.ask(`${stage.api.organization}/sites`, { headers });
			return (body as { sites: { siteId: number; isOwner: boolean }[] }).sites;
		};
		const goals = async (headers: Headers) =>
			(await stage.api.ask(`${site()}/goals`, { headers })).status;
		expect(await goals(inside.cookie)).toBe(200);
		expect(await goals(outside.cookie)).toBe(403);
		expect((await seen(outside.cookie)).map((one) => one.siteId)).not.toContain(siteId);
		expect((await seen(inside.cookie)).map((one) => one.isOwner)).toEqual([false, false]);
		const teams = async (headers: Headers) => {
			const { body } = await stage.api.ask(`${stage.api.organization}/teams`, { headers });
			return (body as { teams: { name: string }[] }).teams.map(({ name }) => name);
		};
		expect(await teams(inside.cookie)).toEqual(["Closed"]);
		expect(await teams(outside.cookie)).toEqual([]);
		await stage.api.ask(`${stage.api.organization}/teams/${(team.body as { id: string }).id}`, {
			...{ method: "DELETE", headers: stage.api.as.owner },
		});
	});

	it("changes nothing of the organization through the sign-in library either", async () => {
		const { cookie, id } = await stage.api.join("viewer");
		const { organizationId, accounts } = stage.api;
		const { id: keyId } = await stage.api.keyWith(null, "organization");
		const pending = (await invite("member")).body as { id: string };
		const attempts: Record<string, object> = {
			"organization/update": { organizationId, data: { name: "Taken" } },
			"organization/invite-member": { organizationId, email: "x@example.com", role: "viewer" },
			"organization/cancel-invitation": { invitationId: pending.id },
			"organization/update-member-role": {
				...{ organizationId, memberId: await stage.api.memberIdOf(id), role: "member" },
			},
			"organization/remove-member": {
				...{ organizationId, memberIdOrEmail: accounts.member.email },
			},
			"api-key/update": { keyId, enabled: false },
			"api-key/delete": { keyId },
		};
		for (const [name, body] of Object.entries(attempts)) {
			const { status } = await stage.api.ask(`/api/auth/${name}`, { headers: cookie, body });
			expect([name, status]).toEqual([name, 403]);
		}
	});

	it("keeps an account of their own: password, preferences, and leaving", async () => {
		const { cookie } = await stage.api.join("viewer");
		const preferences = await stage.api.ask("/api/user/preferences", {
			...{ method: "PATCH", headers: cookie, body: { theme: "dark" } },
		});
		const password = await stage.api.ask("/api/auth/change-password", {
			headers: cookie,
			body: { currentPassword: "correct horse", newPassword: "battery staple" },
		});
		const left = await stage.api.ask("/api/auth/organization/leave", {
			headers: cookie,
			body: { organizationId: stage.api.organizationId },
		});
		expect([preferences.status, password.status, left.status]).toEqual([200, 200, 200]);
	});

	it("makes keys that only read, and no others", async () => {
		const { cookie } = await stage.api.join("viewer");
		const refused = await mint(cookie, { permissions: { goals: ["read", "write"] } });
		expect(refused).toMatchObject({
			status: 403,
			body: {
				error: "The keys of a viewer can only read",
				resolution: expect.stringContaining("Leave out goals:write"),
			},
		});
		const chosen = await mint(cookie, { permissions: { goals: ["read"] } });
		expect(chosen).toMatchObject({ status: 200, body: { permissions: { goals: ["read"] } } });
		const { status, body } = await mint(cookie, {});
		const { key, permissions } = body as { key: string; permissions: Record<string, string[]> };
		expect(status).toBe(200);
		expect(new Set(Object.values(permissions).flat())).toEqual(new Set(["read"]));
		expect((await stage.api.ask(`${site()}/goals`, { headers: bearer(key) })).status).toBe(200);
		expect((await addGoal(bearer(key))).status).toBe(403);
	});

	it("sends no events with a key, also not with one from before they were a viewer", async () => {
		const member = await stage.api.join("member");
		const { key } = (await mint(member.cookie, {})).body as { key: string };
		const scope = async () => {
			const { body } = await stage.api.ask(CONFIGURATION_PATH, { headers: bearer(INTERNAL_TOKEN) });
			const keys = (body as ConfigurationSnapshot).ingestionKeys;
			return keys.find(({ hash }) => hash === hashOfToken(key));
		};
		const { organizationId } = stage.api;
		expect(await scope()).toMatchObject({ organizationIds: [organizationId], siteIds: [] });
		await changeRole(member.id, "viewer");
		expect(await scope()).toMatchObject({ organizationIds: [], siteIds: [] });
		expect((await addGoal(bearer(key))).status).toBe(403);
		expect((await stage.api.ask(`${site()}/goals`, { headers: bearer(key) })).status).toBe(200);
	});

	it("can be subscribed to a report by an administrator, and subscribes to none", async () => {
		const { cookie, id } = await stage.api.join("viewer");
		const report = await stage.api.ask(`${stage.api.organization}/report-mails`, {
			headers: stage.api.as.owner,
			body: {
				...{ name: "Weekly", every: "week", timeZone: "UTC", siteId: stage.api.site.siteId },
				recipients: [{ userId: id }],
			},
		});
		expect(report.status).toBe(201);
		const { reportMailId } = report.body as { reportMailId: number };
		const path = `${stage.api.organization}/report-mails/${reportMailId}`;
		expect(await stage.api.ask(path, { headers: cookie })).toMatchObject({
			status: 200,
			body: { canEdit: false, recipients: [{ isCaller: true }] },
		});
		const subscription = { method: "PUT", headers: cookie, body: { isSubscribed: false } };
		expect((await stage.api.ask(`${path}/subscription`, subscription)).status).toBe(403);
		expect((await stage.api.ask(`${path}/send`, { headers: cookie, body: {} })).status).toBe(403);
	});
});
