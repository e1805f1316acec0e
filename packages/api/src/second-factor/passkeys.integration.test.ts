import { createPasskeyDevice } from "@footfall/testing/accounts/passkey-device";
import { passkeysOf } from "@footfall/testing/accounts/passkeys";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import { cookieOf } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

const BASE_URL = "https://stats.example.com";
const PASSWORD = "correct horse";

onOneDatabase(
	"a passkey",
	(stage) => {
		const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
		const factorOf = async (headers: Record<string, string>) =>
			(await stage.api.ask("/api/user/second-factor", { headers })).body;
		/** A new account with a passkey, which is kept by a device that checks who uses it. */
		const withPasskey = async (name: string) => {
			const account = await stage.api.signUp(name);
			const device = createPasskeyDevice(BASE_URL);
			const added = await passkeysOf(stage.api).add(device, account.cookie);
			expect([added.status, added.body]).toEqual([200, expect.anything()]);
			return { ...account, device };
		};
		const prove = (...given: Parameters<ReturnType<typeof passkeysOf>["prove"]>) =>
			passkeysOf(stage.api).prove(...given);

		it("signs in in place of the password, with a session that has proved a second factor", async () => {
			const { email, device } = await withPasskey("alone");
			const answer = await prove(device);
			expect(answer.body).toMatchObject({ user: { email } });
			expect(await factorOf(cookieOf(answer))).toMatchObject({ passkeys: 1, isProved: true });
		});

		it("is the second factor after the password", async () => {
			const { email, device } = await withPasskey("after-password");
			const asked = await stage.api.ask("/api/auth/sign-in/email", {
				body: { email, password: PASSWORD },
			});
			expect(asked.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["passkey"] });
			const answer = await prove(device, cookieOf(asked));
			expect(answer.body).toMatchObject({ user: { email } });
		});

		it("is refused in place of the password and after it when its device did not check who uses it", async () => {
			const { email, device } = await withPasskey("unchecked");
			const asked = await stage.api.ask("/api/auth/sign-in/email", {
				body: { email, password: PASSWORD },
			});
			for (const headers of [{}, cookieOf(asked)]) {
				const answer = await prove(device, headers, { verifies: false });
				expect([answer.status, codeOf(answer)]).toEqual([401, "AUTHENTICATION_FAILED"]);
				expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
			}
		});

		it("is not added when its device did not check who uses it, or made something else", async () => {
			const { cookie } = await stage.api.signUp("unchecked-new");
			const { add } = passkeysOf(stage.api);
			const device = createPasskeyDevice(BASE_URL);
			const unchecked = await add(device, cookie, { verifies: false });
			const elsewhere = await add(createPasskeyDevice("https://evil.example"), cookie);
			for (const answer of [unchecked, elsewhere])
				expect([answer.status, codeOf(answer)]).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
			expect(await factorOf(cookie)).toMatchObject({ passkeys: 0, isProved: false });
		});

		it("is refused beside twenty others, also when they are added at once", async () => {
			const { cookie } = await stage.api.signUp("collector");
			const { add } = passkeysOf(stage.api);
			const next = () => add(createPasskeyDevice(BASE_URL), cookie);
			for (let count = 0; count < 18; count += 1) expect((await next()).status).toBe(200);
			const last = await Promise.all([next(), next(), next(), next()]);
			expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
			const refused = await stage.api.ask("/api/auth/passkey/generate-register-options", {
				headers: cookie,
			});
			expect([refused.status, codeOf(refused)]).toEqual([400, "TOO_MANY_PASSKEYS"]);
			expect(await factorOf(cookie)).toMatchObject({ passkeys: 20 });
		});

		it("is refused from pages of another site, and by the device of somebody else", async () => {
			const { device } = await withPasskey("phished");
			const elsewhere = createPasskeyDevice("https://evil.example");
			expect(codeOf(await prove({ ...device, prove: elsewhere.prove }))).toBe("PASSKEY_NOT_FOUND");
			const asOwner = (
				options: Record<string, unknown>,
				given?: { verifies?: boolean | undefined },
			) => {
				const { id, rawId } = device.prove(options);
				return { ...createPasskeyDevice(BASE_URL).prove(options, given), id, rawId };
			};
			expect(codeOf(await prove({ ...device, prove: asOwner }))).toBe("AUTHENTICATION_FAILED");
		});
	},
	{ baseUrl: BASE_URL },
);
