import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { VERSION } from "@footfall/shared/version";
import { removeDirectory } from "@footfall/testing/remove-directory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILD = `
	const { bundleClone } = await import(process.argv[1]);
	await bundleClone(process.argv[2]);
`;

describe("the bundle that a clone runs from", () => {
	let directory: string;
	beforeAll(() => {
		// In the repository, where the bundle finds the engines.
		mkdirSync(join(ROOT, ".cache"), { recursive: true });
		directory = mkdtempSync(join(ROOT, ".cache/bundle-"));
	});
	afterAll(() => removeDirectory(directory));

	const build = () =>
		run(process.execPath, [
			...["--input-type=module", "--eval", BUILD],
			join(ROOT, "scripts/packages/clone-bundle.mjs"),
			directory,
		]);
	const folder = () => /^import "\.\/(\w+)\/main\.js";\n$/.exec(read("main.js"))?.[1] ?? "";
	const read = (name: string) => readFileSync(join(directory, name), "utf8");

	it("is complete after two concurrent builds, and unchanged by a third", async () => {
		await Promise.all([build(), build()]);
		expect(readdirSync(directory).sort()).toEqual([folder(), "main.js"].sort());
		const { stdout } = await run(process.execPath, [join(directory, "main.js"), "version"]);
		expect(stdout).toBe(`${VERSION}\n`);
		expect((await build()).stdout).toBe("");
	});

	it("reads the files of the repository", () => {
		const texts = readdirSync(join(directory, folder()))
			.filter((name) => name.endsWith(".js"))
			.map((name) => read(join(folder(), name)));
		expect(texts.join("\n")).toContain('new URL("../../../packages/store/src/schema/"');
	});

	it("loads what checks passkeys only when somebody uses one", () => {
		const names = readdirSync(join(directory, folder()));
		const texts = names.map((name) => ({ name, text: read(join(folder(), name)) }));
		const checks = texts.filter(({ text }) =>
			text.includes("function verifyRegistrationResponse("),
		);
		expect(checks).toHaveLength(1);
		const [{ name = "" } = {}] = checks;
		const importing = texts.filter(({ text }) => text.includes(`from "./${name}"`));
		expect(importing).toEqual([]);
		expect(texts.some(({ text }) => text.includes(`import("./${name}")`))).toBe(true);
	});
});
