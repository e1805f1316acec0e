import { ApiError } from "@footfall/shared/api-error";
import { createPool, StoreBusyError } from "@footfall/store";

/** A body of 50 MB takes a few hundred while it is made into rows. */
const AT_ONCE = ["one", "another", "a third"];
const MAX_WAITING = 50;
const MAX_WAIT_MS = 30_000;

/** Reads large bodies and works on them a few at a time, of each organization one; the others are not even read until then. */
export const createLargeBodies = () => {
	const pool = createPool(AT_ONCE, { maxWaiting: MAX_WAITING, maxPerCaller: 1 });
	return async <Result>(
		organizationId: string,
		signal: AbortSignal,
		work: () => Promise<Result>,
	): Promise<Result> => {
		const requester = { tenant: organizationId, caller: "", part: "" };
		try {
			return await pool.run(work, { requester, signal, maxWaitMs: MAX_WAIT_MS });
		} catch (error) {
			if (error instanceof StoreBusyError)
				throw new ApiError("UNAVAILABLE", "Too many large bodies are waiting to be read");
			throw error;
		}
	};
};
export type LargeBodies = ReturnType<typeof createLargeBodies>;
