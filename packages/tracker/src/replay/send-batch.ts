import { warn } from "../guard/attempt.ts";

/** How a batch was taken. */
export interface BatchAnswer {
	/** How long to wait before trying again; 0 where the answer is for good. */
	readonly pauseMs: number;
	/** Whether the server has said that it wants none of this page. */
	readonly isUnwanted: boolean;
}

const RETRY_MS = 1000;
/** Below, compressing costs more than it saves. */
const MIN_COMPRESSED_CHARACTERS = 1000;

/**
 * A batch as it goes over the wire: compressed where the browser can, without saying so, since a header of ours would make it
 * ask leave first; the server knows gzip by its first bytes.
 */
export const compressed = async (text: string): Promise<Blob> => {
	const plain = new Blob([text], { type: "text/plain" });
	if (text.length < MIN_COMPRESSED_CHARACTERS || typeof CompressionStream === "undefined")
		return plain;
	const zipped = await new Response(
		plain.stream().pipeThrough(new CompressionStream("gzip")),
	).arrayBuffer();
	return new Blob([zipped], { type: "text/plain" });
};

/** Sends a batch; with `keepalive` it outlives the page. Never rejects. */
export const sendBatch = async (
	url: string,
	body: Blob | string,
	keepalive: boolean,
): Promise<BatchAnswer> => {
	try {
		const answer = await fetch(url, {
			method: "POST",
			body,
			keepalive,
			credentials: "omit",
		}).catch(() => null);
		if (answer === null) return { pauseMs: RETRY_MS, isUnwanted: false };
		// Until its answer is read to the end, a request takes its room in the pool of those that outlive the page.
		const text = await answer.text().catch(() => "");
		if (answer.status >= 500 || answer.status === 429)
			return {
				pauseMs: Number(answer.headers.get("retry-after")) * 1000 || RETRY_MS,
				isUnwanted: false,
			};
		// Switched off, excluded, or no such site: all of these are said with a message, or with 404.
		return { pauseMs: 0, isUnwanted: /session replay not/i.test(text) || answer.status === 404 };
	} catch (fault) {
		// The page has taken `fetch` away, or put something else in its place: no recording arrives from here.
		warn("no session replay", fault);
		return { pauseMs: 0, isUnwanted: true };
	}
};
