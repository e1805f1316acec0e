import type { Logger } from "@footfall/shared/logger";
import { createReplayObjects, openBucket, type ReplayObjects } from "@footfall/store";
import type { Configuration } from "../configuration/configuration.ts";

/** The bucket of recordings, if this configuration has one. */
export const openReplayObjects = (
	{ replayBucket }: Configuration,
	logger: Logger,
): ReplayObjects | undefined =>
	replayBucket && createReplayObjects({ bucket: openBucket(replayBucket), logger });
