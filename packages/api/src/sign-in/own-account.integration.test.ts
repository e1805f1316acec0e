import { setUpApp } from "@footfall/testing/accounts/set-up-app";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import {
	anyAddress,
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { afterEach, expect, it, vi } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

onEachDatabase("a person's own account", (stage) => {
	afterEach(() => void vi.useRealTimers());

	/** An instance whose owner signed in by the printed link. */
	const startByLink = async () => {
		const api = await startTestApi(await stage.create(), {
			owner: { email: "owner@example.com" },
		});
		const enter = async () =>
			cookieOf(await api.ask("/api/auth/sign-in-link", { body: { token: api.signInToken } }));
		return { api, cookie: await enter() };
	};

	it("sets a first password once, if it began with a sign-in link", async () => {
		const { api, cookie } = await startByLink();
		const account = async () => (await api.ask("/api/auth/get-account", { headers: cookie })).body;
		const set = (newPassword: string) =>
			api.ask("/api/auth/set-first-password", { headers: cookie, body: { newPassword } });
		expect(await account()).toEqual({ hasPassword: false, canChoosePassword: true });
		expect((await set("short")).status).toBe(400);
		expect((await set("a new password")).body).toEqual({ status: true });
		expect(await account()).toEqual({ hasPassword: true, canChoosePassword: false });
		expect([(await set("another one")).body]).toMatchObject([{ code: "PASSWORD_ALREADY_SET" }]);
		const signedIn = await api.ask("/api/auth/sign-in/email", {
			body: { email: "owner@example.com", password: "a new password" },
		});
		expect(signedIn.status).toBe(200);
		await api.close();
	});

	it("ends its other sessions with the first password", async () => {
		const { api, cookie } = await startByLink();
		const printed = await api.ask(ADMIN_PATH, {
			headers: bearer(INTERNAL_TOKEN),
			body: { parameters: ["sign-in-link"] },
		});
		const [, token] = /welcome#([\w-]+)/.exec(JSON.stringify(printed.body)) ?? [];
		const other = cookieOf(await api.ask("/api/auth/sign-in-link", { body: { token } }));
		const session = async (headers: { cookie: string }) =>
			(await api.ask("/api/auth/get-session", { headers })).body;
		expect(await session(other)).not.toBeNull();
		await api.ask("/api/auth/set-first-password", {
			headers: cookie,
			body: { newPassword: "a new password" },
		});
		expect([await session(other), (await session(cookie)) === null]).toEqual([null, false]);
		await api.close();
	});

	it("has a chosen password once its generated one is changed", async () => {
		const { api, cookie } = await startByLink();
		await api.ask("/api/auth/change-password", {
			headers: cookie,
			body: { currentPassword: api.firstStart?.password, newPassword: "a new password" },
		});
		expect((await api.ask("/api/auth/get-account", { headers: cookie })).body).toEqual({
			hasPassword: true,
			canChoosePassword: false,
		});
		await api.close();
	});

	it("has a password once somebody signed in with the one that the first start printed", async () => {
		const { api, cookie } = await startByLink();
		const account = async () => (await api.ask("/api/auth/get-account", { headers: cookie })).body;
		expect(await account()).toEqual({ hasPassword: false, canChoosePassword: true });
		const credentials = { email: "owner@example.com", password: api.firstStart?.password };
		await api.ask("/api/auth/sign-in/email", { body: { ...credentials, password: "wrong" } });
		expect(await account()).toEqual({ hasPassword: false, canChoosePassword: true });
		await api.ask("/api/auth/sign-in/email", { body: credentials });
		expect(await account()).toEqual({ hasPassword: true, canChoosePassword: false });
		await api.close();
	});

	it("sets up and removes its second factor without a password shortly after a sign-in link", async () => {
		const { api, cookie } = await startByLink();
		const withoutPassword = { password: "" };
		const post = (path: string, headers: { cookie: string }, body: object) =>
			api.ask(`/api/auth/two-factor/${path}`, { headers, body });
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
		expect((await post("enable", cookie, withoutPassword)).body).toMatchObject({
			code: "SESSION_NOT_FRESH",
		});
		vi.useRealTimers();
		const { cookie: inside } = await setUpApp(api, cookie, withoutPassword);
		expect((await post("generate-backup-codes", inside, withoutPassword)).body).toMatchObject({
			backupCodes: expect.arrayContaining([expect.any(String)]),
		});
		const { status, headers } = await post("disable", inside, withoutPassword);
		expect(status).toBe(200);
		const factor = await api.ask("/api/user/second-factor", { headers: cookieOf({ headers }) });
		expect(factor.body).toMatchObject({ hasApp: false });
		await api.close();
	});

	it("is asked for the printed password once somebody gave it, also where a second factor comes after it", async () => {
		const { api, cookie } = await startByLink();
		const { cookie: inside } = await setUpApp(api, cookie, { password: "" });
		const { body } = await api.ask("/api/auth/sign-in/email", {
			body: { email: "Owner@Example.com", password: api.firstStart?.password },
		});
		expect(body).toMatchObject({ twoFactorRedirect: true });
		expect((await api.ask("/api/auth/get-account", { headers: inside })).body).toEqual({
			hasPassword: true,
			canChoosePassword: false,
		});
		const removed = await api.ask("/api/auth/two-factor/disable", {
			headers: inside,
			body: { password: "" },
		});
		expect(removed.body).toMatchObject({ code: "INVALID_PASSWORD" });
		await api.close();
	});

	it("changes its address with the password, and limits guesses", async () => {
		const { email, cookie } = await stage.api.signUp("moving");
		const move = (body: object, address = anyAddress()) =>
			stage.api.ask("/api/auth/update-email", {
				headers: { ...cookie, "x-forwarded-for": address },
				body,
			});
		const wanted = `to-${email}`.toUpperCase();
		for (const body of [{ email: wanted }, { email: wanted, password: "wrong" }])
			expect((await move(body)).body).toMatchObject({ code: "INVALID_PASSWORD" });
		const password = "correct horse";
		expect((await move({ email: "not one", password })).status).toBe(400);
		expect((await move({ email: "owner@example.com", password })).body).toMatchObject({
			code: "EMAIL_ALREADY_USED",
		});
		expect((await move({ email: wanted, password })).body).toEqual({ status: true });
		const { body } = await stage.api.ask("/api/auth/get-session", { headers: cookie });
		expect(body).toMatchObject({ user: { email: wanted.toLowerCase(), emailVerified: false } });
		const address = anyAddress();
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		for (const status of [400, 400, 400, 400, 400, 429])
			expect((await move({ email: "x@example.com", password: "wrong" }, address)).status).toBe(
				status,
			);
	});

	it("needs no password for its first address after a sign-in link", async () => {
		const { api, cookie } = await startByLink();
		const moved = await api.ask("/api/auth/update-email", {
			headers: cookie,
			body: { email: "me@example.com" },
		});
		expect(moved.body).toEqual({ status: true });
		await api.close();
	});

	it.each([
		["GET", "/get-account"],
		["POST", "/set-first-password"],
		["POST", "/update-email"],
	])("cannot be changed by anybody else: %s %s", async (method, path) => {
		const { status } = await stage.api.ask(`/api/auth${path}`, {
			method,
			...(method === "POST" && { body: { email: "a@b.co", newPassword: "a new password" } }),
		});
		expect(status).toBe(401);
	});
});
