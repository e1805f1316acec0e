/** Lines that are produced once for all readers; late readers also start at the first line. */
export interface JointLines<Line> {
	/** How many lines exist so far. */
	count(): number;
	/**
	 * @param signal of a reader who may leave; production is cancelled when all have left
	 * @throws the signal's reason once it fires, or the error of `make`
	 */
	read(signal: AbortSignal): AsyncGenerator<Line>;
}

/**
 * @param make called once this has returned; its signal fires when the last reader has left
 * @param ended called with all lines; without lines when `make` failed or, at once, when all readers left
 */
export const createJointLines = <Line>(
	make: (signal: AbortSignal) => AsyncIterable<Line>,
	ended: (lines?: readonly Line[]) => void,
): JointLines<Line> => {
	const lines: Line[] = [];
	const left = new AbortController();
	let readers = 0;
	let end: "made" | { error: unknown } | undefined;
	let wake = () => {};
	let news = Promise.resolve();
	const tell = () => {
		wake();
		news = new Promise((resolve) => {
			wake = resolve;
		});
	};
	tell();

	const work = async () => {
		try {
			for await (const line of make(left.signal)) {
				lines.push(line);
				tell();
			}
			end = "made";
			if (!left.signal.aborted) ended(lines);
		} catch (error) {
			// Readers get the error; without any, the next request starts anew.
			end = { error };
			if (!left.signal.aborted) ended();
		}
		tell();
	};
	// By then the requester knows the lines.
	queueMicrotask(work);

	const linesFor = async function* (signal: AbortSignal, leave: () => void) {
		try {
			for (let place = 0; ; ) {
				signal.throwIfAborted();
				const line = lines[place];
				if (line !== undefined) {
					place++;
					yield line;
				} else if (end === "made") return;
				else if (end) throw end.error;
				else await news;
			}
		} finally {
			signal.removeEventListener("abort", leave);
			leave();
		}
	};

	return {
		count: () => lines.length,
		read: (signal) => {
			let isHere = true;
			readers++;
			const leave = () => {
				if (!isHere) return;
				isHere = false;
				if (--readers === 0 && end === undefined) {
					left.abort(signal.reason);
					// Running work may take seconds to stop; a new reader must not wait for its error.
					ended();
				}
				tell();
			};
			signal.addEventListener("abort", leave, { once: true });
			return linesFor(signal, leave);
		},
	};
};
