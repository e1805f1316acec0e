import { readFileSync } from "node:fs";
import { z } from "zod";

/** The manifest of the repository and of the published package; the version is defined nowhere else. */
const MANIFEST = new URL("../../../package.json", import.meta.url);

/** The version of the product, shared by all its parts. */
export const VERSION = z
	.object({ version: z.string() })
	.parse(JSON.parse(readFileSync(MANIFEST, "utf8"))).version;

/** Whether a version such as `1.10.0` is equal to or newer than another one. */
export const isAtLeast = (version: string, least: string): boolean =>
	version.localeCompare(least, "en", { numeric: true }) >= 0;
