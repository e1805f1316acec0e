import { randomUUID } from "node:crypto";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { OWNER, startPopulatedApi, startTestApi } from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type DatabaseLocation, openDatabase } from "../database/open.ts";
import type { Database } from "../database/schema.ts";

const inDatabase = async <Result>(
	location: DatabaseLocation,
	look: (database: Database) => Promise<Result>,
): Promise<Result> => {
	const { database, close } = await openDatabase(location, () => {});
	try {
		return await look(database);
	} finally {
		await close();
	}
};

/** All text in the tables that store the subjects of mails. */
const contentOf = async (database: Database): Promise<string> => {
	const { rows } = await sql<{ row: string }>`
		SELECT row_to_json("verification")::text AS "row" FROM "verification"
		UNION ALL SELECT row_to_json("invitation")::text FROM "invitation"
		UNION ALL SELECT row_to_json("audit_entry")::text FROM "audit_entry"`.execute(database);
	return rows.map(({ row }) => row).join("\n");
};

onEachDatabase("a mailed token", (stage) => {
	const tokenIn = (logged: unknown, page: string): string =>
		new RegExp(`/account/${page}#([\\w-]+)`).exec(JSON.stringify(logged))?.[1] ?? "";

	it("is stored only as a hash, and works for its purpose", async () => {
		const location = await stage.create();
		const first = await startPopulatedApi(location);
		await first.ask("/api/auth/request-password-reset", { body: { email: OWNER.email } });
		const email = "guest@example.com";
		const invited = await first.ask("/api/auth/organization/invite-member", {
			headers: first.as.owner,
			body: { email, role: "admin", organizationId: first.organizationId },
		});
		const reset = tokenIn(first.logged, "reset-password");
		const invitation = tokenIn(first.logged, "invitation");
		expect(invited.body).toMatchObject({ id: invitation, email, status: "pending" });
		await first.close();

		const content = await inDatabase(location, contentOf);
		expect(content).toContain(email);
		expect([reset.length >= 20, invitation.length >= 20]).toEqual([true, true]);
		expect([content.includes(reset), content.includes(invitation)]).toEqual([false, false]);

		const api = await startTestApi(location);
		const set = (token: string) =>
			api.ask("/api/auth/reset-password", { body: { token, newPassword: "battery staple" } });
		expect((await set(`${reset}x`)).status).toBe(400);
		expect((await set(reset)).body).toEqual({ status: true });
		await api.close();
	});

	it("of an invitation is required to accept it: the address and the listed id are not enough", async () => {
		const { api } = stage;
		const email = `guest-${randomUUID()}@example.com`;
		const { organizationId } = api;
		const ask = (path: string, headers: Record<string, string>, body?: object) =>
			api.ask(`/api/auth/organization/${path}`, { headers, ...(body && { body }) });
		const invite = async (body: object) => {
			const { body: made } = await ask("invite-member", api.as.owner, {
				email,
				role: "admin",
				organizationId,
				...body,
			});
			return (made as { id: string }).id;
		};
		const listed = async () => {
			const { body } = await ask(
				`list-invitations?organizationId=${organizationId}`,
				api.as.member,
			);
			const found = (body as { id: string; email: string; status: string }[]).filter(
				(one) => one.email === email && one.status === "pending",
			);
			return found.map(({ id }) => id);
		};
		const first = await invite({});
		const token = await invite({ resend: true });
		const [id = "", ...others] = await listed();
		expect([others, id === token, token === first]).toEqual([[], false, false]);

		const signedUp = await api.ask("/api/auth/sign-up/email", {
			body: { email, name: "Guest", password: "correct horse" },
		});
		const guest = { cookie: signedUp.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };
		await api.confirmEmail(email);
		for (const wrong of [id, first])
			for (const path of ["accept-invitation", "reject-invitation"])
				expect([wrong, (await ask(path, guest, { invitationId: wrong })).status]).toEqual([
					wrong,
					400,
				]);
		expect((await ask(`get-invitation?id=${id}`, guest)).status).toBe(400);
		expect((await ask(`get-invitation?id=${token}`, guest)).body).toMatchObject({
			id: token,
			email,
			role: "admin",
		});
		const accepted = await ask("accept-invitation", guest, { invitationId: token });
		expect([accepted.status, accepted.body]).toEqual([
			200,
			expect.objectContaining({
				invitation: expect.objectContaining({ id: token, status: "accepted" }),
			}),
		]);
	});

	it("of an invitation withdraws it, as does its listed id", async () => {
		const { api } = stage;
		const { organizationId } = api;
		const ask = (path: string, body?: object) =>
			api.ask(`/api/auth/organization/${path}`, { headers: api.as.owner, ...(body && { body }) });
		const invite = async (email: string) => {
			const { body } = await ask("invite-member", { email, role: "member", organizationId });
			return (body as { id: string }).id;
		};
		const byToken = await invite("one@example.com");
		await invite("two@example.com");
		const { body } = await ask(`list-invitations?organizationId=${organizationId}`);
		const two = (body as { id: string; email: string }[]).find(
			({ email }) => email === "two@example.com",
		);
		const cancelled = [
			await ask("cancel-invitation", { invitationId: byToken }),
			await ask("cancel-invitation", { invitationId: two?.id }),
		];
		expect(cancelled.map(({ status, body: answer }) => [status, answer])).toEqual([
			[200, expect.objectContaining({ email: "one@example.com", status: "canceled" })],
			[200, expect.objectContaining({ email: "two@example.com", status: "canceled" })],
		]);
	});

	it("sent by an earlier version remains valid, and is stored as a hash from then on", async () => {
		const location = await stage.create();
		const before = await startTestApi(location);
		await before.close();
		const [reset, invitation] = [`R${randomUUID()}`, `I${randomUUID()}`];
		await inDatabase(location, async (database) => {
			await sql`CREATE TABLE "sign_in_failure" ("account" text PRIMARY KEY)`.execute(database);
			await database
				.deleteFrom("schema_migration")
				.where("name", "=", "0007-hashed-tokens")
				.execute();
			const expiresAt = new Date(Date.now() + 3_600_000);
			const { id: userId } = await database
				.selectFrom("user")
				.select("id")
				.executeTakeFirstOrThrow();
			const { id: organizationId } = await database
				.selectFrom("organization")
				.select("id")
				.executeTakeFirstOrThrow();
			await database
				.insertInto("verification")
				.values({ id: "v", identifier: `reset-password:${reset}`, value: userId, expiresAt })
				.execute();
			await database
				.insertInto("invitation")
				.values({
					id: invitation,
					organizationId,
					email: "early@example.com",
					role: "member",
					status: "pending",
					expiresAt,
					inviterId: userId,
				})
				.execute();
		});
		const api = await startTestApi(location);
		const guest = await api.ask("/api/auth/sign-up/email", {
			body: { email: "early@example.com", name: "Early", password: "correct horse" },
		});
		const cookie = guest.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
		await api.confirmEmail("early@example.com");
		const accepted = await api.ask("/api/auth/organization/accept-invitation", {
			headers: { cookie },
			body: { invitationId: invitation },
		});
		const set = await api.ask("/api/auth/reset-password", {
			body: { token: reset, newPassword: "battery staple" },
		});
		expect([accepted.status, set.body]).toEqual([200, { status: true }]);
		await api.close();
		const content = await inDatabase(location, contentOf);
		expect([content.includes(reset), content.includes(invitation)]).toEqual([false, false]);
	});
});
