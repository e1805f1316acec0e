import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { MAX_REPLAY_CHUNK_BYTES } from "@footfall/shared/limits";

const inflated = promisify<Buffer | Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * The events of a chunk, each a JSON text, from their gzip and how many bytes each takes.
 * @throws Error for bytes that are no such chunk
 */
export const replayTexts = async (
	events: Uint8Array,
	lengths: readonly number[],
): Promise<() => string[]> => {
	const text = await inflated(events, { maxOutputLength: MAX_REPLAY_CHUNK_BYTES });
	if (text.length !== lengths.reduce((sum, length) => sum + length, 0))
		throw new Error("the length of its events does not match");
	return () => {
		let end = 0;
		return lengths.map((length) => {
			end += length;
			return text.toString("utf8", end - length, end);
		});
	};
};
