/** Current passes did not end in time, so the gate could not be held. */
export class GateBusyError extends Error {
	override name = "GateBusyError";
}

/** Many callers pass at the same time, unless one holds the gate: then no pass is in progress, and new ones wait. */
export interface Gate {
	pass<Result>(work: () => Promise<Result>): Promise<Result>;
	/**
	 * Runs a task while nothing passes. Holders run one after the other.
	 * @throws GateBusyError when current passes do not end within `maxWaitMs`
	 */
	hold<Result>(task: () => Promise<Result>, maxWaitMs: number): Promise<Result>;
}

/** Rejects with a GateBusyError when the work takes longer; its outcome is then ignored. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new GateBusyError(`Still busy after ${ms} ms`)), ms);
	});
	try {
		await Promise.race([work, tooLate]);
	} finally {
		clearTimeout(timer);
	}
};

export const createGate = (): Gate => {
	const passing = new Set<Promise<unknown>>();
	/** Resolves once the gate is no longer held. */
	let closed: Promise<void> | undefined;

	return {
		pass: async (work) => {
			while (closed !== undefined) await closed;
			const result = work();
			const settled = result.then(
				() => undefined,
				() => undefined,
			);
			passing.add(settled);
			try {
				return await result;
			} finally {
				passing.delete(settled);
			}
		},
		hold: async (task, maxWaitMs) => {
			while (closed !== undefined) await closed;
			let open = () => {};
			closed = new Promise((resolve) => {
				open = resolve;
			});
			try {
				await within(maxWaitMs, Promise.all(passing));
				return await task();
			} finally {
				closed = undefined;
				open();
			}
		},
	};
};
