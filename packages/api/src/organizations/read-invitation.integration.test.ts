import { randomUUID } from "node:crypto";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { OWNER } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

onEachDatabase("an invitation's token", (stage) => {
	const newAddress = () => `guest-${randomUUID()}@example.com`;
	const invite = async (email: string, rest: object = {}) => {
		const { api } = stage;
		const { body } = await api.ask("/api/auth/organization/invite-member", {
			headers: api.as.owner,
			body: { email, role: "admin", organizationId: api.organizationId, ...rest },
		});
		return body as { id: string; mailed: boolean };
	};
	const read = async (token: string, headers = {}) =>
		(await stage.api.ask("/api/auth/organization/read-invitation", { headers, body: { token } }))
			.body;

	it("shows whoever has it the organization, who invited, and the address", async () => {
		const email = newAddress();
		const { id } = await invite(email);
		const offer = {
			organizationName: "My organization",
			inviterName: "Admin",
			inviterEmail: OWNER.email,
			email,
			role: "admin",
			expiresAt: expect.any(String),
		};
		expect(await read(id)).toEqual(offer);
		expect(await read(id, stage.api.as.stranger)).toEqual(offer);
	});

	it("is the only way to see an invitation: the listed id and an earlier token show nothing", async () => {
		const { api } = stage;
		const email = newAddress();
		const earlier = await invite(email);
		await invite(email, { resend: true });
		const { body } = await api.ask(
			`/api/auth/organization/list-invitations?organizationId=${api.organizationId}`,
			{ headers: api.as.owner },
		);
		const listed = (body as { id: string; email: string }[]).find((one) => one.email === email);
		for (const token of [listed?.id ?? "", earlier.id, "", "x".repeat(32)])
			expect(await read(token)).toMatchObject({ code: "INVITATION_NOT_FOUND" });
	});

	it("shows only why an invitation is closed", async () => {
		const { api } = stage;
		const accepted = newAddress();
		const { id } = await invite(accepted);
		await api.ask("/api/auth/sign-up/email", {
			body: { email: accepted, name: "Ina", password: "correct horse", invitationId: id },
		});
		const withdrawn = await invite(newAddress());
		await api.ask("/api/auth/organization/cancel-invitation", {
			headers: api.as.owner,
			body: { invitationId: withdrawn.id },
		});
		const answers = [await read(id), await read(withdrawn.id)];
		expect(answers).toMatchObject([
			{ code: "INVITATION_ACCEPTED" },
			{ code: "INVITATION_WITHDRAWN" },
		]);
		for (const shown of ["My organization", OWNER.email, "guest-"])
			expect(JSON.stringify(answers)).not.toContain(shown);
	});

	it("is not mailed where mail is not set up, and the inviter is told", async () =>
		expect(await invite(newAddress())).toMatchObject({ mailed: false }));
});
