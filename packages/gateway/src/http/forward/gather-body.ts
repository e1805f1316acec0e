import type { IncomingMessage } from "node:http";

/** More than forms and settings need; of a longer body this much is buffered while the rest is not read. */
const MAX_BYTES = 16 * 1024;

/** The result of reading a body. */
export interface GatheredBody {
	bytes: Buffer;
	/** Whether the body is complete; otherwise the request's stream has the rest. */
	isWhole: boolean;
}

/**
 * Waits for a request's body before other resources are used for it: one that arrives byte by byte occupies only its
 * own connection. `done` is not called if the client disconnects.
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
