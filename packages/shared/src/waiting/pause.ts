import { setMaxListeners } from "node:events";

/**
 * Waits for this many milliseconds, or until the signal is aborted.
 * @returns whether the time has passed; false as soon as the signal is aborted
 */
export const pause = (ms: number, signal?: AbortSignal): Promise<boolean> =>
	new Promise((resolve) => {
		if (signal?.aborted) return resolve(false);
		const finish = (hasPassed: boolean) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", abort);
			resolve(hasPassed);
		};
		const abort = () => finish(false);
		const timer = setTimeout(finish, ms, true);
		if (signal === undefined) return;
		// One signal ends every pause of its owner: that many listeners are not a leak.
		setMaxListeners(0, signal);
		signal.addEventListener("abort", abort);
	});
