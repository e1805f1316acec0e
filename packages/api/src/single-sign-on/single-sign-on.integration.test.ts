import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { setUpApp } from "@footfall/testing/accounts/set-up-app";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import {
	anyAddress,
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	OWNER,
	startPopulatedApi,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { freePorts } from "@footfall/testing/network/free-ports";
import { type Browsing, signInWith } from "@footfall/testing/oidc/sign-in-with";
import {
	CLIENT,
	createTestBrowser,
	OTHER_CLIENT,
	startTestProvider,
	type TestProvider,
} from "@footfall/testing/oidc/test-provider";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";
import { openDatabase } from "../database/open.ts";
import { OidcProvider } from "./provider.ts";

const MINUTE_MS = 60_000;

onOneDatabase("single sign-on", (stage) => {
	let api: Awaited<ReturnType<typeof startPopulatedApi>>;
	let corp: TestProvider;
	let other: TestProvider;
	/** Wants the secret in the body, and is trusted with addresses and second factors. */
	let trusted: TestProvider;
	let origin = "";
	let location: Awaited<ReturnType<typeof stage.create>>;
	let providers: OidcProvider[] = [];
	beforeAll(async () => {
		const [port = 0] = await freePorts(1);
		origin = `http://127.0.0.1:${port}`;
		const callback = (id: string) => `${origin}/api/sign-in/oidc/${id}/callback`;
		corp = await startTestProvider(callback("corp"));
		other = await startTestProvider(callback("other"));
		trusted = await startTestProvider(callback("trusted"), "client_secret_post");
		const roles = { analysts: "member", admins: "admin" };
		providers = [
			{ id: "corp", name: "Corp", issuer: corp.issuer, roles },
			{ id: "other", name: "Other", issuer: other.issuer, domains: ["example.com"] },
			{ id: "down", name: "Down", issuer: "http://127.0.0.1:9" },
			{
				...{ id: "trusted", name: "Trusted", issuer: trusted.issuer },
				...{ emailsAreVerified: true, provesSecondFactor: true },
				parameters: { access_type: "offline" },
			},
		].map((one) => OidcProvider.parse({ ...CLIENT, ...one }));
		location = await stage.create();
		api = await startPopulatedApi(location, {
			listen: { host: "127.0.0.1", port },
			baseUrl: origin,
			providers,
		});
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	afterAll(async () => {
		await api.close();
		await corp.close();
		await other.close();
		await trusted.close();
	});

	const begin = (id: string, to = "/sites") =>
		`${origin}/api/sign-in/oidc/${id}?to=${encodeURIComponent(to)}`;
	/** Where a sign-in of this person ends, and with which browser. */
	const signIn = async (
		sub: string,
		{ at = corp, id = "corp", browser }: Browsing & { at?: TestProvider; id?: string } = {},
	) => {
		at.present(sub);
		return signInWith({ origin, id }, { browser });
	};
	const person = (sub: string, rest: object = {}) => ({
		sub,
		email: `${sub}@example.com`,
		email_verified: true,
		name: `Name of ${sub}`,
		groups: ["analysts"],
		...rest,
	});
	const get = (path: string, headers: Record<string, string>) => api.ask(path, { headers });
	const userOf = async (headers: Record<string, string>) =>
		(
			(await get("/api/auth/get-session", headers)).body as {
				user: { name: string; email: string };
			} | null
		)?.user;
	const roleOf = async (headers: Record<string, string>) => {
		const { body } = await get("/api/organizations", headers);
		return (body as { role: string }[])[0]?.role;
	};
	const accounts = async (email: string) => {
		const { body } = await get(`${api.organization}/members`, api.as.owner);
		return (body as { data: { id: string; user: { email: string } }[] }).data.filter(
			(one) => one.user.email === email,
		);
	};

	it("makes an account with the role of the groups, and returns to the page", async () => {
		corp.know(person("ada"));
		const { page, headers } = await signIn("ada");
		expect(page).toBe("/sites");
		expect(await userOf(headers)).toMatchObject({
			name: "Name of ada",
			email: "ada@example.com",
			emailVerified: true,
		});
		expect(await roleOf(headers)).toBe("member");
		const log = await get(`${api.organization}/audit-log?action=member.add`, api.as.owner);
		expect((log.body as { data: object[] }).data[0]).toMatchObject({ via: "provider" });
	});

	it("follows names and roles at the next sign-in", async () => {
		corp.know(person("bea"));
		await signIn("bea");
		corp.know(person("bea", { name: "Bea Married", groups: ["analysts", "admins"] }));
		const { headers } = await signIn("bea");
		expect(await userOf(headers)).toMatchObject({ name: "Bea Married" });
		expect(await roleOf(headers)).toBe("admin");
	});

	it("takes access away at the next sign-in of somebody who left the group", async () => {
		corp.know(person("cem"));
		await signIn("cem");
		expect(await accounts("cem@example.com")).toHaveLength(1);
		corp.know(person("cem", { groups: [] }));
		expect(await signIn("cem")).toMatchObject({ page: "/login", refused: "no-role" });
		expect(await accounts("cem@example.com")).toEqual([]);
	});

	it("takes access away within an hour in an open session, and follows a new role there", async () => {
		corp.know(person("dan"));
		const { headers } = await signIn("dan");
		corp.know(person("dan", { groups: ["admins"] }));
		expect(await roleOf(headers)).toBe("member");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
		expect(await roleOf(headers)).toBe("admin");
		corp.know(person("dan", { groups: [] }));
		expect(await roleOf(headers)).toBe("admin");
		vi.setSystemTime(Date.now() + 51 * MINUTE_MS);
		expect((await get("/api/organizations", headers)).status).toBe(401);
		expect((await get("/api/auth/list-sessions", headers)).status).toBe(401);
		vi.useRealTimers();
		expect(await accounts("dan@example.com")).toEqual([]);
	});

	it("answers every request of a page that was left open for more than an hour", async () => {
		corp.know(person("idle"));
		const { headers } = await signIn("idle");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 65 * MINUTE_MS });
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => get("/api/organizations", headers)),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
	});

	it("keeps the sites that a member is limited to when a group is lost and regained", async () => {
		corp.know(person("liv"));
		await signIn("liv");
		const siteAccess = { hasRestrictedSiteAccess: true, siteIds: [api.site.siteId] };
		const [{ id = "" } = {}] = await accounts("liv@example.com");
		const limited = await api.ask(`${api.organization}/members/${id}/sites`, {
			method: "PUT",
			headers: api.as.owner,
			body: siteAccess,
		});
		expect(limited.status).toBe(200);
		corp.know(person("liv", { groups: [] }));
		expect(await signIn("liv")).toMatchObject({ refused: "no-role" });
		corp.know(person("liv"));
		await signIn("liv");
		expect(await accounts("liv@example.com")).toMatchObject([{ siteAccess }]);
	});

	it("ends an open session within an hour, and takes no access away, where the provider sends no groups then", async () => {
		corp.know(person("nia", { hasRefreshToken: false }));
		const { headers } = await signIn("nia");
		corp.know(person("nia", { groups: undefined }));
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
		expect(await roleOf(headers)).toBe("member");
		vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
		expect((await get("/api/organizations", headers)).status).toBe(401);
		vi.useRealTimers();
		expect(await accounts("nia@example.com")).toHaveLength(1);
	});

	it("ends a session whose person the provider no longer knows, also for the auth library's routes", async () => {
		corp.know(person("eve"));
		const { headers } = await signIn("eve");
		corp.forget("eve");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
		expect((await get("/api/auth/organization/list", headers)).status).toBe(401);
	});

	/** An account of the provider with an authenticator app, and the session in which it was set up. */
	const withApp = async (sub: string, { email = `${sub}@example.com`, password = "" } = {}) => {
		corp.know(person(sub, { email }));
		const { headers } = await signIn(sub);
		const post = (path: string, body: object, from: Record<string, string> = headers) =>
			api.ask(`/api/auth/${path}`, { headers: from, body });
		const { secret, cookie } = await setUpApp(api, headers, { password });
		return { post, secret, headers: cookie };
	};

	it("is asked again about a session that the setting up of a second factor or a confirmation renewed", async () => {
		for (const renews of ["setting up", "confirmation"]) {
			const sub = `kai-${renews.replace(" ", "-")}`;
			const { post, secret, headers } = await withApp(sub);
			const code = codeOfApp(secret, Date.now() + MINUTE_MS / 2);
			const last =
				renews === "setting up"
					? headers
					: cookieOf(await post("confirm-identity", { method: "code", value: code }, headers));
			expect(await roleOf(last)).toBe("member");
			corp.forget(sub);
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
			expect([renews, (await get("/api/organizations", last)).status]).toEqual([renews, 401]);
			vi.useRealTimers();
		}
	});

	it("is asked again about a session that a new password renewed, which has proved no more than before", async () => {
		const { email } = await api.join("member", "ivo");
		const password = "correct horse";
		const { post } = await withApp("ivo", { email, password });
		const { headers } = await signIn("ivo");
		const renewed = await post(
			"change-password",
			{ currentPassword: password, newPassword: "a new password", revokeOtherSessions: true },
			headers,
		);
		expect([renewed.status, (await get("/api/organizations", headers)).status]).toEqual([200, 401]);
		const last = cookieOf(renewed);
		const change = await post("two-factor/disable", { password: "a new password" }, last);
		expect(change.body).toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
		expect(await roleOf(last)).toBe("member");
		corp.forget("ivo");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
		expect((await get("/api/organizations", last)).status).toBe(401);
	});

	it("lets nobody change the second factor of the account who has not proved it", async () => {
		const { post, secret } = await withApp("ole");
		const { headers } = await signIn("ole");
		const codeIn = ({ body }: { body: unknown }) => (body as { code?: string }).code;
		for (const path of ["enable", "disable", "generate-backup-codes"])
			expect([path, codeIn(await post(`two-factor/${path}`, { password: "" }, headers))]).toEqual([
				path,
				"SECOND_FACTOR_REQUIRED",
			]);
		for (const [path, body] of [
			["verify-registration", { response: {} }],
			["delete-passkey", { id: "x" }],
		] as const)
			expect([path, codeIn(await post(`passkey/${path}`, body, headers))]).toEqual([
				path,
				"SECOND_FACTOR_REQUIRED",
			]);
		const code = codeOfApp(secret, Date.now() + MINUTE_MS / 2);
		const proved = await post("confirm-identity", { method: "code", value: code }, headers);
		expect((await post("two-factor/disable", { password: "" }, cookieOf(proved))).status).toBe(200);
	});

	it("asks for a new sign-in before a second factor is set up in an old session", async () => {
		corp.know(person("pia"));
		const { headers } = await signIn("pia");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE_MS });
		const { body } = await api.ask("/api/auth/two-factor/enable", {
			headers,
			body: { password: "" },
		});
		expect((body as { code?: string }).code).toBe("SESSION_NOT_FRESH");
	});

	it("makes no account for somebody without a group", async () => {
		corp.know(person("fay", { groups: ["others"] }));
		expect(await signIn("fay")).toMatchObject({ page: "/login", refused: "no-role" });
		corp.know(person("fay", { groups: ["analysts"] }));
		expect((await signIn("fay")).page).toBe("/sites");
	});

	it.each([
		["false", false],
		["missing", undefined],
		["a text", "true"],
	])("refuses an address whose email_verified is %s", async (name, email_verified) => {
		const sub = `gil-${name.replace(" ", "-")}`;
		corp.know(person(sub, { email_verified }));
		expect(await signIn(sub)).toMatchObject({ page: "/login", refused: "email-not-verified" });
		expect(await accounts(`${sub}@example.com`)).toEqual([]);
	});

	it("takes an address that the provider says nothing of where addresses count as verified, and none that it denies", async () => {
		trusted.know(person("zoe", { email_verified: undefined }));
		const { headers } = await signIn("zoe", { at: trusted, id: "trusted" });
		expect(await userOf(headers)).toMatchObject({ email: "zoe@example.com", emailVerified: true });
		trusted.know(person("zac", { email_verified: false }));
		expect(await signIn("zac", { at: trusted, id: "trusted" })).toMatchObject({
			refused: "email-not-verified",
		});
	});

	it("proves the second factor only where the provider asks everyone for one", async () => {
		const isProved = async (sub: string, at: TestProvider, id: string) => {
			at.know(person(sub));
			const { headers } = await signIn(sub, { at, id });
			const { body } = await get("/api/user/second-factor", headers);
			return (body as { isProved: boolean }).isProved;
		};
		expect(await isProved("una", trusted, "trusted")).toBe(true);
		expect(await isProved("uwe", corp, "corp")).toBe(false);
	});

	it("sends the provider its further parameters", async () => {
		const { headers } = await createTestBrowser().visit(begin("trusted"));
		const { searchParams } = new URL(headers.get("location") ?? "");
		expect(Object.fromEntries(searchParams)).toMatchObject({
			access_type: "offline",
			client_id: CLIENT.clientId,
		});
	});

	it("links an existing account whose address was proved", async () => {
		const member = await api.join("member", "hal");
		corp.know(person("hal", { email: member.email }));
		const { page, headers } = await signIn("hal");
		expect(page).toBe("/sites");
		expect(await userOf(headers)).toMatchObject({ email: member.email });
		const body = { email: member.email, password: "correct horse" };
		const withPassword = await api.ask("/api/auth/sign-in/email", { body });
		expect([withPassword.status, withPassword.body]).toEqual([
			403,
			expect.objectContaining({ code: "USE_PROVIDER" }),
		]);
	});

	it("ends the sessions, waiting sign-ins and remembered browsers from before an account was linked, and no others", async () => {
		const member = await api.join("member", "lia");
		const { database, close } = await openDatabase(location, () => {});
		await database
			.insertInto("verification")
			.values({
				...{ id: "waits", identifier: "waits", value: member.id },
				expiresAt: new Date(Date.now() + MINUTE_MS),
			})
			.execute();
		const waiting = async () =>
			(await database.selectFrom("verification").select("id").where("id", "=", "waits").execute())
				.length;
		expect([await userOf(member.cookie), await waiting()]).toEqual([
			expect.objectContaining({ email: member.email }),
			1,
		]);
		corp.know(person("lia", { email: member.email, groups: [] }));
		expect((await signIn("lia")).refused).toBe("no-role");
		expect([(await userOf(member.cookie)) !== undefined, await waiting()]).toEqual([true, 1]);
		corp.know(person("lia", { email: member.email }));
		const { headers } = await signIn("lia");
		expect([await userOf(member.cookie), await waiting()]).toEqual([undefined, 0]);
		await close();
		await signIn("lia");
		for (const open of [headers, api.as.owner]) expect(await userOf(open)).toBeDefined();
	});

	it("never takes over an account whose address was not proved, though it knows the address", async () => {
		const email = "squatted@example.com";
		const body = { email, password: "correct horse", name: "Squatter" };
		const { headers } = await api.ask("/api/auth/sign-up/email", { body });
		expect(headers.getSetCookie()).not.toEqual([]);
		corp.know(person("ivy", { email }));
		expect(await signIn("ivy")).toMatchObject({ page: "/login", refused: "account-exists" });
	});

	it("is kept in the history of the account, with the provider's name or why it was refused", async () => {
		const historyOf = async (headers: Record<string, string>) => {
			const { body } = await api.ask("/api/user/sign-ins", { headers });
			const { data } = body as { data: { way: string; outcome: string; detail: string | null }[] };
			return data.map(({ way, outcome, detail }) => [way, outcome, detail].join(" "));
		};
		corp.know(person("lou"));
		const { headers } = await signIn("lou");
		expect(await historyOf(headers)).toEqual(["provider signed-in Corp"]);
		corp.know(person("mia", { email: OWNER.email }));
		await signIn("mia");
		expect((await historyOf(api.as.owner))[0]).toBe("provider refused account-exists");
	});

	it("never takes over the administrator of the instance", async () => {
		corp.know(person("jon", { email: "owner@example.com" }));
		expect(await signIn("jon")).toMatchObject({ page: "/login", refused: "account-exists" });
	});

	it("refuses the same address from another provider, and from another person of the same", async () => {
		corp.know(person("kim"));
		await signIn("kim");
		other.know(person("kim"));
		expect(await signIn("kim", { at: other, id: "other" })).toMatchObject({
			refused: "other-provider",
		});
		corp.know(person("kim-2", { email: "kim@example.com" }));
		expect(await signIn("kim-2")).toMatchObject({ refused: "other-provider" });
	});

	it("refuses an address of a domain that the provider may not vouch for", async () => {
		other.know(person("leo", { email: "leo@elsewhere.example" }));
		expect(await signIn("leo", { at: other, id: "other" })).toMatchObject({
			refused: "other-domain",
		});
		other.know(person("lea"));
		const { headers } = await signIn("lea", { at: other, id: "other" });
		expect(await roleOf(headers)).toBe("member");
	});

	it("says so when the provider is down, unknown or refuses", async () => {
		const end = async (id: string) => {
			const browser = createTestBrowser();
			const url = await browser.follow(begin(id), /\/login/);
			return new URL(url).searchParams.get("refused");
		};
		expect(await end("down")).toBe("provider-down");
		expect(await end("nobody")).toBe("unknown-provider");
		expect(await signIn("")).toMatchObject({ page: "/login", refused: "denied" });
	});

	/** The address that the provider sends a browser back to, not opened yet. */
	const answerFor = async (sub: string, browser: ReturnType<typeof createTestBrowser>) => {
		corp.know(person(sub));
		corp.present(sub);
		return browser.follow(begin("corp"), /\/callback\?/);
	};
	const refusalAt = async (browser: ReturnType<typeof createTestBrowser>, url: string) => {
		const end = new URL(await browser.follow(url, /\/(login|sites)(\?|$)/));
		return end.searchParams.get("refused");
	};

	it("takes an answer once, and only in the browser that asked", async () => {
		const browser = createTestBrowser();
		const answer = await answerFor("max", browser);
		expect(await refusalAt(createTestBrowser(), answer)).toBe("stale");
		const second = createTestBrowser();
		await answerFor("max", second);
		expect(await refusalAt(second, answer)).toBe("stale");
		expect(await refusalAt(browser, answer)).toBeNull();
		expect(await refusalAt(browser, answer)).toBe("stale");
	});

	it("refuses another state, another issuer, and a code of somebody else's sign-in", async () => {
		const changed = async (change: (url: URL) => void) => {
			const browser = createTestBrowser();
			const url = new URL(await answerFor("ned", browser));
			change(url);
			return refusalAt(browser, url.href);
		};
		expect(await changed(({ searchParams }) => searchParams.set("state", "x"))).toBe("stale");
		expect(await changed(({ searchParams }) => searchParams.delete("state"))).toBe("stale");
		expect(await changed(({ searchParams }) => searchParams.set("iss", other.issuer))).toBe(
			"invalid-answer",
		);
		const foreign = new URL(await answerFor("ola", createTestBrowser())).searchParams.get("code");
		expect(await changed(({ searchParams }) => searchParams.set("code", foreign ?? ""))).toBe(
			"stale",
		);
		expect(await changed(({ searchParams }) => searchParams.set("code", "x"))).toBe("stale");
	});

	it("refuses a code, and a sign-in, that are too old", async () => {
		const browser = createTestBrowser();
		const answer = await answerFor("pam", browser);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * MINUTE_MS });
		expect(await refusalAt(browser, answer)).toBe("stale");
		const late = createTestBrowser();
		const later = await answerFor("pam", late);
		vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
		expect(await refusalAt(late, later)).toBe("stale");
	});

	it.each([
		"//evil.example/",
		"/\\evil.example/",
		"/\t/evil.example/",
		"\\\\evil.example/",
		"https://evil.example/",
		"javascript:alert(1)",
	])("returns to pages of this server only, not to %j", async (to) => {
		corp.know(person("quin"));
		corp.present("quin");
		const browser = createTestBrowser();
		const answer = await browser.follow(begin("corp", to), /\/callback\?/);
		const end = await browser.visit(answer);
		expect([end.status, end.headers.get("location")]).toEqual([302, "/"]);
		expect(await userOf(browser.cookies(origin))).toMatchObject({ email: "quin@example.com" });
	});

	it("refuses the answer of one provider at the address of another", async () => {
		const browser = createTestBrowser();
		const answer = await answerFor("rex", browser);
		const mixed = answer.replace("/oidc/corp/", "/oidc/other/");
		expect(await refusalAt(browser, mixed)).toBe("stale");
		expect(await accounts("rex@example.com")).toEqual([]);
	});

	it("refuses a code that the provider gave to another client", async () => {
		corp.know(person("sid"));
		corp.present("sid");
		const browser = createTestBrowser();
		const asked = new URL(await browser.follow(begin("corp"), /\/auth\?/));
		asked.searchParams.set("client_id", OTHER_CLIENT.clientId);
		const answer = await browser.follow(asked.href, /\/callback\?/);
		expect(new URL(answer).searchParams.get("code")).toMatch(/./);
		expect(await refusalAt(browser, answer)).toBe("stale");
		expect(await accounts("sid@example.com")).toEqual([]);
	});

	it("lets an account be linked again whose provider is gone", async () => {
		const member = await api.join("member", "tom");
		const { database, close } = await openDatabase(location, () => {});
		await database
			.insertInto("account")
			.values({
				...{ id: "a link", accountId: "tom", providerId: "oidc:former", userId: member.id },
				updatedAt: new Date(),
			})
			.execute();
		await close();
		corp.know(person("tom", { email: member.email }));
		expect((await signIn("tom")).page).toBe("/sites");
	});

	it("begins a limited number of sign-ins from one network, and says so on the page after that", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		const headers = { "x-forwarded-for": anyAddress() };
		const start = async () => {
			const answer = await fetch(begin("corp"), { redirect: "manual", headers });
			const to = new URL(answer.headers.get("location") ?? "", begin("corp"));
			return to.searchParams.get("refused");
		};
		expect(await Promise.all(Array.from({ length: 60 }, start))).toEqual(Array(60).fill(null));
		expect(await start()).toBe("too-many");
		vi.setSystemTime(Date.now() + 10_000);
		expect(await start()).toBeNull();
	});

	it("opens no session without a provider: the library's endpoint is unreachable", async () => {
		const { status } = await api.ask("/api/auth/provider-session", { body: { ticket: "x" } });
		expect(status).toBe(404);
	});

	it("names its providers, without their secrets", async () => {
		const { body } = await get("/api/config", {});
		expect(body).toMatchObject({
			passwordSignIn: true,
			providers: [
				{ id: "corp", name: "Corp", path: "/api/sign-in/oidc/corp" },
				{ id: "other", name: "Other", path: "/api/sign-in/oidc/other" },
				{ id: "down", name: "Down", path: "/api/sign-in/oidc/down" },
				{ id: "trusted", name: "Trusted", path: "/api/sign-in/oidc/trusted" },
			],
		});
		expect(JSON.stringify(body)).not.toContain(CLIENT.clientSecret);
	});

	it("can be the only way in, with the operator's link as the way back", async () => {
		const closed = await startTestApi(await stage.create(), {
			baseUrl: "https://stats.example.com",
			passwordSignIn: false,
			providers,
		});
		const codeOf = async (path: string, body: object) =>
			((await closed.ask(path, { body })).body as { code?: string }).code;
		for (const [path, body] of [
			["/api/auth/sign-in/email", OWNER],
			["/api/auth/sign-up/email", { ...OWNER, email: "new@example.com", name: "New" }],
			["/api/auth/request-password-reset", { email: OWNER.email }],
			["/api/auth/reset-password", { token: "x", newPassword: "a new password" }],
		] as const)
			expect([path, await codeOf(path, body)]).toEqual([path, "PASSWORD_SIGN_IN_OFF"]);
		expect((await closed.ask("/api/config")).body).toMatchObject({ passwordSignIn: false });
		const printed = await closed.ask(ADMIN_PATH, {
			headers: bearer(INTERNAL_TOKEN),
			body: { parameters: ["sign-in-link"] },
		});
		const token = String(printed.body).trimEnd().split("#")[1];
		const answer = await closed.ask("/api/auth/sign-in-link", { body: { token } });
		expect(answer.body).toMatchObject({ redirect: false, user: { email: OWNER.email } });
		await closed.close();
	});

	it.each([
		["providers without a public address", { providers: [{}] }, "OIDC_PROVIDERS: needs BASE_URL"],
		["no way in at all", { passwordSignIn: false }, "PASSWORD_SIGN_IN: false needs OIDC_PROVIDERS"],
	])("does not start with %s", async (_name, options, fault) => {
		const start = startTestApi(await stage.create(), options as object);
		await expect(start).rejects.toThrow(fault);
	});
});
