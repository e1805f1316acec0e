import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { cookieOf, OWNER, startPopulatedApi, startTestApi } from "@footfall/testing/api/test-api";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";

const BASE_URL = "https://stats.example.com";

/** A mail server that keeps what it receives. */
const openMailbox = async () => {
	const mails: string[] = [];
	let arrived = () => {};
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData: (stream, _session, done) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				// Quoted-printable breaks long lines with "=" at the end.
				mails.push(Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "="));
				done();
				arrived();
			});
		},
	});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const next = async () => {
		if (mails.length === 0)
			await new Promise<void>((resolve) => {
				arrived = resolve;
			});
		return mails.shift() ?? "";
	};
	return {
		settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from: "footfall@example.com" },
		next,
		/** The next mail whose subject starts with this. */
		about: async (subject: string) => {
			let mail = await next();
			while (!mail.includes(`Subject: ${subject}`)) mail = await next();
			return mail;
		},
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};

onEachDatabase("mail", (stage) => {
	it("resets a password once, ends all sessions and clears failed sign-ins", async () => {
		const box = await openMailbox();
		const api = await startTestApi(await stage.create(), { mail: box.settings, baseUrl: BASE_URL });
		const session = await api.signIn();
		const forget = (email: string) =>
			api.ask("/api/auth/request-password-reset", { body: { email } });
		const [known, unknown] = [await forget(OWNER.email), await forget("nobody@example.com")];
		expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
		const mail = await box.next();
		expect(mail).toContain(`To: ${OWNER.email}`);
		const token = new RegExp(`${BASE_URL}/account/reset-password#(\\S+)`).exec(mail)?.[1];
		const guess = () => api.signIn({ ...OWNER, password: "wrong horse" });
		await Promise.all(Array.from({ length: 11 }, guess));
		const reset = (newPassword: string) =>
			api.ask("/api/auth/reset-password", { body: { token, newPassword } });
		expect((await reset("short")).status).toBe(400);
		expect((await reset("a new password")).body).toEqual({ status: true });
		expect((await reset("another password")).status).toBe(400);
		expect((await api.ask("/api/organizations", { headers: session })).status).toBe(401);
		const again = await api.signIn({ ...OWNER, password: "a new password" });
		expect((await api.ask("/api/organizations", { headers: again })).status).toBe(200);
		const log = await api.ask(
			`/api/organizations/${api.firstStart?.organizationId}/audit-log?limit=1`,
			{ headers: again },
		);
		expect((log.body as { data: object[] }).data).toEqual([
			expect.objectContaining({
				action: "user.password",
				via: "mail",
				user: { id: expect.any(String), email: OWNER.email },
			}),
		]);
		await api.close();
		await box.close();
	});

	it("makes invited people members once they accept", async () => {
		const box = await openMailbox();
		const api = await startPopulatedApi(await stage.create(), {
			mail: box.settings,
			baseUrl: BASE_URL,
		});
		const { email } = api.accounts.stranger;
		const ask = (headers: Record<string, string>, path: string, body?: object) =>
			api.ask(`/api/auth/organization/${path}`, { headers, ...(body && { body }) });
		const invited = await ask(api.as.admin, "invite-member", {
			email,
			role: "member",
			organizationId: api.organizationId,
		});
		expect(invited.status).toBe(200);
		const mail = await box.about("You are invited");
		expect(mail).toContain(`To: ${email}`);
		const id = new RegExp(`${BASE_URL}/account/invitation#(\\S+)`).exec(mail)?.[1];
		expect((await ask(api.as.member, "accept-invitation", { invitationId: id })).status).toBe(403);
		expect((await ask(api.as.stranger, "accept-invitation", { invitationId: id })).status).toBe(
			200,
		);
		const { body } = await api.ask("/api/organizations", { headers: api.as.stranger });
		expect(body).toEqual([expect.objectContaining({ role: "member" })]);
		const refused = await ask(api.as.member, "invite-member", {
			email: "x@example.com",
			role: "member",
			organizationId: api.organizationId,
		});
		expect(refused.status).toBe(403);
		await api.close();
		await box.close();
	});

	it("verifies an address by a mailed invitation or a link after sign-up, and never another person's address", async () => {
		const box = await openMailbox();
		const api = await startTestApi(await stage.create(), { mail: box.settings, baseUrl: BASE_URL });
		const owner = await api.signIn();
		const isVerified = async (headers: Record<string, string>) => {
			const { body } = await api.ask("/api/auth/get-session", { headers });
			return (body as { user: { emailVerified: boolean } }).user.emailVerified;
		};
		const signUp = async (email: string, invitationId?: string) =>
			cookieOf(
				await api.ask("/api/auth/sign-up/email", {
					body: { email, password: "correct horse", name: "Guest", invitationId },
				}),
			);
		const verify = (token: string | undefined) =>
			api.ask("/api/auth/verify-email", { body: { token } });
		const proof = new RegExp(`${BASE_URL}/account/verify-email#(\\S+)`);
		const invitation = new RegExp(`${BASE_URL}/account/invitation#(\\S+)`);
		const invite = (email: string) =>
			api.ask("/api/auth/organization/invite-member", {
				headers: owner,
				body: { email, role: "member", organizationId: api.firstStart?.organizationId },
			});

		const guest = await signUp("guest@example.com");
		const token = proof.exec(await box.next())?.[1];
		expect(await isVerified(guest)).toBe(false);
		expect((await verify("guessed")).body).toMatchObject({ code: "INVALID_TOKEN" });
		expect((await verify(token)).body).toEqual({ status: true });
		expect(await isVerified(guest)).toBe(true);
		expect((await verify(token)).status).toBe(400);

		const { body } = await invite("handed@example.com");
		const mailed = invitation.exec(await box.next())?.[1];
		expect(mailed).toContain((body as { id: string }).id);
		const handed = await signUp("handed@example.com", (body as { id: string }).id);
		expect(await isVerified(handed)).toBe(false);
		expect(await box.next()).toContain("Subject: Confirm your address");

		await invite("mailed@example.com");
		const link = invitation.exec(await box.next())?.[1];
		expect(await isVerified(await signUp("mailed@example.com", link))).toBe(true);

		const changed = await api.ask("/api/auth/update-email", {
			headers: guest,
			body: { email: "new@example.com", password: "correct horse" },
		});
		expect(changed.status).toBe(200);
		const mails = [await box.next(), await box.next()].join("\n");
		expect(mails).toContain("To: guest@example.com");
		expect(mails).toContain("To: new@example.com");
		expect(await isVerified(guest)).toBe(false);
		await api.close();
		await box.close();
	});

	it("logs undeliverable mail, and does not reveal who has an account", async () => {
		const api = await startTestApi(await stage.create(), {
			mail: { smtpUrl: "smtp://127.0.0.1:1", from: "footfall@example.com" },
			baseUrl: BASE_URL,
		});
		const { status } = await api.ask("/api/auth/request-password-reset", {
			body: { email: OWNER.email },
		});
		expect(status).toBe(200);
		await expect
			.poll(() => api.logged)
			.toContainEqual({
				message: "A mail could not be sent; request it again",
				fields: { err: expect.any(Error), subject: "Set a new password for Footfall" },
			});
		await api.close();
	});

	it("logs mail when no server is configured", async () => {
		const { api } = stage;
		await api.ask("/api/auth/request-password-reset", { body: { email: OWNER.email } });
		expect(api.logged).toContainEqual({
			message: "Mail is not set up (SMTP_URL); this mail was not sent",
			fields: {
				mail: {
					to: OWNER.email,
					subject: "Set a new password for Footfall",
					text: expect.stringMatching(/\n\/account\/reset-password#\w{20,}\n/),
				},
			},
		});
	});

	it("refuses to start without the base URL that links in mails need", async () => {
		await expect(
			startTestApi(await stage.create(), {
				mail: { smtpUrl: "smtp://127.0.0.1:1", from: "footfall@example.com" },
			}),
		).rejects.toThrow("SMTP_URL: needs BASE_URL too");
	});
});
