import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { SCRIPT_SETTINGS_PLACEHOLDER } from "@footfall/shared/tracking-configuration";
import { describe, expect, it } from "vitest";
import { siteOf } from "../../../../test/support/running-gateway.ts";
import { compiledSiteOf } from "../configuration/compiled-site.ts";
import { scriptEncoding, siteScripts } from "./script.ts";

const directoryWith = (source: string) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-tracker-"));
	writeFileSync(join(directory, "script.js"), source);
	return directory;
};

const scripts = siteScripts(directoryWith(`go(${SCRIPT_SETTINGS_PLACEHOLDER});`));
const textOf = async (site?: Parameters<typeof scripts>[0]) =>
	(await scripts(site)).bodies.identity.toString();

describe("the served script", () => {
	it("carries a site's settings", async () => {
		const [, json = ""] = /^go\((.*)\);$/.exec(await textOf(compiledSiteOf(siteOf()))) ?? [];
		expect(JSON.parse(json)).toMatchObject({
			siteId: "0123456789ab",
			type: "web",
			webVitals: false,
		});
	});

	it("carries null without a site", async () => expect(await textOf(undefined)).toBe("go(null);"));

	it("is the same in every encoding", async () => {
		const { bodies } = await scripts(undefined);
		expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity);
		expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity);
	});

	it("changes its tag when a setting changes, and only then", async () => {
		const tagOf = async (webVitals: boolean) =>
			(await scripts(compiledSiteOf(siteOf({ webVitals })))).etag;
		expect(await tagOf(true)).toBe(await tagOf(true));
		expect(await tagOf(true)).not.toBe(await tagOf(false));
	});

	it("cannot be left by a setting", async () => {
		const id = "</script><!--\u2028" as ReturnType<typeof siteOf>["id"];
		expect(await textOf(compiledSiteOf(siteOf({ id })))).not.toMatch(/[<>\u2028]/);
	});

	it("is not made from a file without exactly one place for the settings", () =>
		expect(() => siteScripts(directoryWith("go();"))).toThrow(/exactly once/));
});

describe("the encoding of the script", () => {
	it.each([
		["gzip, deflate, br, zstd", "br"],
		["gzip, deflate", "gzip"],
		["br;q=0, gzip", "gzip"],
		["br;q=0.5", "br"],
		["br;q=0.0", "identity"],
		["", "identity"],
		["brotli", "identity"],
	])("for %j is %s", (header, encoding) => expect(scriptEncoding(header)).toBe(encoding));
});
