import { createPasskeyDevice } from "@footfall/testing/accounts/passkey-device";
import { passkeysOf } from "@footfall/testing/accounts/passkeys";
import { setUpApp } from "@footfall/testing/accounts/set-up-app";
import { onOneDatabase } from "@footfall/testing/api/on-each-database";
import {
	cookieOf,
	type PopulatedApi,
	SECRET,
	startPopulatedApi,
} from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { digestOfRecoveryCode } from "./recovery-code-store.ts";

const AUTH = "/api/auth";
const BASE_URL = "https://stats.example.com";
const PASSWORD = "correct horse";

onOneDatabase("recovery codes", (stage) => {
	let api: PopulatedApi;
	let location: Awaited<ReturnType<typeof stage.create>>;
	beforeAll(async () => {
		location = await stage.create();
		api = await startPopulatedApi(location, { baseUrl: BASE_URL });
	});
	afterAll(() => api.close());

	const post = (path: string, headers: Record<string, string>, body: object) =>
		api.ask(AUTH + path, { headers, body });
	/** A new account with an authenticator app. */
	const withApp = async (name: string) => {
		const account = await api.signUp(name);
		const { recoveryCodes } = await setUpApp(api, account.cookie);
		return { ...account, codes: recoveryCodes };
	};
	const waiting = async (email: string) =>
		cookieOf(await post("/sign-in/email", {}, { email, password: PASSWORD }));
	const use = async (email: string, code: string) =>
		(await post("/two-factor/verify-backup-code", await waiting(email), { code })).status;
	const storedOf = async (userId: string): Promise<string> => {
		const { database, close } = await openDatabase(location, () => {});
		const { backupCodes } = await database
			.selectFrom("two_factor")
			.select("backupCodes")
			.where("userId", "=", userId)
			.executeTakeFirstOrThrow();
		await close();
		return backupCodes;
	};
	const digests = (codes: readonly string[]) =>
		codes.map((code) => digestOfRecoveryCode(SECRET, code));

	it("are stored as digests, with which nobody signs in", async () => {
		const { id, email, codes } = await withApp("digested");
		expect(codes).toHaveLength(10);
		const stored = await storedOf(id);
		expect(JSON.parse(stored)).toEqual(digests(codes));
		for (const code of codes) expect(stored).not.toContain(code);
		const [digest = ""] = digests(codes);
		expect(await use(email, digest)).toBe(400);
	});

	it("work once each, also for two requests at once", async () => {
		const { id, email, codes } = await withApp("at-once");
		const [first = "", second = "", ...rest] = codes;
		const answers = await Promise.all([use(email, first), use(email, first), use(email, first)]);
		expect(answers.filter((status) => status === 200)).toHaveLength(1);
		expect([await use(email, first), await use(email, second)]).toEqual([401, 200]);
		expect(JSON.parse(await storedOf(id))).toEqual(digests(rest));
	});

	it("of an app that has shown no code do not stand in for a passkey, whichever was set up first", async () => {
		const answers = async (name: string, setUp: "app first" | "passkey first") => {
			const { email, cookie } = await api.signUp(name);
			const enable = async () => {
				const made = await post("/two-factor/enable", cookie, { password: PASSWORD });
				return (made.body as { backupCodes: string[] }).backupCodes[0] ?? "";
			};
			const before = setUp === "app first" ? await enable() : undefined;
			const added = await passkeysOf(api).add(createPasskeyDevice(BASE_URL), cookie);
			expect(added.status).toBe(200);
			const code = before ?? (await enable());
			const given = [await waiting(email), cookie].map((headers) =>
				post("/two-factor/verify-backup-code", headers, { code }),
			);
			return (await Promise.all(given)).map(({ status, body }) => ({ status, body }));
		};
		const refused = {
			status: 400,
			body: expect.objectContaining({ code: "BACKUP_CODES_NOT_ENABLED" }),
		};
		expect(await answers("app-first", "app first")).toEqual([refused, refused]);
		expect(await answers("passkey-first", "passkey first")).toEqual([refused, refused]);
	});

	it("of an app that has shown no code are removed once a passkey is the second factor", async () => {
		const { id, cookie } = await api.signUp("forgotten-app");
		await post("/two-factor/enable", cookie, { password: PASSWORD });
		await passkeysOf(api).add(createPasskeyDevice(BASE_URL), cookie);
		await expect(storedOf(id)).rejects.toThrow("no result");
	});

	it("end with the new ones that take their place", async () => {
		const { id, email, codes } = await withApp("renewed");
		const [old = "", next = ""] = codes;
		const entered = await post("/two-factor/verify-backup-code", await waiting(email), {
			code: next,
		});
		const made = await post("/two-factor/generate-backup-codes", cookieOf(entered), {
			password: PASSWORD,
		});
		const { backupCodes } = made.body as { backupCodes: string[] };
		expect(JSON.parse(await storedOf(id))).toEqual(digests(backupCodes));
		expect([await use(email, old), await use(email, backupCodes[0] ?? "")]).toEqual([401, 200]);
	});
});
