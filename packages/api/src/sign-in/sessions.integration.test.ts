import { randomInt } from "node:crypto";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER, startTestApi, type TestApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";

describe.each(testDatabases)("accounts on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let api: TestApi;
	beforeAll(async () => {
		engine = await open();
		api = await startTestApi(await engine.create());
	});
	afterAll(async () => {
		await api.close();
		await engine.close();
	});

	const newcomer = { email: "new@example.com", password: "12345678", name: "New" };

	it("are created by signing up, which signs in for a week with a cookie that scripts cannot read", async () => {
		const { status, body, headers } = await api.ask("/api/auth/sign-up/email", { body: newcomer });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			token: expect.any(String),
			user: { id: expect.any(String), email: "new@example.com", name: "New", emailVerified: false },
		});
		expect(headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^better-auth\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
			),
		]);
	});

	it("reject a wrong password with the auth library's message and the usual error form", async () => {
		const { status, body, headers } = await api.ask("/api/auth/sign-in/email", {
			body: { ...OWNER, password: "wrong horse" },
		});
		expect(status).toBe(401);
		expect(body).toEqual({
			error: "Invalid email or password",
			code: "INVALID_EMAIL_OR_PASSWORD",
			message: "Invalid email or password",
			resolution: expect.any(String),
		});
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
	});

	it("have sessions that end when the person signs out", async () => {
		const cookie = await api.signIn();
		const session = await api.ask("/api/auth/get-session", { headers: cookie });
		expect(session.body).toMatchObject({
			user: { email: OWNER.email },
			session: { ipAddress: "" },
		});
		expect((await api.ask("/api/organizations", { headers: cookie })).status).toBe(200);
		await api.ask("/api/auth/sign-out", { headers: cookie, body: {} });
		expect((await api.ask("/api/auth/get-session", { headers: cookie })).body).toBe(null);
		expect((await api.ask("/api/organizations", { headers: cookie })).status).toBe(401);
	});

	it("reject a cookie whose signature is not ours", async () => {
		const { cookie } = await api.signIn();
		const forged = { cookie: cookie.replace(/.{6}$/, "AAAA%3D") };
		expect((await api.ask("/api/organizations", { headers: forged })).status).toBe(401);
	});

	it("limit sign-in attempts from one address, and say how long to wait", async () => {
		const headers = { "x-forwarded-for": `192.0.2.${randomInt(256)}` };
		// Without a password nothing is checked; the window of ten seconds still applies.
		const attempts = Array.from({ length: 31 }, () =>
			api.ask("/api/auth/sign-in/email", { headers, body: { email: OWNER.email } }),
		);
		const answers = await Promise.all(attempts);
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(1);
		expect(refused[0]?.body).toMatchObject({ code: "RATE_LIMITED" });
		expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
	});

	it("let an office's people sign in within a minute, behind one address", async () => {
		const headers = { "x-forwarded-for": "198.51.100.200" };
		const people = await Promise.all(
			Array.from({ length: 20 }, (_, person) => api.signUp(`colleague-${person}`)),
		);
		const answers = await Promise.all(
			people.map(({ email }) =>
				api.ask("/api/auth/sign-in/email", { headers, body: { email, password: "correct horse" } }),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
	});

	it("can be signed in to from elsewhere while a guessing address has to wait", async () => {
		const { email } = await api.signUp("guessed");
		const attempt = (address: string, password: string) =>
			api.ask("/api/auth/sign-in/email", {
				headers: { "x-forwarded-for": address },
				body: { email, password },
			});
		const guesses = await Promise.all(
			Array.from({ length: 40 }, (_, number) =>
				// Addresses of one network, which counts as one guesser.
				attempt(`2001:db8:7::${number}`, `wrong ${number}`),
			),
		);
		expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
		// Concurrent, because the guesser waits a second, as long as an owner's sign-in takes on a busy machine.
		const [owner, guesser] = await Promise.all([
			attempt(`198.51.100.${randomInt(256)}`, "correct horse"),
			attempt("2001:db8:7::ffff", "correct horse"),
		]);
		expect(owner.status).toBe(200);
		expect([guesser.status, guesser.body]).toEqual([
			429,
			expect.objectContaining({ code: "RATE_LIMITED", resolution: expect.any(String) }),
		]);
		expect(guesser.headers.get("content-type")).toMatch(/^application\/json/);
		expect(Number(guesser.headers.get("retry-after"))).toBeGreaterThan(0);
	});

	it("can be signed in to while many addresses guess at existing and unknown accounts", async () => {
		const { email } = await api.signUp("besieged");
		const attempt = (address: string, password: string) =>
			api.ask("/api/auth/sign-in/email", { body: { email: address, password } });
		for (const address of [email, "nobody@example.com"]) {
			const guesses = await Promise.all(
				Array.from({ length: 12 }, (_, number) => attempt(address, `wrong ${number}`)),
			);
			expect(guesses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 401));
		}
		expect((await attempt(email, "correct horse")).status).toBe(200);
	});

	it("change their password with the old one, and end the other sessions on request", async () => {
		const { email, cookie } = await api.signUp("changes");
		const elsewhere = await api.signIn({ email, password: "correct horse" });
		const change = (currentPassword: string) =>
			api.ask("/api/auth/change-password", {
				headers: cookie,
				body: { currentPassword, newPassword: "battery staple", revokeOtherSessions: true },
			});
		expect((await change("wrong horse")).status).toBe(400);
		expect((await change("correct horse")).status).toBe(200);
		expect((await api.ask("/api/organizations", { headers: elsewhere })).status).toBe(401);
		const again = await api.signIn({ email, password: "battery staple" });
		expect((await api.ask("/api/organizations", { headers: again })).status).toBe(200);
	});

	it("list the methods of the library's paths", async () => {
		const { status, headers } = await api.ask("/api/auth/sign-in/email");
		expect([status, headers.get("allow")]).toEqual([405, "POST"]);
	});

	it("do not expose other paths of the library", async () => {
		const { status, body } = await api.ask("/api/auth/api-key/create", { body: { name: "x" } });
		expect(status).toBe(404);
		expect(body).toMatchObject({ code: "API_ROUTE_NOT_FOUND" });
	});

	it("can be created by anyone, or by nobody when sign-up is disabled", async () => {
		const closed = await startTestApi(await engine.create(), { disableSignup: true });
		expect((await closed.ask("/api/config")).body).toMatchObject({ disableSignup: true });
		const refused = await closed.ask("/api/auth/sign-up/email", { body: newcomer });
		expect(refused.status).toBe(400);
		expect(refused.body).toMatchObject({ code: "EMAIL_PASSWORD_SIGN_UP_DISABLED" });
		expect(await closed.signIn()).toEqual({ cookie: expect.stringContaining("session_token=") });
		await closed.close();
	});

	it("get a secure cookie when the base URL is https", async () => {
		const secure = await startTestApi(await engine.create(), {
			baseUrl: "https://stats.example.com",
		});
		const { headers } = await secure.ask("/api/auth/sign-in/email", { body: OWNER });
		expect(headers.getSetCookie()).toEqual([
			expect.stringMatching(/^__Secure-better-auth\.session_token=.*; Secure;/),
		]);
		expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
		await secure.close();
	});

	it("make the first account the system administrator, even when two are created at once", async () => {
		const location = await engine.create();
		const { database, close } = await openDatabase(location, () => {});
		const insert = (id: string) =>
			database
				.insertInto("user")
				.values({ id, name: id, email: id, emailVerified: false, image: null })
				.execute();
		await Promise.all(["a", "b", "c"].map(insert));
		const admins = await database
			.selectFrom("user")
			.select("id")
			.where("isSystemAdmin", "=", true)
			.execute();
		expect(admins).toHaveLength(1);
		await close();
	});
});
