import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import {
	SCRIPT_SETTINGS_PLACEHOLDER,
	type ScriptSettings,
	trackingConfigurationOf,
} from "@footfall/shared/tracking-configuration";
import { LRUCache } from "lru-cache";
import type { CompiledSite } from "../configuration/compiled-site.ts";

export type ScriptEncoding = "br" | "gzip" | "identity";

/** The script of one site in the forms in which it is sent. */
export interface ServedScript {
	etag: string;
	bodies: Readonly<Record<ScriptEncoding, Buffer>>;
}

export type Scripts = (site: CompiledSite | undefined) => Promise<ServedScript>;

/** Sites whose script is kept ready; one takes about 15 KB. */
const MAX_READY = 2_000;
const ETAG_CHARACTERS = 22;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** JSON that ends no script element and is one line to every parser. */
const scriptJson = (value: unknown): string =>
	JSON.stringify(value).replace(
		/[<>\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);

const built = async (source: string): Promise<ServedScript> => {
	const identity = Buffer.from(source);
	const [br, zipped] = await Promise.all([compressBrotli(identity), compressGzip(identity)]);
	const digest = createHash("sha256").update(identity).digest("base64url");
	return {
		// Weak, because the encodings share it.
		etag: `W/"${digest.slice(0, ETAG_CHARACTERS)}"`,
		bodies: { br, gzip: zipped, identity },
	};
};

const settingsOf = ({ settings }: CompiledSite): ScriptSettings => ({
	...trackingConfigurationOf(settings),
	siteId: settings.id,
});

/** Puts a site's settings into the built script of `directory`. @throws when it is not built or has not one place for them */
export const siteScripts = (directory: string): Scripts => {
	const path = join(directory, "script.js");
	const parts = readFileSync(path, "utf8").split(SCRIPT_SETTINGS_PLACEHOLDER);
	const [before, after] = parts;
	if (before === undefined || after === undefined || parts.length !== 2)
		throw new Error(`${path} must name ${SCRIPT_SETTINGS_PLACEHOLDER} exactly once`);
	const ready = new LRUCache<string, Promise<ServedScript>>({ max: MAX_READY });
	return (site) => {
		const settings = site === undefined ? "null" : scriptJson(settingsOf(site));
		const known = ready.get(settings);
		if (known !== undefined) return known;
		const script = built(before + settings + after);
		ready.set(settings, script);
		return script;
	};
};

/** The best encoding that a request takes. */
export const scriptEncoding = (acceptEncoding: string): ScriptEncoding => {
	const takes = (name: string) =>
		new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`, "i").test(
			acceptEncoding,
		);
	return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
};
