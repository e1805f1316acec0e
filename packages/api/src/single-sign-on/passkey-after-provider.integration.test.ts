import { createPasskeyDevice } from "@footfall/testing/accounts/passkey-device";
import { passkeysOf } from "@footfall/testing/accounts/passkeys";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import {
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
	startTestApi,
	type TestApi,
} from "@footfall/testing/api/test-api";
import {
	type ApiWithProvider,
	startApiWithProvider,
} from "@footfall/testing/oidc/api-with-provider";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

const MINUTE_MS = 60_000;

onOneDatabase("the passkey of somebody who signs in with a provider", (stage) => {
	let api: ApiWithProvider<PopulatedApi>;
	let passkeys: ReturnType<typeof passkeysOf>;
	beforeAll(async () => {
		const location = await stage.create();
		api = await startApiWithProvider((options) => startPopulatedApi(location, options));
		passkeys = passkeysOf(api);
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	afterAll(() => api.close());

	const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
	const isIn = async (headers: Record<string, string>) =>
		(await api.ask("/api/auth/get-session", { headers })).body !== null;
	/** Whether a session may change the second factor of its account. */
	const changes = async (headers: Record<string, string>) => {
		const body = { password: "" };
		return codeOf(await api.ask("/api/auth/two-factor/enable", { headers, body })) ?? "allowed";
	};
	/** An account of the provider whose only second factor is the passkey of this device. */
	const withPasskey = async (sub: string, at: ApiWithProvider<TestApi> = api) => {
		const device = createPasskeyDevice(at.origin);
		const added = await passkeysOf(at).add(device, await at.signInWithProvider(sub));
		expect([added.status, added.body]).toEqual([200, expect.anything()]);
		return device;
	};

	it("is what its person has in place of a password", async () => {
		await withPasskey("abe");
		const headers = await api.signInWithProvider("abe");
		expect((await api.ask("/api/auth/get-account", { headers })).body).toEqual({
			hasPassword: false,
			canChoosePassword: false,
		});
		const answer = async (path: string, body: object) => {
			const refusal = await api.ask(`/api/auth/${path}`, { headers, body });
			return [refusal.status, codeOf(refusal)];
		};
		const newPassword = "a first password";
		expect(await answer("set-first-password", { newPassword })).toEqual([403, "USE_PROVIDER"]);
		const email = "abe@elsewhere.example";
		for (const rest of [{}, { password: "" }, { password: newPassword }])
			expect(await answer("update-email", { email, ...rest })).toEqual([403, "USE_PROVIDER"]);
		const given = { method: "password", value: newPassword };
		expect(await answer("confirm-identity", given)).toEqual([400, "INVALID_PASSWORD"]);
	});

	it("proves the second factor in a later session, which ends with the one that it renews", async () => {
		const device = await withPasskey("ada");
		const session = await api.signInWithProvider("ada");
		expect(await changes(session)).toBe("SECOND_FACTOR_REQUIRED");
		const proved = await passkeys.prove(device, session);
		expect([proved.status, proved.body]).toEqual([200, expect.anything()]);
		expect(await changes(cookieOf(proved))).toBe("allowed");
		expect([await isIn(session), await isIn(cookieOf(proved))]).toEqual([false, true]);
	});

	it("lets its person see an organization that requires a second factor", async () => {
		const device = await withPasskey("bea");
		const { cookie } = api.accounts.admin;
		const own = createPasskeyDevice(api.origin);
		expect((await passkeys.add(own, cookie)).status).toBe(200);
		const policy = (requiresSecondFactor: boolean) =>
			api.ask(`${api.organization}/sign-in-policy`, {
				method: "PUT",
				headers: cookie,
				body: { requiresSecondFactor },
			});
		expect((await policy(true)).status).toBe(200);
		const session = await api.signInWithProvider("bea");
		const sites = async (headers: Record<string, string>) =>
			api.ask("/api/organizations", { headers });
		expect(codeOf(await sites(session))).toBe("SECOND_FACTOR_REQUIRED");
		const proved = cookieOf(await passkeys.prove(device, session));
		expect((await sites(proved)).body).toMatchObject([{ role: "member" }]);
		expect((await policy(false)).status).toBe(200);
	});

	it("leaves the renewed session under the checks of the provider", async () => {
		const device = await withPasskey("cem");
		const session = await api.signInWithProvider("cem");
		const proved = cookieOf(await passkeys.prove(device, session));
		api.corp.forget("cem");
		expect(await isIn(proved)).toBe(true);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 51 * MINUTE_MS });
		expect((await api.ask("/api/organizations", { headers: proved })).status).toBe(401);
	});

	it("opens no session of its own, and none beside the session of somebody else", async () => {
		const device = await withPasskey("dan");
		const other = await api.signInWithProvider("eve");
		for (const headers of [{}, other, api.as.member])
			expect(codeOf(await passkeys.prove(device, headers))).toBe("USE_PROVIDER");
		expect(await changes(other)).toBe("allowed");
	});

	it("is refused when its device did not check who uses it", async () => {
		const device = await withPasskey("fay");
		const session = await api.signInWithProvider("fay");
		const proved = await passkeys.prove(device, session, { verifies: false });
		expect([proved.status, codeOf(proved)]).toEqual([401, "AUTHENTICATION_FAILED"]);
		expect(await changes(session)).toBe("SECOND_FACTOR_REQUIRED");
	});

	it("proves the second factor also where nobody signs in with a password, after the operator's link too", async () => {
		const location = await stage.create();
		const closed = await startApiWithProvider((options) =>
			startTestApi(location, { ...options, passwordSignIn: false }),
		);
		const { prove } = passkeysOf(closed);
		const device = await withPasskey("gil", closed);
		expect(codeOf(await prove(device))).toBe("PASSWORD_SIGN_IN_OFF");
		const proved = await prove(device, await closed.signInWithProvider("gil"));
		expect(proved.status).toBe(200);
		const printed = await closed.ask(ADMIN_PATH, {
			headers: bearer(INTERNAL_TOKEN),
			body: { parameters: ["sign-in-link", "gil@example.com"] },
		});
		const token = String(printed.body).trimEnd().split("#")[1];
		const asked = await closed.ask("/api/auth/sign-in-link", { body: { token } });
		expect(asked.body).toMatchObject({ twoFactorRedirect: true });
		expect((await prove(device, cookieOf(asked))).body).toMatchObject({
			user: { email: "gil@example.com" },
		});
		await closed.close();
	});
});
