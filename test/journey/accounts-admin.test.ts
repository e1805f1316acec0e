import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAsIs } from "@footfall/api/testing";
import { openStore } from "@footfall/store";
import { signIn } from "@footfall/testing/product/accounts-client";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../../packages/server/bundle/main.js", import.meta.url));
const OWNER = { email: "owner@example.com", password: "correct horse" };

const data = createTemporaryDirectory();
const environment = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path, environment);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** Runs a command as an operator does; resolves to its output and exit code. */
const footfall = (directory: string, ...parameters: string[]) =>
	new Promise<{ code: number; lines: string[]; complaint: string }>((resolve) => {
		execFile(
			process.execPath,
			[main, ...parameters],
			{ env: { PATH: process.env["PATH"], DATA_DIR: directory, LOG_LEVEL: "error" } },
			(error, stdout, stderr) =>
				resolve({
					code: typeof error?.code === "number" ? error.code : 0,
					lines: stdout.split("\n").filter(Boolean),
					complaint: stderr,
				}),
		);
	});
const admin = (...parameters: string[]) => footfall(data.path, "admin", ...parameters);

describe("the operator's commands", () => {
	it("work while the product runs, through the process that owns the databases", async () => {
		const { code, lines } = await admin("create-user", "--email", "second@example.com");
		expect([code, lines]).toEqual([
			0,
			["Created second@example.com", expect.stringMatching(/^Password: \S{20}$/)],
		]);
		const password = lines[1]?.replace("Password: ", "") ?? "";
		expect(await signIn(product.url, { email: "second@example.com", password })).toEqual({
			cookie: expect.stringContaining("session_token="),
		});
		expect((await admin("list-sites")).lines).toHaveLength(2);
	});

	it("print what to change and exit with a failure", async () => {
		const refused = await admin("delete-site", "--site", product.siteId);
		expect([refused.code > 0, refused.lines]).toEqual([true, []]);
		expect(refused.complaint).toContain("Add --yes to confirm");
		const unknown = await admin("dance");
		expect([unknown.code > 0, unknown.complaint]).toEqual([
			true,
			expect.stringContaining('Unknown command "dance"'),
		]);
	});

	it("do not migrate the schema unless the product is stopped", async () => {
		const { code, complaint } = await footfall(data.path, "migrate", "--check");
		expect([code > 0, complaint]).toEqual([true, expect.stringContaining("already uses")]);
	});

	it("work while the product is stopped", async () => {
		await product.stop();
		const { code, lines } = await admin("create-key", "--email", OWNER.email);
		expect([code, lines]).toEqual([0, [expect.stringMatching(/^API key: [A-Za-z]{64}$/)]]);
		expect((await admin("list-sites")).lines).toHaveLength(2);
	});
});

describe("footfall migrate --check", () => {
	const check = () => footfall(data.path, "migrate", "--check");

	it("reports no pending migration once the product has run", async () =>
		expect(await check()).toEqual({
			code: 0,
			lines: ["The schema is up to date"],
			complaint: "",
		}));

	it("lists pending migrations and those of a newer version, and changes nothing", async () => {
		const { database, close } = await openAsIs(
			{ directory: join(data.path, "accounts") },
			() => {},
		);
		await sql`UPDATE "schema_migration" SET "name" = '9999-future' WHERE "name" = '0002-teams-and-definitions'`.execute(
			database,
		);
		await close();
		const store = openStore({ directory: join(data.path, "store") });
		await store.command(
			"ALTER TABLE schema_migrations DELETE WHERE name = '0002-people.sql' SETTINGS mutations_sync = 1",
		);
		await store.close();
		const expected = {
			code: 1,
			lines: [
				"accounts: pending  0002-teams-and-definitions",
				"accounts: unknown  9999-future, from a newer version; run that version",
				"events: pending  0002-people.sql",
			],
			complaint: "",
		};
		expect(await check()).toEqual(expected);
		expect(await check()).toEqual(expected);
	});

	it("reports that nothing exists yet, and footfall migrate creates it", async () => {
		const fresh = createTemporaryDirectory();
		expect(await footfall(fresh.path, "migrate", "--check")).toMatchObject({
			code: 1,
			lines: [
				"accounts: not created yet; the first start creates them",
				"events: not created yet; the first start creates them",
			],
		});
		for (const parameters of [["migrate"], ["migrate", "--check"]])
			expect(await footfall(fresh.path, ...parameters)).toMatchObject({
				code: 0,
				lines: ["The schema is up to date"],
			});
		fresh.remove();
	});
});
