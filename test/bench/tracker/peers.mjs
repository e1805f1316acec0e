import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { minify } from "terser";

/** Where the peers' packages are unpacked, once. */
const CACHE = fileURLToPath(new URL("../../../.cache/peers/", import.meta.url));

/** The folder of a package from npm that no part of the product depends on. */
const unpacked = (name, version) => {
	const directory = join(CACHE, `${name.replace(/\W+/g, "-")}-${version}`);
	if (!existsSync(join(directory, "package"))) {
		mkdirSync(directory, { recursive: true });
		const [{ filename }] = JSON.parse(
			execFileSync("npm", ["pack", "--json", `${name}@${version}`], {
				cwd: directory,
				encoding: "utf8",
				stdio: ["ignore", "pipe", "ignore"],
			}),
		);
		execFileSync("tar", ["xzf", filename], { cwd: directory });
	}
	return join(directory, "package");
};

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
	const plausible = join(unpacked("@plausible-analytics/tracker", "0.4.6"), "plausible.js");
	const umami = join(unpacked("umami", "2.10.0"), "src/tracker/index.js");
	const rybbit = join(unpacked("@rybbit/js", "0.6.2"), "dist/index.mjs");
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
