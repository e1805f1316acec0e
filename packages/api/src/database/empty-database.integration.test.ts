import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialiseDirectory } from "./embedded.ts";
import { migrations } from "./migrations/migrations.ts";
import { openDatabase } from "./open.ts";
import { packDirectory, unpackDirectory } from "./packed-directory.ts";

/** Two databases of one version must be equal in this: the objects of the schema, and the recorded migrations. */
const CONTENTS: Readonly<Record<string, RawBuilder<unknown>>> = {
	columns: sql`SELECT table_name, column_name, data_type, is_nullable, column_default
		FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
	indexes: sql`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
	constraints: sql`SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid)
		FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
	functions: sql`SELECT proname, pg_get_functiondef(oid)
		FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
	triggers: sql`SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 2`,
	migrations: sql`SELECT "name", "version", "runsWith" FROM "schema_migration" ORDER BY 1`,
};

const root = mkdtempSync(join(tmpdir(), "empty-database-"));
afterAll(() => rmSync(root, { recursive: true }));

const contentsIn = async (directory: string) => {
	const { database, close } = await openDatabase({ directory }, () => undefined);
	try {
		const contents: Record<string, unknown[]> = {};
		for (const [name, query] of Object.entries(CONTENTS))
			contents[name] = (await query.execute(database)).rows;
		return contents;
	} finally {
		await close();
	}
};

describe("a packed database", () => {
	const made = join(root, "made");
	const unpacked = join(root, "unpacked");
	let packed: Buffer;
	beforeAll(async () => {
		mkdirSync(made);
		mkdirSync(unpacked);
		await initialiseDirectory(join(made, "data"));
	});

	it("equals the one that its migrations create", async () => {
		const migrated = await contentsIn(made);
		packed = packDirectory(join(made, "data"), "these tables");
		expect(await unpackDirectory(packed, join(unpacked, "data"), "these tables")).toBe(true);
		expect(packDirectory(join(unpacked, "data"), "these tables").equals(packed)).toBe(true);
		expect(await contentsIn(unpacked)).toEqual(migrated);
		expect(migrated["migrations"]).toHaveLength(migrations.length);
	});

	it("is not unpacked for other tables", async () => {
		const others = join(root, "others");
		expect(await unpackDirectory(packed, others, "other tables")).toBe(false);
		expect(existsSync(others)).toBe(false);
	});
});
