import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testDirectory } from "@footfall/testing/test-directory";
import { beforeAll, describe, expect, it } from "vitest";
import { withSecretFiles } from "./secret-files.ts";

describe("secrets in files", () => {
	let path: string;
	beforeAll(() => {
		path = join(testDirectory(), "secret");
		writeFileSync(path, "a secret in a file\n");
	});

	it("are read without the trailing line break", () =>
		expect(withSecretFiles({ SECRET_FILE: path, PORT: "1" })["SECRET"]).toBe("a secret in a file"));

	it("are ignored when the variable is empty", () =>
		expect(withSecretFiles({ SECRET_FILE: "", SECRET: "plain" })["SECRET"]).toBe("plain"));

	it("are refused by name when the file cannot be read", () =>
		expect(() => withSecretFiles({ DATABASE_URL_FILE: `${path}-not` })).toThrow(
			`DATABASE_URL_FILE: ${path}-not cannot be read (ENOENT)`,
		));

	it("are refused when given twice", () =>
		expect(() => withSecretFiles({ SECRET_FILE: path, SECRET: "plain" })).toThrow(
			"SECRET_FILE: SECRET is also set; remove one of them",
		));
});
