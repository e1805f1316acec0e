import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testDirectory } from "@footfall/testing/test-directory";
import { describe, expect, it } from "vitest";
import { derivedKey, installationSecret } from "./secret.ts";

describe("the installation's secret", () => {
	it("is generated once and stored", () => {
		const data = testDirectory();
		const first = installationSecret(data);
		expect(first).toMatch(/^[\w-]{43}$/);
		expect(installationSecret(data)).toBe(first);
		expect(readdirSync(data)).toEqual(["secret"]);
	});

	it("is readable by its owner only", () => {
		const data = testDirectory();
		installationSecret(data);
		expect(statSync(join(data, "secret")).mode & 0o777).toBe(0o600);
	});

	it("is the operator's if given, and then nothing is written", () => {
		const data = testDirectory();
		expect(installationSecret(data, "given")).toBe("given");
		expect(readdirSync(data)).toEqual([]);
	});
});

describe("a guessable stored secret", () => {
	it.each([
		["", "is empty"],
		[" \n", "is empty"],
		["short", "has only 5 characters"],
	])("is refused and stays unchanged: %j", (content, fault) => {
		const data = testDirectory();
		const path = join(data, "secret");
		writeFileSync(path, content);
		expect(() => installationSecret(data)).toThrow(`${path}: ${fault}; a secret has at least 32.`);
		expect(readFileSync(path, "utf8")).toBe(content);
		expect(readdirSync(data)).toEqual(["secret"]);
	});

	it("is ignored if the operator sets another", () => {
		const data = testDirectory();
		writeFileSync(join(data, "secret"), "");
		expect(installationSecret(data, "given")).toBe("given");
	});
});

describe("derived keys", () => {
	it("differ by use and by secret, and are stable", () => {
		expect(derivedKey("a", "visitors")).toBe(derivedKey("a", "visitors"));
		expect(
			new Set([
				derivedKey("a", "visitors"),
				derivedKey("a", "sign-in"),
				derivedKey("b", "visitors"),
			]).size,
		).toBe(3);
	});
});
