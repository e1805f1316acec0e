import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import { SCRIPT_SETTINGS_PLACEHOLDER } from "@footfall/shared/tracking-configuration";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { testDirectory } from "@footfall/testing/test-directory";
import { describe, expect, it } from "vitest";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { createSiteScripts } from "./site-scripts.ts";

const directoryWith = (source: string, core = `core(${SCRIPT_SETTINGS_PLACEHOLDER});`) => {
	const directory = testDirectory();
	writeFileSync(join(directory, "script.js"), source);
	writeFileSync(join(directory, "script-core.js"), core);
	writeFileSync(join(directory, "script-health.js"), `health(${SCRIPT_SETTINGS_PLACEHOLDER});`);
	writeFileSync(join(directory, "script-rybbit.js"), "both();");
	writeFileSync(join(directory, "rare.js"), "rare();");
	for (const product of COMPATIBLE_PRODUCTS)
		writeFileSync(
			join(directory, `script-${product}.js`),
			`${product}(${SCRIPT_SETTINGS_PLACEHOLDER});`,
		);
	return directory;
};

const scripts = createSiteScripts(directoryWith(`go(${SCRIPT_SETTINGS_PLACEHOLDER});`));
const textOf = async (site?: Parameters<typeof scripts>[0]) =>
	(await scripts(site)).bodies.identity.toString();

describe("the served script", () => {
	it("contains the enabled settings of its site", async () => {
		const site = compiledSiteOf(siteOf({ trackCopy: true, trackOutbound: false }));
		const [, json = ""] = /^go\((.*)\);$/.exec(await textOf(site)) ?? [];
		expect(JSON.parse(json)).toEqual({
			siteId: "0123456789ab",
			trackInitialPageView: true,
			trackSpaNavigation: true,
			trackUrlParams: true,
			trackCopy: true,
		});
	});

	it("is the small one for the settings of a new site", async () =>
		expect(await textOf(compiledSiteOf(siteOf()))).toBe('core({"siteId":"0123456789ab"});'));

	it("is the one that watches a page's health if a site needs nothing else", async () =>
		expect(await textOf(compiledSiteOf(siteOf({ trackErrors: true, webVitals: true })))).toBe(
			'health({"siteId":"0123456789ab","webVitals":true,"trackErrors":true});',
		));

	it("is told that a site with event schemas accepts large properties", async () => {
		const eventSchemas = [{ event: "purchase", mode: "watch" as const, schema: {} }];
		expect(await textOf(compiledSiteOf(siteOf({ eventSchemas })))).toContain(
			'"largeProperties":true',
		);
	});

	const bundled = {
		domain: "www.Shop.example",
		ownDomains: ["checkout.example", "shop.example"],
		errorHosts: ["Assets.CDN.example"],
	};
	const HOSTS = '"errorHosts":["shop.example","checkout.example","assets.cdn.example"]';

	it("lists the hosts of the site's own scripts where errors are tracked", async () => {
		const site = (settings: object) => compiledSiteOf(siteOf({ ...bundled, ...settings }));
		expect(await textOf(site({ trackErrors: true }))).toBe(
			`health({"siteId":"0123456789ab","trackErrors":true,${HOSTS}});`,
		);
		expect(await textOf(site({ trackErrors: true, trackCopy: true }))).toContain(`,${HOSTS}});`);
		expect(await textOf(site({ webVitals: true }))).toBe(
			'health({"siteId":"0123456789ab","webVitals":true});',
		);
		expect(await textOf(site({}))).toBe('core({"siteId":"0123456789ab"});');
	});

	it("is the one with two names without a site", async () =>
		expect(await textOf(undefined)).toBe("both();"));

	it.each(COMPATIBLE_PRODUCTS)(
		"supports the calls of %s, with everything that is on for its site, and without a site",
		async (product) => {
			const text = async (site?: ReturnType<typeof compiledSiteOf>) =>
				(await scripts(site, product)).bodies.identity.toString();
			const [, json = ""] =
				/^\w+\((.*)\);$/.exec(await text(compiledSiteOf(siteOf({ trackErrors: true })))) ?? [];
			expect(JSON.parse(json)).toEqual({
				siteId: "0123456789ab",
				trackInitialPageView: true,
				trackSpaNavigation: true,
				trackOutbound: true,
				trackUrlParams: true,
				trackErrors: true,
			});
			expect(await text()).toBe(`${product}(null);`);
			expect(await textOf()).toBe("both();");
		},
	);

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

	it("cannot be escaped from by a setting", async () => {
		const id = "</script><!--\u2028" as ReturnType<typeof siteOf>["id"];
		expect(await textOf(compiledSiteOf(siteOf({ id })))).not.toMatch(/[<>\u2028]/);
	});

	it("is not built from a file without exactly one place for the settings", () =>
		expect(() => createSiteScripts(directoryWith("go();"))).toThrow(/exactly once/));

	it("is not built without its small form", () =>
		expect(() => createSiteScripts(directoryWith("go(FOOTFALL_SETTINGS);", ""))).toThrow(
			/script-core\.js must name/,
		));
});
