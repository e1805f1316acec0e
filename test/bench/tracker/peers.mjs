import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unpackedPackage } from "@footfall/testing/install/unpacked-package";
import { rollup } from "rollup";
import { minify } from "terser";

const asScript = async (entry) => {
	const bundle = await rollup({
		input: "entry",
		// Loaded only to record a session.
		external: ["rrweb"],
		plugins: [
			{
				name: "entry",
				resolveId: (id) => (id === "entry" ? id : undefined),
				load: (id) => (id === "entry" ? entry : undefined),
			},
		],
	});
	const { output } = await bundle.generate({ format: "iife" });
	const { code } = await minify(output[0].code);
	return code;
};

/** Where Rybbit fetches its settings, all of which have defaults. */
export const isSettingsRequest = (pathname) => pathname.startsWith("/site/tracking-config/");

export const UMAMI = "Umami 2.10.0 from npm";

/** The scripts of other products, by name, as a page runs them, with their default captures. They send to `/track`. */
export const peers = async () => {
	const plausible = join(unpackedPackage("@plausible-analytics/tracker", "0.4.6"), "plausible.js");
	const umami = join(unpackedPackage("umami", "2.10.0"), "src/tracker/index.js");
	const rybbit = join(unpackedPackage("@rybbit/js", "0.6.2"), "dist/index.mjs");
	return {
		"Plausible 0.4.6 from npm": await asScript(
			`import { init } from ${JSON.stringify(plausible)};
			init({ domain: "peer.test", endpoint: "/track", captureOnLocalhost: true, logging: false });`,
		),
		[UMAMI]: await asScript(readFileSync(umami, "utf8").replace("/api/send", "/track")),
		"Rybbit 0.6.2 from npm": await asScript(
			`import rybbit from ${JSON.stringify(rybbit)};
			rybbit.init({ siteId: "1", analyticsHost: location.origin });`,
		),
	};
};
