import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { type ConfiguredSite, defaultSiteSettings } from "@footfall/shared/site";
import { describe, expect, it } from "vitest";
import { compiledConfigurationOf, isSecretOf } from "./configuration.ts";

/** "a secret of ours", as its hash. */
const SECRET_HASH = "QvzskWd2kF2RwyH3Y4XXth1b0U2CTIzMnA8T0TOdsmM";

const siteWith = (siteId: number, clientIds: ConfiguredSite["clientIds"]): ConfiguredSite => ({
	...defaultSiteSettings,
	siteId: siteId as SiteNumber,
	id: `site-${siteId}` as SiteKey,
	organizationId: "org",
	clientIds,
});

const configurationWith = (...sites: ConfiguredSite[]) =>
	compiledConfigurationOf({ version: "1", sites, ingestionKeys: [] });

describe("a site by the id of another product's client", () => {
	it("is found under the id of that product alone", () => {
		const configuration = configurationWith(siteWith(1, [{ product: "matomo", id: "7" }]));
		expect(configuration.siteOfClient("matomo", "7")?.site.settings.siteId).toBe(1);
		expect(configuration.siteOfClient("segment", "7")).toBeUndefined();
		expect(configuration.site("7")).toBeUndefined();
	});

	it("is found whatever the case of a domain", () => {
		const configuration = configurationWith(
			siteWith(1, [{ product: "plausible", id: "shop.example" }]),
		);
		expect(configuration.siteOfClient("plausible", "Shop.Example")).toBeDefined();
	});

	it("is the first of two that name the same id", () => {
		const id = [{ product: "matomo", id: "7" }] as const;
		const configuration = configurationWith(siteWith(1, [...id]), siteWith(2, [...id]));
		expect(configuration.siteOfClient("matomo", "7")?.site.settings.siteId).toBe(1);
	});

	it("is found by the secret of its servers, of which only the hash is known", () => {
		const configuration = configurationWith(
			siteWith(3, [{ product: "segment", id: "backend", secretHash: SECRET_HASH }]),
		);
		expect(configuration.siteOfSecret("segment", "a secret of ours")?.settings.siteId).toBe(3);
		expect(configuration.siteOfSecret("segment", "another secret")).toBeUndefined();
		expect(configuration.siteOfSecret("matomo", "a secret of ours")).toBeUndefined();
		const backend = configuration.siteOfClient("segment", "backend");
		expect(backend && isSecretOf(backend, "a secret of ours")).toBe(true);
		expect(backend && isSecretOf(backend, SECRET_HASH)).toBe(false);
	});
});
