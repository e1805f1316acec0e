import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { calledAs } from "../configuration/called-as.ts";
import { configurationFrom } from "../configuration/configuration.ts";
import { run as runAdmin } from "./admin.ts";
import { run as runImportLogs } from "./import-logs.ts";

const directory = mkdtempSync(join(tmpdir(), "require-data-directory-"));
afterAll(() => rmSync(directory, { recursive: true }));

const log = pino({ level: "silent" });

describe("a missing data directory", () => {
	const DATA_DIR = join(directory, "nowhere");
	const context = {
		configuration: configurationFrom({ DATA_DIR }),
		log,
		entry: "",
	};

	it.each([
		["admin", () => runAdmin(["list-sites"], context)],
		["import-logs", () => runImportLogs(["--site", "1", "access.log"], context)],
	])("makes footfall %s name the remedy, and creates nothing", async (_, command) => {
		await expect(command()).rejects.toThrow(
			`There is no directory ${DATA_DIR}. Set DATA_DIR to where the product keeps its data, set DATABASE_URL and CLICKHOUSE_URL to its servers, or start it there once with "${calledAs()} start".`,
		);
		expect(existsSync(DATA_DIR)).toBe(false);
	});
});
