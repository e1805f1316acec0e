import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { setUpApp } from "@footfall/testing/accounts/set-up-app";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import {
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { openMailbox } from "@footfall/testing/mail/mailbox";
import { createTestBrowser } from "@footfall/testing/oidc/test-provider";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

const AUTH = "/api/auth";
const PASSWORD = "correct horse";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Cookies {
	[name: string]: string;
	cookie: string;
}

onEachDatabase("a second factor", (stage) => {
	let now = Date.UTC(2026, 5, 1, 12);
	/** Steps of 30 seconds; codes of earlier tests are used up. */
	const pass = (ms: number) => {
		now += ms;
		vi.setSystemTime(now);
	};
	beforeEach(() => {
		now = Math.max(now, Date.now()) + 2 * MINUTE_MS;
		vi.useFakeTimers({ toFake: ["Date"], now });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	const post = (path: string, headers: Record<string, string>, body: object) =>
		stage.api.ask(path, { headers, body });
	const get = (path: string, headers: Record<string, string>) => stage.api.ask(path, { headers });
	const signIn = (email: string, headers = {}, password = PASSWORD) =>
		post(`${AUTH}/sign-in/email`, headers, { email, password });
	const verify = (headers: Record<string, string>, code: string, rest = {}) =>
		post(`${AUTH}/two-factor/verify-totp`, headers, { code, ...rest });
	const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

	/** A new account with an app, signed in. */
	const withApp = async (name: string) => {
		const account = await stage.api.signUp(name);
		const app = await setUpApp(stage.api, account.cookie);
		pass(MINUTE_MS);
		return { ...account, ...app };
	};

	it("is asked for after the password, and the session begins only with a code of the app", async () => {
		const { email, secret } = await withApp("app");
		const asked = await signIn(email);
		expect(asked.body).toMatchObject({
			twoFactorRedirect: true,
			twoFactorMethods: ["totp", "passkey"],
		});
		expect((await get("/api/user/second-factor", cookieOf(asked))).status).toBe(401);
		expect(codeOf(await verify(cookieOf(asked), "000000"))).toBe("INVALID_CODE");
		const answer = await verify(cookieOf(asked), codeOfApp(secret, now));
		expect(answer.status).toBe(200);
		expect((await get("/api/user/second-factor", cookieOf(answer))).body).toMatchObject({
			hasApp: true,
			isMissing: false,
		});
	});

	it("counts only once the app has shown a code, and then ends the other sessions", async () => {
		const account = await stage.api.signUp("setting-up");
		const other = cookieOf(await signIn(account.email));
		const started = await post(`${AUTH}/two-factor/enable`, account.cookie, { password: PASSWORD });
		const { totpURI } = started.body as { totpURI: string };
		const secret = new URL(totpURI).searchParams.get("secret") ?? "";
		expect((await signIn(account.email)).body).toMatchObject({ redirect: false });
		expect((await verify(account.cookie, "123456")).status).not.toBe(200);
		expect((await verify(account.cookie, codeOfApp(secret, now))).status).toBe(200);
		expect((await get("/api/user/second-factor", other)).status).toBe(401);
		expect((await signIn(account.email)).body).toMatchObject({ twoFactorRedirect: true });
	});

	it("takes the code before and after, and no other", async () => {
		const { email, secret } = await withApp("clock");
		for (const [distance, status] of [
			[-60_000, 401],
			[-30_000, 200],
			[60_000, 401],
			[30_000, 200],
		] as const) {
			const asked = cookieOf(await signIn(email));
			const { status: answered } = await verify(asked, codeOfApp(secret, now + distance));
			expect([distance, answered]).toEqual([distance, status]);
		}
	});

	it("takes each code once, also from two requests at once, and none that is older", async () => {
		const { email, secret } = await withApp("once");
		const asked = await Promise.all([1, 2, 3].map(async () => cookieOf(await signIn(email))));
		const code = codeOfApp(secret, now);
		const answers = await Promise.all(asked.map((cookie) => verify(cookie, code)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
		expect(answers.map(codeOf).filter(Boolean)).toEqual(Array(2).fill("CODE_ALREADY_USED"));
		const older = await verify(cookieOf(await signIn(email)), codeOfApp(secret, now - 30_000));
		expect(codeOf(older)).toBe("CODE_ALREADY_USED");
	});

	it("ends a sign-in after five wrong codes, and locks the codes of the account after ten", async () => {
		const { email, secret } = await withApp("guessed");
		for (const round of [1, 2]) {
			const asked = cookieOf(await signIn(email));
			for (let tries = 0; tries < 5; tries++)
				expect([round, tries, codeOf(await verify(asked, `00000${tries}`))]).toEqual([
					round,
					tries,
					"INVALID_CODE",
				]);
			expect((await verify(asked, codeOfApp(secret, now))).status).not.toBe(200);
		}
		const locked = await verify(cookieOf(await signIn(email)), codeOfApp(secret, now));
		expect([locked.status, codeOf(locked)]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
		pass(16 * MINUTE_MS);
		expect((await verify(cookieOf(await signIn(email)), codeOfApp(secret, now))).status).toBe(200);
	});

	it("counts wrong codes of somebody who is signed in", async () => {
		const { cookie, secret } = await withApp("inside");
		for (let tries = 0; tries < 10; tries++) await verify(cookie, `00000${tries}`);
		expect(codeOf(await verify(cookie, codeOfApp(secret, now)))).toBe("ACCOUNT_TEMPORARILY_LOCKED");
	});

	it("is replaced by each recovery code once", async () => {
		const { email, recoveryCodes } = await withApp("recovery");
		const code = recoveryCodes[0] ?? "";
		expect(recoveryCodes).toHaveLength(10);
		const use = async () =>
			post(`${AUTH}/two-factor/verify-backup-code`, cookieOf(await signIn(email)), { code });
		expect((await use()).status).toBe(200);
		expect(codeOf(await use())).toBe("INVALID_BACKUP_CODE");
	});

	/** The cookie of a browser that an answer remembered. */
	const rememberedBy = (answer: { headers: Headers }) => {
		const pairs = cookieOf(answer).cookie.split("; ");
		return { cookie: pairs.find((pair) => pair.includes("trust_device")) ?? "" };
	};

	it.each([
		{
			name: "after its person changed the password",
			password: "another password",
			change: (cookie: Cookies) =>
				post(`${AUTH}/change-password`, cookie, {
					currentPassword: PASSWORD,
					newPassword: "another password",
				}),
		},
		{
			name: "after the app was removed, and another one was set up",
			password: PASSWORD,
			change: async (cookie: Cookies) => {
				const removed = await post(`${AUTH}/two-factor/disable`, cookie, { password: PASSWORD });
				await setUpApp(stage.api, cookieOf(removed));
				return removed;
			},
		},
	])("is asked for by a remembered browser $name", async ({ name, password, change }) => {
		const { email, cookie, secret } = await withApp(name.replaceAll(/\W+/g, "-"));
		const asked = cookieOf(await signIn(email));
		const remembered = await verify(asked, codeOfApp(secret, now), { trustDevice: true });
		pass(MINUTE_MS);
		const again = await signIn(email, rememberedBy(remembered));
		expect(again.body).toMatchObject({ redirect: false });
		expect((await change(cookie)).status).toBe(200);
		expect((await signIn(email, rememberedBy(again), password)).body).toMatchObject({
			twoFactorRedirect: true,
		});
	});

	it("is not asked for by a remembered browser for 30 days, and is again after a new password", async () => {
		const { email, secret } = await withApp("remembered");
		const asked = await signIn(email);
		const remembered = await verify(cookieOf(asked), codeOfApp(secret, now), { trustDevice: true });
		const device = rememberedBy(remembered);
		const again = await signIn(email, device);
		expect(again.body).toMatchObject({ redirect: false });
		const browser = createTestBrowser();
		for (const { cookie } of [device, cookieOf(again)]) browser.take(stage.api.origin, cookie);
		const renewed = browser.cookies(stage.api.origin);
		pass(31 * DAY_MS);
		expect((await signIn(email, renewed)).body).toMatchObject({ twoFactorRedirect: true });
		const later = cookieOf(
			await verify(cookieOf(await signIn(email)), codeOfApp(secret, now), { trustDevice: true }),
		);
		await post(ADMIN_PATH, bearer(INTERNAL_TOKEN), {
			parameters: ["reset-password", "--email", email, "--password", "another password"],
		});
		expect((await signIn(email, later, "another password")).body).toMatchObject({
			twoFactorRedirect: true,
		});
	});

	it("is asked for after a sign-in link too", async () => {
		const { email, secret } = await withApp("link");
		const printed = await post(ADMIN_PATH, bearer(INTERNAL_TOKEN), {
			parameters: ["sign-in-link", email],
		});
		const token = String(printed.body).trimEnd().split("#")[1] ?? "";
		const asked = await post(`${AUTH}/sign-in-link`, {}, { token });
		expect(asked.body).toMatchObject({ twoFactorRedirect: true });
		expect((await get("/api/user/second-factor", cookieOf(asked))).status).toBe(401);
		expect((await verify(cookieOf(asked), codeOfApp(secret, now))).status).toBe(200);
	});

	it("is turned off with the password only", async () => {
		const { cookie, email } = await withApp("off");
		const off = (body: object) => post(`${AUTH}/two-factor/disable`, cookie, body);
		expect(codeOf(await off({ password: "" }))).toBe("INVALID_PASSWORD");
		expect(codeOf(await off({ password: "wrong" }))).toBe("INVALID_PASSWORD");
		expect((await signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
		expect((await off({ password: PASSWORD })).status).toBe(200);
		expect((await signIn(email)).body).toMatchObject({ redirect: false });
	});

	it("renews a session with the password or a code, for changes that need a recent sign-in", async () => {
		const { cookie, secret } = await withApp("renewed");
		pass(11 * MINUTE_MS);
		const options = (headers: Record<string, string>) =>
			get(`${AUTH}/passkey/generate-register-options`, headers);
		expect(codeOf(await options(cookie))).toBe("SESSION_NOT_FRESH");
		const confirm = (body: object) => post(`${AUTH}/confirm-identity`, cookie, body);
		expect(codeOf(await confirm({ method: "password", value: "wrong" }))).toBe("INVALID_PASSWORD");
		expect(codeOf(await confirm({ method: "code", value: "000000" }))).toBe("INVALID_CODE");
		const renewed = await confirm({ method: "code", value: codeOfApp(secret, now) });
		expect(renewed.status).toBe(200);
		expect((await options(cookie)).status).toBe(401);
		expect((await options(cookieOf(renewed))).body).toMatchObject({ rp: { name: "Footfall" } });
	});

	it("answers with the secret once, when it is made", async () => {
		const { cookie, secret } = await withApp("sealed");
		const shown = [
			await get(`${AUTH}/get-session`, cookie),
			await get("/api/user/second-factor", cookie),
			await get(`${AUTH}/list-sessions`, cookie),
		];
		expect(secret).not.toBe("");
		expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(secret);
		const again = await post(`${AUTH}/two-factor/enable`, cookie, { password: PASSWORD });
		expect(codeOf(again)).toBe("TOTP_ALREADY_ENABLED");
	});
});

onEachDatabase("an organization that requires a second factor", (stage) => {
	const ask = (path: string, headers: Record<string, string>, body?: object, method?: string) =>
		stage.api.ask(path, { headers, ...(body && { body }), ...(method && { method }) });
	const policy = (headers: Record<string, string>, requiresSecondFactor: boolean) =>
		ask(`${stage.api.organization}/sign-in-policy`, headers, { requiresSecondFactor }, "PUT");
	const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
	const setUp = async (headers: { cookie: string }) => (await setUpApp(stage.api, headers)).cookie;

	it("is not seen by the administrator of the instance without one, who sees others as before", async () => {
		const { api } = stage;
		const founder = await api.signUp("founder");
		const made = await ask(`${AUTH}/organization/create`, founder.cookie, {
			name: "Strict",
			slug: "strict",
		});
		const { id } = made.body as { id: string };
		const ready = await setUp(founder.cookie);
		const path = `/api/organizations/${id}`;
		const turnedOn = await ask(
			`${path}/sign-in-policy`,
			ready,
			{ requiresSecondFactor: true },
			"PUT",
		);
		expect(turnedOn.status).toBe(200);
		for (const headers of [api.as.owner, api.as.ownerKey]) {
			expect(codeOf(await ask(`${path}/members`, headers))).toBe("SECOND_FACTOR_REQUIRED");
			expect((await ask(`${api.organization}/members`, headers)).status).toBe(200);
		}
	});

	it("shows nothing to members without one, nor to their keys, until they have set it up", async () => {
		const { api } = stage;
		expect(codeOf(await policy(api.as.admin, true))).toBe("SECOND_FACTOR_NEEDED_FIRST");
		const member = await api.join("member", "unready");
		const made = await ask("/api/user/api-keys", member.cookie, { name: "of a member" });
		const { key } = made.body as { key: string };
		const admin = await setUp(api.as.admin);
		expect((await policy(admin, true)).body).toMatchObject({ requiresSecondFactor: true });
		const site = `/api/sites/${api.site.siteId}`;
		for (const path of [
			`${api.organization}/members`,
			site,
			"/api/user/organizations",
			"/api/user/memberships",
			`${AUTH}/organization/list`,
			`${AUTH}/organization/get-full-organization?organizationId=${api.organizationId}`,
			`${AUTH}/api-key/list`,
		])
			expect([path, codeOf(await ask(path, member.cookie))]).toEqual([
				path,
				"SECOND_FACTOR_REQUIRED",
			]);
		for (const path of [`${api.organization}/members`, "/api/organizations", site])
			expect([path, codeOf(await ask(path, bearer(key)))]).toEqual([
				path,
				"SECOND_FACTOR_REQUIRED",
			]);
		expect((await ask("/api/user/second-factor", member.cookie)).body).toMatchObject({
			isRequired: true,
			isMissing: true,
		});
		expect((await ask("/api/user/preferences", member.cookie)).status).toBe(200);
		const ready = await setUp(member.cookie);
		expect((await ask(`${api.organization}/members`, ready)).status).toBe(200);
		expect((await ask(`${api.organization}/members`, bearer(key))).status).toBe(200);
		const renewed = await ask(`${AUTH}/two-factor/generate-backup-codes`, ready, {
			password: PASSWORD,
		});
		const [code = ""] = (renewed.body as { backupCodes: string[] }).backupCodes;
		const asked = await ask(
			`${AUTH}/sign-in/email`,
			{},
			{ email: member.email, password: PASSWORD },
		);
		const elsewhere = cookieOf(
			await ask(`${AUTH}/two-factor/verify-backup-code`, cookieOf(asked), { code }),
		);
		expect((await ask(`${api.organization}/members`, elsewhere)).status).toBe(200);
		const removed = await ask(`${AUTH}/two-factor/disable`, ready, { password: PASSWORD });
		expect(removed.status).toBe(200);
		for (const headers of [cookieOf(removed), elsewhere, bearer(key)])
			expect(codeOf(await ask(`${api.organization}/members`, headers))).toBe(
				"SECOND_FACTOR_REQUIRED",
			);
		const shared = await ask(`${api.organization}/api-keys`, admin, { name: "shared" });
		const organizationKey = bearer((shared.body as { key: string }).key);
		expect((await ask(`${api.organization}/members`, organizationKey)).status).toBe(200);
		expect(codeOf(await ask(site, api.as.owner))).toBe("SECOND_FACTOR_REQUIRED");
		expect((await ask("/api/user/memberships", api.as.stranger)).status).toBe(200);
		expect((await policy(admin, false)).status).toBe(200);
		expect((await ask(site, api.as.owner)).status).toBe(200);
	});
});

onEachDatabase("the way back after a lost phone", (stage) => {
	const ask = (path: string, headers: Record<string, string>, body?: object) =>
		stage.api.ask(path, { headers, ...(body && { body }) });
	const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
	const start = async (headers: Record<string, string>, userId: string) =>
		ask(
			`${stage.api.organization}/members/${await stage.api.memberIdOf(userId)}/reset-second-factor`,
			headers,
			{},
		);
	const withApp = async ({ cookie }: { cookie: { cookie: string } }) =>
		(await setUpApp(stage.api, cookie)).cookie;

	it("is started by an administrator, and opened by the person alone", async () => {
		const { api } = stage;
		const member = await api.join("member", "lost");
		expect(codeOf(await start(api.as.admin, member.id))).toBe("NO_SECOND_FACTOR");
		const inside = await withApp(member);
		expect((await start(api.as.member, member.id)).status).toBe(403);
		expect((await start(api.as.stranger, member.id)).status).toBe(403);
		const started = await start(api.as.admin, member.id);
		expect(codeOf(started)).toBe("MAIL_NOT_SET_UP");
		expect((await ask("/api/user/second-factor", inside)).body).toMatchObject({ hasApp: true });
	});

	it("is refused for somebody of another organization, unless the instance's administrator asks", async () => {
		const { api } = stage;
		const member = await api.join("member", "elsewhere");
		await ask(`${AUTH}/organization/create`, member.cookie, { name: "Other", slug: "other" });
		await withApp(member);
		expect(codeOf(await start(api.as.admin, member.id))).toBe("FORBIDDEN");
		expect(codeOf(await start(api.as.owner, member.id))).toBe("MAIL_NOT_SET_UP");
	});

	it("is refused for one's own account", async () => {
		const { api } = stage;
		const { id } = api.accounts.admin;
		expect((await start(api.as.admin, id)).status).toBe(403);
	});

	it("is the operator's command where mail is not set up", async () => {
		const { api } = stage;
		const member = await api.join("member", "operated");
		const inside = await withApp(member);
		const { body } = await ask(ADMIN_PATH, bearer(INTERNAL_TOKEN), {
			parameters: ["reset-second-factor", "--email", member.email],
		});
		expect(String(body)).toContain("Removed the second factor");
		expect((await ask("/api/user/second-factor", inside)).status).toBe(401);
		const { email } = member;
		expect(
			(await ask(`${AUTH}/sign-in/email`, {}, { email, password: PASSWORD })).body,
		).toMatchObject({ redirect: false });
		const log = await ask(
			`${api.organization}/audit-log?action=user.second-factor-reset`,
			api.as.owner,
		);
		expect((log.body as { data: object[] }).data[0]).toMatchObject({ via: "operator" });
	});

	it("mails the person a link that works once, within a day, and leaves both in the audit log", async () => {
		const box = await openMailbox();
		const api = await startPopulatedApi(await stage.create(), {
			mail: box.settings,
			baseUrl: "https://stats.example.com",
		});
		const arrived = async () => {
			const found = await vi.waitFor(() => {
				const mail = box.taken().find(({ raw }) => raw.includes("reset-second-factor"));
				if (!mail) throw new Error("It has not arrived yet");
				return mail;
			});
			const text = found.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
			return { to: found.to, token: /reset-second-factor#([\w-]+)/.exec(text)?.[1] ?? "" };
		};
		const post = (path: string, headers: Record<string, string>, body: object) =>
			api.ask(path, { headers, body });
		const member = await api.join("member", "mailed");
		const { cookie: inside } = await setUpApp(api, member.cookie);
		const id = await api.memberIdOf(member.id);
		const begin = () =>
			post(`${api.organization}/members/${id}/reset-second-factor`, api.as.admin, {});
		const use = (token: string) => post("/api/second-factor/reset", {}, { token });
		expect((await begin()).body).toEqual({ success: true });
		const late = await arrived();
		expect(late.to).toBe(member.email);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS + MINUTE_MS });
		expect((await use(late.token)).status).toBe(400);
		vi.useRealTimers();
		expect((await begin()).status).toBe(200);
		const { token } = await arrived();
		expect((await use(token)).body).toEqual({ success: true });
		expect((await use(token)).status).toBe(400);
		expect((await api.ask("/api/user/second-factor", { headers: inside })).status).toBe(401);
		const log = await api.ask(`${api.organization}/audit-log`, { headers: api.as.owner });
		const { data } = log.body as { data: { action: string; via: string; user: object }[] };
		expect(data.find(({ action }) => action === "member.reset-second-factor")).toMatchObject({
			via: "session",
			user: { email: api.accounts.admin.email },
		});
		expect(data.find(({ action }) => action === "user.second-factor-reset")).toMatchObject({
			via: "mail",
			user: { email: member.email },
		});
		await api.close();
		await box.close();
	});

	it.each(["", "x", "x".repeat(32)])("refuses the token %j", async (token) =>
		expect((await ask("/api/second-factor/reset", {}, { token })).status).toBe(400),
	);
});
