import { readBlock } from "../driver/block.ts";
import type { QueueDepth } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";

/** Number of uncommitted records, and the age of the oldest. */
export const depthOf = (environment: Environment): QueueDepth => {
	const committed = environment.position("committed");
	const records = environment.position("tail") - committed;
	const [first] = environment.blocks.getKeys({ start: committed, limit: 1 });
	const bytes = first === undefined ? undefined : environment.blocks.getBinary(first);
	const appendedAt = bytes && readBlock(bytes)?.appendedAt;
	return {
		records,
		oldestAgeMs: appendedAt === undefined ? 0 : Math.max(0, Date.now() - appendedAt),
	};
};
