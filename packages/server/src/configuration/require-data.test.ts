import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { calledAs } from "./called-as.ts";
import { configurationFrom } from "./configuration.ts";
import { requireData } from "./require-data.ts";

const directory = mkdtempSync(join(tmpdir(), "require-data-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("an operator's command", () => {
	it("creates no product in an empty place, and says how to start one", () => {
		for (const DATA_DIR of [directory, join(directory, "nowhere")])
			expect(() => requireData(configurationFrom({ DATA_DIR }))).toThrow(
				`There is no product data in ${DATA_DIR}. Set DATA_DIR to where it is, or start the product there once with "${calledAs()} start".`,
			);
	});

	it("works where a product has run, or where its accounts are on a server", () => {
		const DATABASE_URL = "postgres://localhost/footfall";
		requireData(configurationFrom({ DATA_DIR: directory, DATABASE_URL }));
		mkdirSync(join(directory, "accounts"));
		requireData(configurationFrom({ DATA_DIR: directory }));
	});
});
