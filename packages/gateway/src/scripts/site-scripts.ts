import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import {
	SCRIPT_SETTINGS_PLACEHOLDER,
	type TrackingConfiguration,
	trackingConfigurationOf,
} from "@footfall/shared/tracking-configuration";
import { LRUCache } from "lru-cache";
import type { CompiledSite } from "../site-config/compiled-site.ts";
import { pinnedPath } from "./script-address.ts";
import { scriptJson } from "./script-json.ts";
import { type ServedFile, servedFile } from "./served-file.ts";

/**
 * Finds the script of a site or, without one, that of pages whose tag names its site by attribute: the plugins for
 * Rybbit do so, and `script-rybbit.js` serves them as well. A product is one of `COMPATIBLE_PRODUCTS`.
 */
export type Scripts = (site: CompiledSite | undefined, product?: string) => Promise<ServedFile>;

/** What a built script fetches when it needs more than most pages do, until the gateway names it after its content. */
export const RARE_PART = "/rare.js";

/** Sites whose script is cached; one takes about 10 KB. */
const MAX_READY = 2_000;

/** The settings that `script-core.js` has built in: those of a new site. */
const CORE_SETTINGS = "trackInitialPageView,trackOutbound,trackSpaNavigation,trackUrlParams";
/** The settings that `script-health.js` adds. */
const HEALTH_SETTINGS = ["trackErrors", "webVitals"];

type ScriptFile = "script.js" | "script-health.js" | "script-core.js" | `script-${string}.js`;

/**
 * The smallest of the built files that does what a site needs, or the one for pages of a product, and what to write
 * into it. Absent settings are off, so only enabled ones are written, and the hosts of its own scripts while errors are
 * tracked.
 */
export const scriptVariant = (
	siteId: string,
	settings: TrackingConfiguration,
	product = "",
): { file: ScriptFile; settings: string } => {
	const isOn = Object.entries(settings).filter(([, value]) => value === true);
	const health = isOn.filter(([name]) => HEALTH_SETTINGS.includes(name));
	const others = isOn.map(([name]) => name).filter((name) => !HEALTH_SETTINGS.includes(name));
	const { errorHosts } = settings;
	const written = (entries: typeof isOn) =>
		scriptJson({
			siteId,
			...Object.fromEntries(entries),
			...(errorHosts.length > 0 && { errorHosts }),
		});
	if (product) return { file: `script-${product}.js`, settings: written(isOn) };
	if (others.sort().join() !== CORE_SETTINGS) return { file: "script.js", settings: written(isOn) };
	return { file: health[0] ? "script-health.js" : "script-core.js", settings: written(health) };
};

const halvesOf = (path: string, text: string) => {
	const parts = text.split(SCRIPT_SETTINGS_PLACEHOLDER);
	const [before, after] = parts;
	if (before === undefined || after === undefined || parts.length !== 2)
		throw new Error(`${path} must name ${SCRIPT_SETTINGS_PLACEHOLDER} exactly once`);
	return (settings: string) => before + settings + after;
};

/**
 * Writes a site's settings into the built scripts of `directory`.
 * @throws when one is not built or does not have exactly one place for them
 */
export const createSiteScripts = (directory: string): Scripts => {
	const textOf = (name: string) => readFileSync(join(directory, name), "utf8");
	// Named after its content, it is fetched once by a browser, and anew after an upgrade.
	const rare = pinnedPath(textOf("rare.js"));
	const scriptOf = (name: string) => textOf(name).replace(RARE_PART, rare);
	const halves = (file: ScriptFile) => halvesOf(join(directory, file), scriptOf(file));
	const sources = new Map(
		[
			"script.js" as const,
			"script-health.js" as const,
			"script-core.js" as const,
			...COMPATIBLE_PRODUCTS.map((product) => `script-${product}.js` as const),
		].map((file) => [file, halves(file)]),
	);
	const withoutSite = scriptOf("script-rybbit.js");
	const ready = new LRUCache<string, Promise<ServedFile>>({ max: MAX_READY });
	return (site, product = "") => {
		const variant = site
			? scriptVariant(site.settings.id, trackingConfigurationOf(site.settings), product)
			: { file: `script-${product}.js` as const, settings: "null" };
		const key = `${variant.file} ${variant.settings}`;
		const known = ready.get(key);
		if (known !== undefined) return known;
		const script = servedFile(sources.get(variant.file)?.(variant.settings) ?? withoutSite);
		ready.set(key, script);
		return script;
	};
};
