import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@footfall/api";
import { packEmptyDatabase, unpackEmptyDatabase } from "@footfall/api/empty-database";

/** Packs an empty accounts database with all tables, which a first start unpacks, unless it exists already. */

const PACKED = fileURLToPath(
	new URL("../packages/api/empty-database/accounts.gz", import.meta.url),
);

const scratch = mkdtempSync(join(tmpdir(), "footfall-empty-"));
try {
	if (!(await unpackEmptyDatabase(join(scratch, "packed")))) {
		const { close } = await openDatabase({ directory: scratch }, () => undefined);
		await close();
		mkdirSync(dirname(PACKED), { recursive: true });
		const draft = `${PACKED}.${process.pid}`;
		writeFileSync(draft, packEmptyDatabase(join(scratch, "data")));
		renameSync(draft, PACKED);
	}
} finally {
	rmSync(scratch, { recursive: true });
}
// The engine keeps the process alive.
process.exit();
