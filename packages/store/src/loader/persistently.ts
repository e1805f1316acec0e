import type { Logger } from "@footfall/shared/logger";
import { isDataFault } from "../store-error.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** The loader was closed, or lost the partition, while a block could not be stored; the queue delivers it again. */
export class AbandonedBlockError extends Error {
	override name = "AbandonedBlockError";
}

/** Retries what fails because of the machine; resolves to the data's fault, if that is why it fails. */
export type Persistently = (attempt: () => Promise<void>) => Promise<unknown>;

export interface PersistenceOptions {
	logger: Logger;
	/** Sleeps unless the loader closes meanwhile; resolves to whether it goes on. */
	pause(ms: number): Promise<boolean>;
	/** Whether the block is still this loader's to store: another one may have been given its partition. */
	isOurs(): boolean;
	/** Told of each failure of the machine, and of the success after it. */
	failed(reason: string | undefined): void;
}

export const createPersistence =
	({ logger, pause, isOurs, failed }: PersistenceOptions): Persistently =>
	async (attempt) => {
		for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
			try {
				await attempt();
				failed(undefined);
				return undefined;
			} catch (error) {
				if (isDataFault(error)) return error;
				failed(String(error));
				logger.error({ error }, "A block could not be stored, trying again");
				if (!(await pause(pauseMs)) || !isOurs())
					throw new AbandonedBlockError("Closed, or lost to another loader, before it was stored");
			}
		}
	};
