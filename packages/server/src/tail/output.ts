import type { Writable } from "node:stream";

export interface Output {
	/** Resolves to whether the line was passed on; false once the output is closed or the command stops. */
	line(text: string): Promise<boolean>;
	/** For people, beside the lines. */
	note(text: string): void;
}

/** Lines for a stream, at the pace of its reader. `stopping` is aborted when that closes it, as `head` does. */
export const openOutput = (stream: Writable, stopping: AbortController): Output => {
	const { signal } = stopping;
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") throw error;
		stopping.abort();
	});
	/** Resolves the line in hand when the command stops, because a reader that waits may never take it. */
	let giveUp: () => void = () => undefined;
	signal.addEventListener("abort", () => giveUp());
	return {
		line: (text) =>
			new Promise((resolve) => {
				if (signal.aborted) return resolve(false);
				giveUp = () => resolve(false);
				stream.write(`${text}\n`, (error) => resolve(!error));
			}),
		note: (text) => void process.stderr.write(`${text}\n`),
	};
};
