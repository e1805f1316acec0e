import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "@footfall/shared/logger";
import { createPinnedScripts, type PinnedScripts, pinnedSources } from "./pinned-scripts.ts";
import { type ServedFile, servedFile } from "./served-file.ts";
import { createSiteScripts, type Scripts } from "./site-scripts.ts";

/** Everything that visitors download. */
export interface TrackerFiles {
	scripts: Scripts;
	pinned: PinnedScripts;
	/** The script that measures web vitals. */
	vitals: Promise<ServedFile>;
	/** The script that records visits. */
	replay: Promise<ServedFile>;
}

/** Scripts of earlier releases; `npm run release:scripts` adds to them. */
const RELEASED = fileURLToPath(new URL("../../released-scripts/", import.meta.url));

/** Reads the built tracker; `undefined`, with a warning, if it is not built. */
export const createTrackerFiles = ({
	trackerDirectory,
	dataDirectory,
	log,
}: {
	/** Holds the built scripts. */
	trackerDirectory: string;
	/** Scripts that pages may have pinned are stored below it. */
	dataDirectory: string;
	log: Logger;
}): TrackerFiles | undefined => {
	const file = (name: string) => servedFile(readFileSync(join(trackerDirectory, name), "utf8"));
	try {
		return {
			scripts: createSiteScripts(trackerDirectory),
			pinned: createPinnedScripts(pinnedSources(trackerDirectory), {
				keptDirectory: join(dataDirectory, "scripts"),
				releasedDirectory: RELEASED,
				log,
			}),
			vitals: file("vitals.js"),
			replay: file("replay.js"),
		};
	} catch (error) {
		log.warn({ error: (error as Error).message }, "The tracker cannot be served");
		return undefined;
	}
};
