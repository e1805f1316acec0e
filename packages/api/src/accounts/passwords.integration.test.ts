import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER, startTestApi, type TestApi } from "@footfall/testing/api/test-api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";

const ORGANIZATIONS = "/api/organizations";

describe.each(testDatabases)("setting a new password on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	/** An api whose database fails the first time that it runs this statement, as in a crash. */
	const apiThatFailsOnce = async (when: string): Promise<TestApi> => {
		const location = await engine.create();
		const { database, close } = await openDatabase(location, () => {});
		// A sequence keeps its value when its transaction is rolled back.
		await sql
			.raw(`
				CREATE SEQUENCE "tries";
				CREATE FUNCTION "fail_once"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
					IF nextval('tries') = 1 THEN RAISE EXCEPTION 'a crash'; END IF;
					RETURN NULL;
				END $$;
				CREATE TRIGGER "crash" AFTER ${when} FOR EACH STATEMENT EXECUTE FUNCTION "fail_once"();`)
			.execute(database);
		await close();
		return startTestApi(location);
	};

	const statusFor = async (api: TestApi, headers: Record<string, string>) =>
		(await api.ask(ORGANIZATIONS, { headers })).status;

	it("ends the sessions too, or changes nothing and can be retried", async () => {
		const api = await apiThatFailsOnce('DELETE ON "session"');
		const session = await api.signIn();
		await api.ask("/api/auth/request-password-reset", { body: { email: OWNER.email } });
		const token = /reset-password#(\w+)/.exec(JSON.stringify(api.logged))?.[1];
		const reset = () =>
			api.ask("/api/auth/reset-password", { body: { token, newPassword: "battery staple" } });

		expect((await reset()).status).toBe(500);
		expect(await statusFor(api, session)).toBe(200);
		expect(await statusFor(api, await api.signIn())).toBe(200);

		expect((await reset()).body).toEqual({ status: true });
		expect(await statusFor(api, session)).toBe(401);
		const again = await api.signIn({ ...OWNER, password: "battery staple" });
		expect(await statusFor(api, again)).toBe(200);
		expect([(await reset()).status, (await reset()).body]).toEqual([
			400,
			expect.objectContaining({ code: "INVALID_TOKEN" }),
		]);
		await api.close();
	});

	it("ends the owner's other sessions on request, or changes nothing", async () => {
		const api = await apiThatFailsOnce('UPDATE OF "password" ON "account"');
		const [own, elsewhere] = [await api.signIn(), await api.signIn()];
		const change = (currentPassword: string) =>
			api.ask("/api/auth/change-password", {
				headers: own,
				body: { currentPassword, newPassword: "battery staple", revokeOtherSessions: true },
			});

		expect((await change("wrong horse")).status).toBe(400);
		expect(await statusFor(api, elsewhere)).toBe(200);
		expect((await change(OWNER.password)).status).toBe(500);
		expect(await statusFor(api, elsewhere)).toBe(200);
		expect(await statusFor(api, own)).toBe(200);
		expect(await statusFor(api, await api.signIn())).toBe(200);
		expect((await change(OWNER.password)).status).toBe(200);
		expect(await statusFor(api, elsewhere)).toBe(401);
		await api.close();
	});
});
