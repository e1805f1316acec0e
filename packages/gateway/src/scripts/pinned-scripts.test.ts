import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Logger, silentLogger } from "@footfall/shared/logger";
import { testDirectory } from "@footfall/testing/test-directory";
import { describe, expect, it } from "vitest";
import { createPinnedScripts, type PinnedScript, pinnedSources } from "./pinned-scripts.ts";
import { scriptAddress } from "./script-address.ts";

const places = (log: Logger = silentLogger) => ({
	keptDirectory: join(testDirectory(), "scripts"),
	releasedDirectory: testDirectory(),
	log,
});

/** A log whose errors can be read. */
const heard = () => {
	const errors: string[] = [];
	const log: Logger = { ...silentLogger, error: (_fields, message) => errors.push(message) };
	return { errors, log };
};

const release = (name: string): PinnedScript[] => [{ name: "full", source: `${name}()` }];
const nameOf = (source: string) => scriptAddress(source).fileName;
const textOf = async (file: Promise<{ bodies: { identity: Buffer } } | undefined>) =>
	(await file)?.bodies.identity.toString();

describe("the pinned scripts", () => {
	it("are published with the facts that a tag needs", async () =>
		expect(await createPinnedScripts(release("one"), places()).published()).toEqual([
			{
				name: "full",
				path: `/api/s/${nameOf("one()")}`,
				integrity: scriptAddress("one()").integrity,
				bytes: 5,
				brotliBytes: 9,
			},
		]));

	it("are found by their content's name", async () =>
		expect(await textOf(createPinnedScripts(release("one"), places()).find(nameOf("one()")))).toBe(
			"one()",
		));

	it("are found after an upgrade", async () => {
		const shared = places();
		createPinnedScripts(release("one"), shared);
		const upgraded = createPinnedScripts(release("two"), shared);
		expect(await textOf(upgraded.find(nameOf("one()")))).toBe("one()");
		expect(await textOf(upgraded.find(nameOf("two()")))).toBe("two()");
		expect((await upgraded.published()).map(({ path }) => path)).toEqual([
			`/api/s/${nameOf("two()")}`,
		]);
	});

	it("are found on a new machine if a release published them", async () => {
		const fresh = places();
		writeFileSync(join(fresh.releasedDirectory, nameOf("one()")), "one()");
		expect(await textOf(createPinnedScripts(release("two"), fresh).find(nameOf("one()")))).toBe(
			"one()",
		);
	});

	it("are not served if the disk changed them", async () => {
		const { errors, log } = heard();
		const damaged = places(log);
		createPinnedScripts(release("one"), damaged);
		writeFileSync(join(damaged.keptDirectory, nameOf("one()")), "onee()");
		const upgraded = createPinnedScripts(release("two"), damaged);
		expect(await upgraded.find(nameOf("one()"))).toBe(undefined);
		expect(errors).toEqual(["A saved script is damaged"]);
	});

	it.each([
		"../configuration.json",
		"..%2Fconfiguration.json",
		"unheard-of.js",
		nameOf("nobody()"),
	])("are not found by the name %s", async (name) => {
		const { errors, log } = heard();
		const kept = places(log);
		const scripts = createPinnedScripts(release("one"), kept);
		writeFileSync(join(kept.keptDirectory, "../configuration.json"), "secret");
		expect([await scripts.find(name), errors]).toEqual([undefined, []]);
	});

	it("are served, with an error logged, when the disk is not writable", async () => {
		const { errors, log } = heard();
		const full = places(log);
		writeFileSync(full.keptDirectory, "a file in the directory's place");
		const scripts = createPinnedScripts(release("one"), full);
		expect(await textOf(scripts.find(nameOf("one()")))).toBe("one()");
		expect(errors).toEqual(["Published scripts could not be saved"]);
	});

	it("leave no other files behind", () => {
		const kept = places();
		createPinnedScripts(release("one"), kept);
		createPinnedScripts(release("one"), kept);
		expect(readdirSync(kept.keptDirectory)).toEqual([nameOf("one()")]);
	});
});

describe("a built tracker", () => {
	const built = join(testDirectory(), "dist");
	mkdirSync(built);
	writeFileSync(
		join(built, "script.js"),
		`go(FOOTFALL_SETTINGS,new URL(".",e));import(\`\${h}/rare.js\`);import(\`\${h}/vitals.js\`);import(\`\${h}/replay.js\`)`,
	);
	writeFileSync(join(built, "script-core.js"), `core(FOOTFALL_SETTINGS,new URL(".",e),"/rare.js")`);
	writeFileSync(join(built, "rare.js"), "hide()");
	writeFileSync(join(built, "vitals.js"), "measure()");
	writeFileSync(join(built, "replay.js"), "record()");
	const [full, core, rare, vitals, replay] = pinnedSources(built).map(({ source }) => source);

	it("has a full script that requests settings, finds its folder above its own, and contains the parts that fit it", () =>
		expect(full).toBe(
			`go(null,new URL("..",e));import(\`\${h}/s/${nameOf("hide()")}\`);import(\`\${h}/s/${nameOf("measure()")}\`);import(\`\${h}/s/${nameOf("record()")}\`)`,
		));

	it("has a lean script that reads the site from its tag", () => {
		const run = (siteId: string | undefined) =>
			new Function("core", "document", "e", core ?? "")(
				(settings: unknown, _folder: URL, fetched: string) =>
					expect([settings, fetched]).toEqual([{ siteId: "1" }, `/s/${nameOf("hide()")}`]),
				{ currentScript: { dataset: { siteId } } },
				"https://stats.example.com/api/s/0.js",
			);
		expect.assertions(2);
		run("1");
		expect(() => run(undefined)).toThrow("footfall: the script tag needs data-site-id");
	});

	it("has the files that these fetch unchanged", () =>
		expect([rare, vitals, replay]).toEqual(["hide()", "measure()", "record()"]));
});
