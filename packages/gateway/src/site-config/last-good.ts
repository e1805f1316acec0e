import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncPath } from "@footfall/shared/files/sync-path";
import { VERSION } from "@footfall/shared/version";
import type { CompiledConfiguration } from "./configuration.ts";

/** Where a gateway saves the last good snapshot below the data directory. */
export const lastGoodPathOf = (dataDirectory: string) =>
	join(dataDirectory, "gateway", "configuration.json");

/** Replaces a saved text: written to another file, synced and renamed, so a crash leaves the old or the new one. */
export const keepLastGood = async (
	path: string,
	text: string | Iterable<string>,
): Promise<void> => {
	await mkdir(dirname(path), { recursive: true });
	const draft = `${path}.${process.pid}`;
	await writeFile(draft, text, { flush: true });
	await rename(draft, path);
	await syncPath(dirname(path));
};

/** 10,000 sites take ten million characters: serialised in pieces, they block nothing else. */
const SITES_PER_PIECE = 100;
/** Written at most, on average. Up to a hundred sites are saved with every change, 10,000 within a minute. */
const KEPT_CHARACTERS_PER_MS = 200;
/** A disk that could not be written to is retried after this time. */
const RETRY_MS = 60_000;

const jsonTextOf = function* ({ version, sites, keys }: CompiledConfiguration): Generator<string> {
	// A gateway of another version may have left out what this one knows: its snapshot is not used as a base for
	// changes.
	yield `{"version":${JSON.stringify(version)},"keptBy":${JSON.stringify(VERSION)}`;
	yield `,"ingestionKeys":${JSON.stringify([...keys.values()])},"sites":[`;
	const all = [...sites.values()].map(({ settings }) => settings);
	for (let first = 0; first < all.length; first += SITES_PER_PIECE) {
		const piece = JSON.stringify(all.slice(first, first + SITES_PER_PIECE)).slice(1, -1);
		yield first === 0 ? piece : `,${piece}`;
	}
	yield "]}";
};

/** Saves the newest configuration to disk, a large one not with every change. */
export const createLastGoodKeeper = (path: string, keptVersion: string | undefined) => {
	let version = keptVersion;
	let notBefore = 0;
	return {
		/** Saves it, unless it is saved already, or the last one was saved a moment ago and `isFinal` is not set. */
		keep: async (configuration: CompiledConfiguration, isFinal = false): Promise<void> => {
			const now = Date.now();
			if (configuration.version === version || (now < notBefore && !isFinal)) return;
			notBefore = now + RETRY_MS;
			let characters = 0;
			const counted = function* () {
				for (const piece of jsonTextOf(configuration)) {
					characters += piece.length;
					yield piece;
				}
			};
			await keepLastGood(path, counted());
			version = configuration.version;
			notBefore = now + characters / KEPT_CHARACTERS_PER_MS;
		},
	};
};

/** The saved snapshot's text; `undefined` if there is none yet. */
export const lastGood = async (path: string): Promise<string | undefined> => {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};
