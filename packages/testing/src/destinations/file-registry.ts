import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import {
	type Destination,
	type DestinationProgress,
	type DestinationRegistry,
	NO_PROGRESS,
} from "@footfall/shared/destinations/destination";

/** A registry of one process at a time, whose progress survives it in a file. */
export const openFileRegistry = (
	path: string,
	destinations: readonly Destination[],
): DestinationRegistry => {
	const read = (): Record<string, DestinationProgress> =>
		existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
	const save = async (id: number, progress: DestinationProgress) => {
		writeFileSync(`${path}.new`, JSON.stringify({ ...read(), [id]: progress }));
		renameSync(`${path}.new`, path);
		return true;
	};
	return {
		list: async () => {
			const progress = read();
			return destinations.map((one) => ({
				...one,
				isPaused: one.isPaused || progress[one.id]?.phase === "paused",
			}));
		},
		claim: async (id) => read()[id] ?? NO_PROGRESS,
		save,
		pause: ({ id }, progress) => save(id, progress),
		release: async () => {},
	};
};
