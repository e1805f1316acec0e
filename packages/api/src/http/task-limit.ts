import type { ApiError } from "@footfall/shared/api-error";
import { createPool, StoreBusyError } from "@footfall/store";

interface TaskLimitOptions {
	/** Maximum tasks running at a time. */
	atOnce: number;
	/** Maximum tasks waiting. */
	maxWaiting: number;
	/** Maximum tasks of one tenant running at a time; all of them by default. */
	maxPerTenant?: number;
	/** Forever by default. */
	maxWaitMs?: number;
	/** The error for a task that cannot run in time. */
	busy(): ApiError;
}

/** Runs a few tasks at a time; the others wait, and their tenants take turns. */
export const createTaskLimit = ({
	atOnce,
	maxWaiting,
	maxPerTenant = atOnce,
	maxWaitMs,
	busy,
}: TaskLimitOptions) => {
	const slots = Array.from({ length: atOnce }, (_, slot) => slot);
	const pool = createPool(slots, { maxWaiting, maxPerCaller: maxPerTenant });
	/** @throws ApiError when too many wait, or for too long */
	return async <Result>(
		task: () => Promise<Result>,
		{ tenant = "", signal }: { tenant?: string; signal?: AbortSignal } = {},
	): Promise<Result> => {
		try {
			const requester = { tenant, caller: "", part: "" };
			return await pool.run(task, { requester, signal, maxWaitMs });
		} catch (error) {
			throw error instanceof StoreBusyError ? busy() : error;
		}
	};
};
export type TaskLimit = ReturnType<typeof createTaskLimit>;
