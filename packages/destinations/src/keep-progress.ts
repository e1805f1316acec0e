import type {
	Destination,
	DestinationProgress,
	DestinationRegistry,
} from "@footfall/shared/destinations/destination";
import type { Position } from "./position.ts";

/** How old what others read about an idle destination may be. */
const SAVE_MS = 10_000;

interface KeepOptions {
	registry: Pick<DestinationRegistry, "save" | "pause">;
	clock: () => number;
	/** Called when another process has the destination. */
	lost(): void;
}

/** The progress of a destination in memory, written down with every change that matters after a crash. */
export const keepProgress = (
	destination: Pick<Destination, "id" | "version">,
	known: DestinationProgress,
	{ registry, clock, lost }: KeepOptions,
) => {
	const progress: DestinationProgress = { ...known };
	let savedAt = 0;
	const lasting = (): string => JSON.stringify({ ...progress, lagMs: 0 });
	const save = async (changes: Partial<DestinationProgress>): Promise<void> => {
		const before = lasting();
		Object.assign(progress, changes);
		if (lasting() === before && clock() - savedAt < SAVE_MS) return;
		savedAt = clock();
		if (!(await registry.save(destination.id, { ...progress }))) lost();
	};
	return {
		/** As it is now. */
		progress: progress as Readonly<DestinationProgress>,
		save,
		/** Until a person resumes it. */
		pause: async (failure: string): Promise<void> => {
			Object.assign(progress, { phase: "paused", failure, failingSince: clock() });
			if (!(await registry.pause(destination, { ...progress }))) lost();
		},
		saveAt: (position: Position, changes: Partial<DestinationProgress> = {}) =>
			save({ ...changes, position: JSON.stringify(position) }),
	};
};

export type KeptProgress = ReturnType<typeof keepProgress>;
