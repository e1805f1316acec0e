import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { startPopulatedApi } from "@footfall/testing/api/test-api";
import {
	type ApiWithProvider,
	startApiWithProvider,
} from "@footfall/testing/oidc/api-with-provider";
import { afterAll, beforeAll, expect, it } from "vitest";

type Api = ApiWithProvider<Awaited<ReturnType<typeof startPopulatedApi>>>;

onOneDatabase("the membership of somebody who signs in with a provider without groups", (stage) => {
	let api: Api;
	beforeAll(async () => {
		const location = await stage.create();
		api = await startApiWithProvider((options) => startPopulatedApi(location, options));
	});
	afterAll(() => api.close());

	const asOwner = (path: string, body: object) =>
		api.ask(path, { headers: api.as.owner, body: { organizationId: api.organizationId, ...body } });
	const memberOf = async (sub: string) => {
		const { body } = await api.ask(`${api.organization}/members`, { headers: api.as.owner });
		const { data } = body as {
			data: { id: string; role: string; user: { email: string } }[];
		};
		return data.find(({ user }) => user.email === `${sub}@example.com`);
	};
	const demote = async (sub: string) =>
		asOwner("/api/auth/organization/update-member-role", {
			memberId: (await memberOf(sub))?.id,
			role: "viewer",
		});
	const leave = (headers: { cookie: string }) =>
		api.ask("/api/auth/organization/leave", {
			headers,
			body: { organizationId: api.organizationId },
		});

	it("keeps the role that an administrator gave", async () => {
		await api.signInWithProvider("ada");
		expect((await memberOf("ada"))?.role).toBe("member");
		expect((await demote("ada")).status).toBe(200);
		await api.signInWithProvider("ada");
		expect((await memberOf("ada"))?.role).toBe("viewer");
	});

	it("is not given again to somebody who left, so that nobody sheds a lower role, until they are invited", async () => {
		const headers = await api.signInWithProvider("ben");
		await demote("ben");
		expect((await leave(headers)).status).toBe(200);
		await expect(api.signInWithProvider("ben")).rejects.toThrow("was refused: left");
		const invited = await asOwner("/api/auth/organization/invite-member", {
			email: "ben@example.com",
			role: "viewer",
		});
		const { id } = invited.body as { id: string };
		const inside = await api.signInWithProvider("ben");
		expect(await memberOf("ben")).toBeUndefined();
		const accepted = await api.ask("/api/auth/organization/accept-invitation", {
			headers: inside,
			body: { invitationId: id },
		});
		expect(accepted.status).toBe(200);
		await api.signInWithProvider("ben");
		expect((await memberOf("ben"))?.role).toBe("viewer");
	});

	it("is not given again to somebody whom an administrator removed", async () => {
		const headers = await api.signInWithProvider("cid");
		const removed = await asOwner("/api/auth/organization/remove-member", {
			memberIdOrEmail: "cid@example.com",
		});
		expect(removed.status).toBe(200);
		await expect(api.signInWithProvider("cid")).rejects.toThrow("was refused: left");
		expect((await api.ask(`${api.organization}/members`, { headers })).status).toBe(403);
		expect(await memberOf("cid")).toBeUndefined();
	});
});
