import { readFileSync } from "node:fs";
import { defaultSiteSettings, siteSettings } from "@footfall/shared/site";
import { snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import { BadSnapshotError, snapshotOf } from "./snapshot.ts";

const KEPT = new URL("../../../../test/samples/configuration/kept-by-0.1.0.json", import.meta.url);

type Changed = Record<string, unknown>;

/** A snapshot with this made of each of its sites and keys. */
const changed = (change: (part: Changed) => Changed) => {
	const { version, sites, ingestionKeys } = snapshotWith();
	const parts = (list: readonly object[]) => list.map((part) => change({ ...part }));
	return JSON.stringify({ version, sites: parts(sites), ingestionKeys: parts(ingestionKeys) });
};

const without = (name: string) =>
	changed((part) => Object.fromEntries(Object.entries(part).filter(([key]) => key !== name)));

describe("a snapshot saved by version 0.1.0", () => {
	it("is used as it is, with the defaults of newer settings, its keys for whole organizations alone", () => {
		const text = readFileSync(KEPT, "utf8");
		const kept = JSON.parse(text);
		const ingestionKeys = kept.ingestionKeys.map((key: object) => ({ ...key, siteIds: [] }));
		const sites = kept.sites.map((site: object) => ({
			timeZone: "UTC",
			hasTimeZone: false,
			eventRetentionDays: 0,
			userRetentionDays: 0,
			botRetentionDays: 0,
			countSuspected: true,
			countAllHosts: true,
			allowBackfill: false,
			ownDomains: [],
			errorHosts: [],
			currency: null,
			moneyEvents: ["purchase", "order", "payment"],
			rates: [],
			rules: [],
			clientIds: [],
			eventSchemas: [],
			importedUntil: "",
			...site,
		}));
		expect(snapshotOf(text)).toEqual({ ...kept, sites, ingestionKeys });
	});
});

describe("a snapshot of an earlier version", () => {
	it.each(Object.keys(siteSettings))("may lack %s, which then has its default", (name) =>
		expect(snapshotOf(without(name)).sites[0]).toMatchObject({
			[name]: defaultSiteSettings[name as keyof typeof siteSettings],
		}),
	);

	it("may lack the expiry of keys, and all keys", () => {
		expect(snapshotOf(without("expiresAt")).ingestionKeys[0]?.expiresAt).toBeNull();
		const { version, sites } = snapshotWith();
		expect(snapshotOf(JSON.stringify({ version, sites })).ingestionKeys).toEqual([]);
	});
});

describe("a snapshot of a later version", () => {
	it("may have unknown keys", () =>
		expect(snapshotOf(changed((part) => ({ ...part, fromTheFuture: { is: true } })))).toEqual(
			snapshotWith(),
		));

	it("may contain unknown bot layers and site types", () => {
		const future = { disabledBotLayers: ["from_the_future", "rate_anomaly"], type: "hologram" };
		expect(snapshotOf(changed((part) => ({ ...part, ...future }))).sites[0]).toMatchObject({
			disabledBotLayers: ["rate_anomaly"],
			type: "web",
		});
	});
});

describe("an invalid snapshot", () => {
	it.each([
		["half", "The snapshot is not JSON"],
		["{}", "The snapshot is invalid: version: "],
		[without("siteId"), "sites.0.siteId: "],
		[without("organizationId"), "sites.0.organizationId: "],
		[without("hash"), "ingestionKeys.0.hash: "],
		[without("organizationIds"), "ingestionKeys.0.organizationIds: "],
		[changed((part) => ({ ...part, public: "yes" })), "sites.0.public: "],
	])("is refused: %s", (text, fault) => {
		expect(() => snapshotOf(text)).toThrow(BadSnapshotError);
		expect(() => snapshotOf(text)).toThrow(fault);
	});
});
