import { testDatabases } from "@footfall/testing/api/databases";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMailer } from "../accounts/mail.ts";
import { openDatabase } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { createAuth } from "./auth.ts";
import { createReadSession } from "./read-session.ts";

const DAY_MS = 86_400_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const person = { email: "someone@example.com", name: "Someone", password: "correct horse" };

describe.each(testDatabases)("the signed-in person on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: Awaited<ReturnType<typeof openDatabase>>;
	let database: Database;
	let readSession: ReturnType<typeof createReadSession>;
	let cookie: string;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
		database = opened.database;
		const auth = createAuth({
			database,
			secret: "a secret of the tests, long enough to sign",
			mailer: createMailer(undefined, silent),
			logger: silent,
		});
		readSession = createReadSession(database, auth, async () => true);
		const signedUp = await auth.handler(
			new Request("http://localhost/api/auth/sign-up/email", {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(person),
			}),
		);
		cookie = signedUp.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
	});
	afterAll(async () => {
		await opened.close();
		await engine.close();
	});

	const endIn = (ms: number) =>
		database
			.updateTable("session")
			.set({ expiresAt: new Date(Date.now() + ms) })
			.execute();
	const daysLeft = async () => {
		const { expiresAt } = await database
			.selectFrom("session")
			.select("expiresAt")
			.executeTakeFirstOrThrow();
		return Math.round((expiresAt.getTime() - Date.now()) / DAY_MS);
	};

	it("is read from the cookie that signing in sets, among others", async () => {
		expect(await readSession({ cookie: `theme=dark; ${cookie}; more=1` })).toEqual({
			user: {
				id: expect.any(String),
				email: person.email,
				name: person.name,
				isSystemAdmin: true,
			},
			...{ hasFactor: false, lacksFactor: false },
		});
	});

	it("is nobody without that cookie, or with another name or signature for it", async () => {
		const [name = "", value = ""] = cookie.split("=");
		const [token] = decodeURIComponent(value).split(".");
		for (const forged of [
			"",
			"theme=dark",
			`other=${value}`,
			`${name}=`,
			`${name}=${token}`,
			`${name}=${token}.`,
			`${name}=${token}.AAAA`,
			`${name}=%`,
			`${name}=${value.slice(1)}`,
		])
			expect([forged, await readSession({ cookie: forged })]).toEqual([forged, undefined]);
	});

	it("stays signed in for a week from the last day of use", async () => {
		await endIn(3 * DAY_MS);
		expect(await readSession({ cookie })).toMatchObject({ user: { email: person.email } });
		expect(await daysLeft()).toBe(7);
	});

	it("is signed out after the week", async () => {
		await endIn(-1000);
		expect(await readSession({ cookie })).toBeUndefined();
		expect(await readSession({ cookie })).toBeUndefined();
	});
});
