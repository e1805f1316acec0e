import { warn } from "../guard/attempt.ts";

/** The outcome of sending a batch. */
export interface BatchAnswer {
	/** Pause before a retry; 0 after a final answer. */
	readonly pauseMs: number;
	/** Whether the server does not want recordings of this page. */
	readonly isUnwanted: boolean;
}

const RETRY_MS = 1000;
/** Below this size, compression costs more than it saves. */
const MIN_COMPRESSED_CHARACTERS = 1000;

/**
 * The body of a batch: compressed if the browser can, without a header, which would need a preflight; the server
 * recognises gzip by its first bytes.
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
		// A request counts towards the limit of those that outlive the page until its response is read to the end.
		const text = await answer.text().catch(() => "");
		if (answer.status >= 500 || answer.status === 429)
			return {
				pauseMs: Number(answer.headers.get("retry-after")) * 1000 || RETRY_MS,
				isUnwanted: false,
			};
		// Recording is off, or the site excludes this or does not exist: the response has a message, or is 404.
		return { pauseMs: 0, isUnwanted: /session replay not/i.test(text) || answer.status === 404 };
	} catch (fault) {
		// The page has removed or replaced `fetch`: no recording is possible.
		warn("no session replay", fault);
		return { pauseMs: 0, isUnwanted: true };
	}
};
