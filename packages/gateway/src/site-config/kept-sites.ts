import type { ConfigurationSnapshot } from "@footfall/shared/site";
import { lastGood, lastGoodPathOf } from "./last-good.ts";
import { keptSnapshotOf } from "./snapshot.ts";

/**
 * The sites of the snapshot that a gateway has saved in a data directory; `undefined` if none has.
 * @throws BadSnapshotError for a damaged one
 */
export const keptSites = async (
	dataDirectory: string,
): Promise<ConfigurationSnapshot["sites"] | undefined> => {
	const text = await lastGood(lastGoodPathOf(dataDirectory));
	return text === undefined ? undefined : keptSnapshotOf(text).sites;
};
