import type { IncomingMessage } from "node:http";

/** More than forms and settings have; of a longer body this much is kept while the rest is not read. */
const MAX_BYTES = 16 * 1024;

/** What came of a body. */
export interface GatheredBody {
	bytes: Buffer;
	/** Whether that is all of it; the request's stream has the rest. */
	isWhole: boolean;
}

/**
 * Waits for a request's body before anybody's time is spent on it: one that comes byte by byte holds its own connection and
 * nothing else. `done` is not called for a client that goes away.
 */
export const gatherBody = (
	request: IncomingMessage,
	done: (body: GatheredBody) => void,
	maxBytes = MAX_BYTES,
): void => {
	const chunks: Buffer[] = [];
	let received = 0;
	const finish = (isWhole: boolean) => {
		request.off("data", take).off("end", end);
		done({ bytes: Buffer.concat(chunks), isWhole });
	};
	const end = () => finish(true);
	const take = (chunk: Buffer) => {
		chunks.push(chunk);
		received += chunk.length;
		if (received <= maxBytes) return;
		request.pause();
		finish(false);
	};
	request.on("data", take).on("end", end);
};
