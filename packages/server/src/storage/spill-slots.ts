import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type EmbeddedQueue, openEmbeddedQueue, type Producer } from "@footfall/queue";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/files/process-lock";
import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";

const MOST_SLOTS = 256;
/** How often to look for spills whose process is gone. */
const ADOPT_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 500;

/** A spill owned by this process. */
export interface SpillSlot {
	directory: string;
	spill: EmbeddedQueue;
	close(): Promise<void>;
}

const LOCK = "spill.lock";

const claim = (directory: string, logger: Logger): SpillSlot | undefined => {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	let release: () => void;
	try {
		release = acquireProcessLock(join(directory, LOCK), `the spill in ${directory}`);
	} catch (error) {
		if (error instanceof ProcessLockError) return undefined;
		throw error;
	}
	const spill = openEmbeddedQueue({ directory, logger });
	return {
		directory,
		spill,
		close: async () => {
			await spill.close();
			release();
		},
	};
};

/** The first of `<base>`, `<base>-2`, … that no other process holds: workers that share a directory get one each. */
export const claimSpill = (base: string, logger: Logger): SpillSlot => {
	for (let number = 1; number <= MOST_SLOTS; number++) {
		const slot = claim(number === 1 ? base : `${base}-${number}`, logger);
		if (slot) return slot;
	}
	throw new Error(`All ${MOST_SLOTS} spill directories next to ${base} are in use`);
};

/**
 * Drains spills whose process is gone, for example after the number of workers was reduced: acknowledged records must
 * not wait for a process that never returns.
 */
export const adoptSpills = (
	base: string,
	drainer: (spill: EmbeddedQueue) => { producer: Producer; close(): Promise<void> },
	logger: Logger,
): PeriodicJob => {
	const drain = async (directory: string, signal: AbortSignal): Promise<void> => {
		const slot = claim(directory, logger);
		if (slot === undefined) return;
		try {
			if (slot.spill.depth().records === 0) return;
			logger.warn(
				{ directory },
				"Delivering records that were spilled by a process that has ended",
			);
			const { producer, close } = drainer(slot.spill);
			while (!signal.aborted && (await producer.health()).spilledRecords > 0)
				await pause(LOOK_EVERY_MS, signal);
			await close();
		} finally {
			await slot.close();
		}
	};

	const look = async (signal: AbortSignal) => {
		const parent = dirname(base);
		const ours = new RegExp(`^${basename(base)}(-\\d+)?$`);
		const found = existsSync(parent) ? readdirSync(parent).filter((name) => ours.test(name)) : [];
		for (const name of found) if (!signal.aborted) await drain(join(parent, name), signal);
	};
	return startPeriodicJob(look, {
		pauseMs: ADOPT_EVERY_MS,
		failed: (err) =>
			logger.error({ err }, "Spilled records of other processes could not be delivered; retrying"),
	});
};
