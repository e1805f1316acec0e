import { createPasskeyDevice } from "@footfall/testing/accounts/passkey-device";
import { passkeysOf } from "@footfall/testing/accounts/passkeys";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import {
	type ApiWithProvider,
	startApiWithProvider,
} from "@footfall/testing/oidc/api-with-provider";
import { createTestBrowser } from "@footfall/testing/oidc/test-provider";
import { afterAll, beforeAll, expect, it } from "vitest";

const SESSION = "better-auth.session_token";

onOneDatabase("a session cookie that was there before a sign-in", (stage) => {
	let api: ApiWithProvider<PopulatedApi>;
	beforeAll(async () => {
		const location = await stage.create();
		api = await startApiWithProvider((options) => startPopulatedApi(location, options));
	});
	afterAll(() => api.close());

	const personOf = async (cookie: string) => {
		const { body } = await api.ask("/api/auth/get-session", { headers: { cookie } });
		return (body as { user: { email: string } } | null)?.user.email;
	};
	/** What a browser with this cookie has after the answer. */
	const after = (planted: string, { headers }: { headers: Headers }) => {
		const browser = createTestBrowser();
		browser.take(api.origin, planted);
		for (const cookie of headers.getSetCookie())
			browser.take(api.origin, cookie.split(";", 1)[0] ?? "");
		return browser.cookies(api.origin).cookie;
	};

	/** Each signs a new person in, in a browser that has the cookie. */
	const ways: Record<string, (planted: string) => Promise<{ email: string; cookie: string }>> = {
		"a password": async (planted) => {
			const { email } = await api.signUp("victim");
			const answer = await api.ask("/api/auth/sign-in/email", {
				headers: { cookie: planted },
				body: { email, password: "correct horse" },
			});
			return { email, cookie: after(planted, answer) };
		},
		"a passkey": async (planted) => {
			const { email, cookie } = await api.signUp("victim");
			const device = createPasskeyDevice(api.origin);
			const { add, prove } = passkeysOf(api);
			expect((await add(device, cookie)).status).toBe(200);
			return { email, cookie: after(planted, await prove(device, { cookie: planted })) };
		},
		"a provider": async (planted) => {
			const { email } = await api.join("member", "victim");
			const browser = createTestBrowser();
			browser.take(api.origin, planted);
			// Whoever is signed in would be linked; a page of another site does not do that either.
			const { cookie } = await api.signInWithProvider(email, {
				email,
				browser,
				from: "cross-site",
			});
			return { email, cookie };
		},
	};

	it.each(Object.entries(ways))("is not the one of the session that %s opens", async (_, enter) => {
		const attacker = await api.signUp("attacker");
		for (const [planted, owner] of [
			[`${SESSION}=planted.c2lnbmF0dXJl`, undefined],
			[attacker.cookie.cookie, attacker.email],
		] as const) {
			const { email, cookie } = await enter(planted);
			expect(await personOf(cookie)).toBe(email);
			expect(cookie.split("; ")).not.toContain(planted);
			expect(await personOf(planted)).toBe(owner);
		}
	});
});
