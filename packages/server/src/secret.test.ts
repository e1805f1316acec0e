import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { derivedKey, installationSecret } from "./secret.ts";

const directory = () => mkdtempSync(join(tmpdir(), "footfall-secret-"));

describe("the installation's secret", () => {
	it("is made once and kept", () => {
		const data = directory();
		const first = installationSecret(data);
		expect(first).toMatch(/^[\w-]{43}$/);
		expect(installationSecret(data)).toBe(first);
		expect(readdirSync(data)).toEqual(["secret"]);
	});

	it("is readable by its owner alone", () => {
		const data = directory();
		installationSecret(data);
		expect(statSync(join(data, "secret")).mode & 0o777).toBe(0o600);
	});

	it("is the operator's where one is given, and nothing is written then", () => {
		const data = directory();
		expect(installationSecret(data, "given")).toBe("given");
		expect(readdirSync(data)).toEqual([]);
	});
});

describe("derived keys", () => {
	it("differ by use and by secret, and stay the same", () => {
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
