import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyEmptyAccounts } from "@footfall/testing/api/empty-accounts";
import { afterAll, describe, expect, it } from "vitest";
import { copyAccounts } from "./copy-accounts.ts";
import { openDatabase } from "./open.ts";

const root = mkdtempSync(join(tmpdir(), "copy-accounts-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("a copy of the accounts", () => {
	it("is a complete database, also when taken under concurrent queries", async () => {
		const [directory, to] = [join(root, "accounts"), join(root, "copy")];
		await copyEmptyAccounts(directory);
		const { database, close } = await openDatabase({ directory }, () => {});
		const insert = (id: string) =>
			database
				.insertInto("organization")
				.values({ id, name: id, slug: id, createdAt: new Date() })
				.execute();
		await insert("before");
		const copied = copyAccounts(database, { directory, to, maxWaitMs: 60_000 });
		await Promise.all([copied, insert("meanwhile")]);
		await close();
		expect(readdirSync(to)).toEqual(["data"]);
		expect(statSync(join(to, "data")).mode & 0o077).toBe(0);

		const copy = await openDatabase({ directory: to }, () => {});
		try {
			const rows = await copy.database.selectFrom("organization").select("id").execute();
			expect(rows).toEqual([{ id: "before" }]);
		} finally {
			await copy.close();
		}
	});
});
