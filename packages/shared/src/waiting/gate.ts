/** What passes did not end in time, so that nothing could be held. */
export class GateBusyError extends Error {
	override name = "GateBusyError";
}

/** Many pass at the same time, unless one holds it: then nobody is on the way, and who comes waits. */
export interface Gate {
	pass<Result>(work: () => Promise<Result>): Promise<Result>;
	/**
	 * Runs a task while nothing passes. Those who hold take turns.
	 * @throws GateBusyError when what passes does not end within `maxWaitMs`
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
	/** Resolves once nobody holds the gate any more. */
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
