import { embeddedDatabase } from "@footfall/testing/api/databases";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import {
	bearer,
	cookieOf,
	INTERNAL_TOKEN,
	OWNER,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";
import { openDatabase } from "../database/open.ts";

const PATH = "/api/auth/sign-in-link";

onEachDatabase("a sign-in link", (stage) => {
	const printed = async (...parameters: string[]) => {
		const body = { parameters: ["sign-in-link", ...parameters] };
		const answer = await stage.api.ask(ADMIN_PATH, { headers: bearer(INTERNAL_TOKEN), body });
		return { status: answer.status, text: String(answer.body).trimEnd(), body: answer.body };
	};
	const tokenFor = async (...parameters: string[]) =>
		(await printed(...parameters)).text.split("#")[1] ?? "";
	const use = (token: unknown, headers = {}) => stage.api.ask(PATH, { headers, body: { token } });

	it("opens a session of its account, once", async () => {
		const token = await tokenFor(stage.api.accounts.member.email);
		const first = await use(token);
		expect(first.body).toMatchObject({
			redirect: false,
			user: { email: stage.api.accounts.member.email },
		});
		expect(first.headers.getSetCookie()[0]).toMatch(
			/^better-auth\.session_token=.*HttpOnly; SameSite=Lax$/,
		);
		const { body } = await stage.api.ask("/api/auth/get-session", { headers: cookieOf(first) });
		expect(body).toMatchObject({ user: { email: stage.api.accounts.member.email } });
		const second = await use(token);
		expect([second.status, second.headers.getSetCookie()]).toEqual([401, []]);
		expect(second.body).toMatchObject({
			code: "SIGN_IN_LINK_INVALID",
			message: expect.stringContaining("footfall admin sign-in-link"),
		});
	});

	it("opens one session however many requests use it at once", async () => {
		const token = await tokenFor();
		const answers = await Promise.all(Array.from({ length: 5 }, () => use(token)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
	});

	it("is for the first account unless an address is given", async () => {
		expect((await use(await tokenFor())).body).toMatchObject({ user: { email: OWNER.email } });
		const { status, body } = await printed("nobody@example.com");
		expect([status, body]).toEqual([
			400,
			expect.objectContaining({ message: "There is no account for nobody@example.com" }),
		]);
		expect((await printed("a@example.com", "b@example.com")).status).toBe(400);
	});

	it("uses the address known to the operator's process", async () => {
		const { text } = await printed("--address", "http://localhost:3000");
		expect(text).toMatch(/^http:\/\/localhost:3000\/welcome#[\w-]{32}$/);
	});

	it("expires after fifteen minutes", async () => {
		const token = await tokenFor();
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
		try {
			const { status, body } = await use(token);
			expect([status, body]).toEqual([
				401,
				expect.objectContaining({
					code: "SIGN_IN_LINK_EXPIRED",
					message: expect.stringContaining("footfall admin sign-in-link"),
				}),
			]);
		} finally {
			vi.useRealTimers();
		}
	});

	it.each([
		["nothing", undefined, 400],
		["a number", 12, 400],
		["a list", ["x"], 400],
		["an empty text", "", 401],
		["a long text", "x".repeat(10_000), 400],
		["a guess", "x".repeat(32), 401],
		["a zero byte", "x\0", 400],
	])("cannot be %s", async (_name, token, status) =>
		expect((await use(token)).status).toBe(status),
	);

	it("is refused for a page of another origin", async () => {
		const token = await tokenFor();
		expect((await use(token, { origin: "https://evil.example" })).status).toBe(403);
		expect((await use(token)).status).toBe(200);
	});

	it("is rate-limited for each network", async () => {
		const headers = { "x-forwarded-for": "192.0.2.77" };
		const statuses: number[] = [];
		for (let tries = 0; tries < 12; tries++) statuses.push((await use("guess", headers)).status);
		expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
		expect(statuses.slice(10)).toEqual([429, 429]);
	});

	it("is void after a new password, like sessions", async () => {
		const { email } = stage.api.accounts.admin;
		const token = await tokenFor(email);
		const parameters = ["reset-password", "--email", email, "--password", "correct horse"];
		await stage.api.ask(ADMIN_PATH, { headers: bearer(INTERNAL_TOKEN), body: { parameters } });
		expect((await use(token)).status).toBe(401);
	});

	it("cannot set a password", async () => {
		const token = await tokenFor();
		const body = { token, newPassword: "a new password" };
		const { status } = await stage.api.ask("/api/auth/reset-password", { body });
		expect(status).toBe(400);
	});
});

describe("the first start", () => {
	it("creates a link, as does each start until somebody has signed in", async () => {
		const databases = await embeddedDatabase.open();
		const location = await databases.create();
		const first = await startTestApi(location);
		expect(first.signInToken).toMatch(/^[\w-]{32}$/);
		await first.close();

		const { database, close } = await openDatabase(location, () => {});
		const stored = await sql<{
			row: string;
		}>`SELECT "verification"::text AS row FROM "verification"`.execute(database);
		expect(stored.rows).toHaveLength(1);
		expect(JSON.stringify(stored.rows)).not.toContain(first.signInToken);
		await close();

		const second = await startTestApi(location);
		expect(second.signInToken).not.toBe(first.signInToken);
		for (const { signInToken } of [first, second])
			expect((await second.ask(PATH, { body: { token: signInToken } })).status).toBe(200);
		await second.close();

		const third = await startTestApi(location);
		expect(third.signInToken).toBeUndefined();
		await third.close();
		await databases.close();
	});
});
