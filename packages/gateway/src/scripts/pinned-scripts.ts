import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCRIPT_SETTINGS_PLACEHOLDER } from "@footfall/shared/tracking-configuration";
import { pinnedPath, SCRIPT_FILE_NAME, scriptAddress } from "./script-address.ts";
import { type ArchivePlaces, createScriptArchive } from "./script-archive.ts";
import { type ServedFile, servedFile } from "./served-file.ts";
import { RARE_PART } from "./site-scripts.ts";

/** A script that never changes under its URL. `full` fetches the site's settings, `core` has those of a new site. */
export interface PinnedScript {
	name: "full" | "core" | "rare" | "vitals" | "replay";
	source: string;
}

/** An entry of `/api/script.json`. */
export interface PublishedScript {
	name: PinnedScript["name"];
	/** As in `/api/s/0123456789abcdef0123456789abcdef.js`. */
	path: string;
	/** For the tag's `integrity`, as in `sha384-…`. */
	integrity: string;
	bytes: number;
	brotliBytes: number;
}

export interface PinnedScripts {
	/** Those of this release. */
	published(): Promise<readonly PublishedScript[]>;
	/** One of this release or of an earlier one; `undefined` for a name that was never published here. */
	find(fileName: string): Promise<ServedFile | undefined>;
}

/** Replaces the settings that the gateway otherwise writes into the lean script. */
const SITE_OF_TAG = `{siteId:(()=>{const id=document.currentScript.dataset.siteId;if(id)return id;throw Error("footfall: the script tag needs data-site-id")})()}`;

/** Where a script finds the paths that it sends to: those scripts are one folder further down. */
const OWN_FOLDER = 'URL(".",';
const FOLDER_ABOVE = 'URL("..",';

/**
 * The scripts of this release in the form that pages may pin: without any site's settings, and fetching other files by
 * their own pinned names.
 */
export const pinnedSources = (trackerDirectory: string): readonly PinnedScript[] => {
	const read = (name: string) => readFileSync(join(trackerDirectory, name), "utf8");
	const script = (name: string) => {
		const source = read(name);
		const parts = source.split(OWN_FOLDER);
		if (parts.length !== 2)
			throw new Error(`${name} finds its folder in ${parts.length - 1} places instead of one`);
		// A pinned script outlives upgrades; the files that it fetches must still match it.
		return parts.join(FOLDER_ABOVE).replace(RARE_PART, pinnedPath(rare));
	};
	const rare = read("rare.js");
	const vitals = read("vitals.js");
	const replay = read("replay.js");
	return [
		{
			name: "full",
			source: script("script.js")
				.replace(SCRIPT_SETTINGS_PLACEHOLDER, "null")
				.replace("/vitals.js", pinnedPath(vitals))
				.replace("/replay.js", pinnedPath(replay)),
		},
		{
			name: "core",
			source: script("script-core.js").replace(SCRIPT_SETTINGS_PLACEHOLDER, SITE_OF_TAG),
		},
		{ name: "rare", source: rare },
		{ name: "vitals", source: vitals },
		{ name: "replay", source: replay },
	];
};

/** Publishes the scripts of this release under their content's name and finds those of earlier ones. */
export const createPinnedScripts = (
	scripts: readonly PinnedScript[],
	places: ArchivePlaces,
): PinnedScripts => {
	const ready = new Map<string, Promise<ServedFile>>();
	const today = scripts.map(({ name, source }) => {
		const { fileName, integrity } = scriptAddress(source);
		const file = servedFile(source);
		ready.set(fileName, file);
		return { name, path: `/api/s/${fileName}`, integrity, file };
	});
	const findArchived = createScriptArchive(
		scripts.map(({ source }) => source),
		places,
	);
	return {
		published: () =>
			Promise.all(
				today.map(async ({ file, ...script }) => {
					const { identity, br } = (await file).bodies;
					return { ...script, bytes: identity.length, brotliBytes: br.length };
				}),
			),
		find: async (fileName) => {
			const known = ready.get(fileName);
			if (known !== undefined || !SCRIPT_FILE_NAME.test(fileName)) return known;
			const source = await findArchived(fileName);
			if (source === undefined) return undefined;
			const file = servedFile(source);
			ready.set(fileName, file);
			return file;
		},
	};
};
