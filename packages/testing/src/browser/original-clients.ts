import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpackedPackage } from "@footfall/testing/install/unpacked-package";
import { build } from "vite";

const installed = (path: string) =>
	fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url));

const asAddress = (code: string) =>
	`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;

/** A module in one file, as a site's bundler makes it. */
const bundled = async (entry: string): Promise<string> => {
	const result = await build({
		configFile: false,
		logLevel: "error",
		build: { write: false, minify: false, lib: { entry, formats: ["es"] } },
	});
	const [output] = Array.isArray(result) ? result : [result];
	if (output === undefined || !("output" in output)) throw new Error(`${entry} is not bundled`);
	return output.output[0].code;
};

/** Clients of other products, unmodified, as addresses that a page includes or imports. */
export const originalClients = async () => ({
	plausible: asAddress(
		await readFile(installed("@plausible-analytics/tracker/plausible.js"), "utf8"),
	),
	plausibleTracker: asAddress(await bundled(installed("plausible-tracker/build/module/index.js"))),
	umami: asAddress(
		await readFile(join(unpackedPackage("umami", "2.10.0"), "src/tracker/index.js"), "utf8"),
	),
});
