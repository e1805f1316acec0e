import { join } from "node:path";
import { createSourceMapBucket, createSourceMapFolder } from "@footfall/store";
import type { Configuration } from "../configuration/configuration.ts";

/** The folder of source maps in a data directory. */
export const SOURCE_MAPS = "source-maps";

/** Where source maps are kept: in the bucket of recordings, if there is one, otherwise in the data directory. */
export const sourceMapsOf = ({ dataDirectory, replayBucket }: Configuration) => {
	const directory = join(dataDirectory, SOURCE_MAPS);
	return {
		files: replayBucket ? createSourceMapBucket(replayBucket) : createSourceMapFolder(directory),
		incoming: join(directory, "incoming"),
	};
};
