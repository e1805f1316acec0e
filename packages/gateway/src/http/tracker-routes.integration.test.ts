import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublishedScript } from "../scripts/pinned-scripts.ts";
import { scriptAddress } from "../scripts/script-address.ts";
import { unknownSiteScript } from "../scripts/unknown-site-script.ts";

let running: RunningGateway;
let published: PublishedScript[];

const ask = (path: string, init: RequestInit = {}) => fetch(running.url + path, init);

beforeAll(async () => {
	const trackerDirectory = testDirectory();
	const products = COMPATIBLE_PRODUCTS.map((product) => `script-${product}`);
	for (const name of ["script", "script-core", "script-health", "script-rybbit", ...products])
		writeFileSync(
			join(trackerDirectory, `${name}.js`),
			`start(FOOTFALL_SETTINGS, new URL(".", e)); // ${name}`,
		);
	writeFileSync(join(trackerDirectory, "rare.js"), "hide()");
	writeFileSync(join(trackerDirectory, "vitals.js"), "measure()");
	writeFileSync(join(trackerDirectory, "replay.js"), "record()");
	running = await runGateway({ trackerDirectory });
	({ scripts: published } = await (await ask("/api/script.json")).json());
});
afterAll(() => running.stop());

describe("the list of pinned scripts", () => {
	it("is open to every page and never stale", async () => {
		const { headers } = await ask("/api/script.json");
		expect({
			type: headers.get("content-type"),
			caching: headers.get("cache-control"),
			origin: headers.get("access-control-allow-origin"),
		}).toEqual({
			type: "application/json; charset=utf-8",
			caching: "no-cache",
			origin: "*",
		});
		expect(published.map(({ name }) => name)).toEqual(["full", "core", "rare", "vitals", "replay"]);
	});
});

describe.each([["the recorder", "/api/replay.js", "record()"]])("%s", (_what, path, source) => {
	it("is a script for every page, and not resent to a client that has it", async () => {
		const first = await ask(path);
		const etag = first.headers.get("etag") ?? "";
		const again = await ask(path, { headers: { "if-none-match": etag } });
		expect([
			await first.text(),
			first.headers.get("access-control-allow-origin"),
			again.status,
		]).toEqual([source, "*", 304]);
	});
});

describe("the script of a tag that names its site by attribute", () => {
	it("is the one that also answers to the name of Rybbit; others are not", async () => {
		const textOf = async (path: string) => (await ask(path)).text();
		expect(await textOf("/api/script.js")).toContain("// script-rybbit");
		expect(await textOf("/api/script.js?siteId=")).toContain("// script-rybbit");
		expect(await textOf("/api/script.js?siteId=1")).not.toContain("// script-rybbit");
	});
});

describe.each(COMPATIBLE_PRODUCTS)("the script for pages made for %s", (product) => {
	it("has the site's settings, or requests them if its URL names no site", async () => {
		const textOf = async (query: string) => (await ask(`/api/script-${product}.js${query}`)).text();
		expect(await textOf("?siteId=1")).toMatch(
			new RegExp(`^start\\(\\{"siteId":"0123456789ab",.*// script-${product}$`),
		);
		expect(await textOf("")).toMatch(new RegExp(`^start\\(null,.*// script-${product}$`));
	});

	it("breaks no page when the site is unknown", async () => {
		const response = await ask(`/api/script-${product}.js?siteId=404`);
		expect([response.status, await response.text()]).toEqual([
			200,
			unknownSiteScript("404", product),
		]);
	});
});

describe("the script of an unknown site", () => {
	it("reports it on the page's console, and is not cached", async () => {
		const response = await ask("/api/script.js?siteId=%3C/script%3E");
		const { headers } = response;
		expect({
			status: response.status,
			type: headers.get("content-type"),
			caching: headers.get("cache-control"),
			origin: headers.get("access-control-allow-origin"),
			policy: headers.get("cross-origin-resource-policy"),
			source: await response.text(),
		}).toEqual({
			status: 200,
			type: "text/javascript; charset=utf-8",
			caching: "no-store",
			origin: "*",
			policy: "cross-origin",
			source: unknownSiteScript("</script>"),
		});
	});

	it("has a head without a body", async () => {
		const response = await ask("/api/script.js?siteId=404", { method: "HEAD" });
		expect([
			response.status,
			response.headers.get("content-length"),
			await response.text(),
		]).toEqual([200, String(unknownSiteScript("404").length), ""]);
	});
});

it("answers 404 for the script of an unknown product", async () =>
	expect((await ask("/api/script-other.js?siteId=1")).status).toBe(404));

describe("a pinned script", () => {
	it("matches its integrity value, for every page and for a year", async () => {
		for (const { path, integrity, bytes } of published) {
			const response = await ask(path, { headers: { "accept-encoding": "br" } });
			const source = await response.text();
			expect({
				integrity: scriptAddress(source).integrity,
				bytes: source.length,
				encoding: response.headers.get("content-encoding"),
				type: response.headers.get("content-type"),
				caching: response.headers.get("cache-control"),
				origin: response.headers.get("access-control-allow-origin"),
				cookie: response.headers.get("set-cookie"),
			}).toEqual({
				integrity,
				bytes,
				encoding: "br",
				type: "text/javascript; charset=utf-8",
				caching: "public, max-age=31536000, immutable",
				origin: "*",
				cookie: null,
			});
		}
	});

	it("is not resent to a client that has it", async () => {
		const path = published[0]?.path ?? "";
		const etag = (await ask(path)).headers.get("etag") ?? "";
		const again = await ask(path, { headers: { "if-none-match": etag } });
		expect([again.status, again.headers.get("cache-control"), await again.text()]).toEqual([
			304,
			"public, max-age=31536000, immutable",
			"",
		]);
	});

	it("is missing if it was never published, and the reply is cached only briefly", async () => {
		const response = await ask(`/api/s/${"0".repeat(32)}.js`);
		expect([
			response.status,
			response.headers.get("cache-control"),
			response.headers.get("access-control-allow-origin"),
			await response.text(),
		]).toEqual([
			404,
			"no-store",
			"*",
			"/* Footfall: this script was never published here; /api/script.json lists the current ones. */\n",
		]);
	});
});
