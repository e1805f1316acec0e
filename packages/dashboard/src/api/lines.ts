/** The JSON values of a stream, one per line, as they arrive. @throws SyntaxError for a line that is cut off */
export async function* jsonLines(chunks: AsyncIterable<string>): AsyncGenerator<unknown> {
	let rest = "";
	for await (const chunk of chunks) {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) if (line.trim() !== "") yield JSON.parse(line);
	}
	if (rest.trim() !== "") yield JSON.parse(rest);
}

/** The text of a body, piece by piece, never splitting a character. Not every browser can iterate a stream. */
export async function* textChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			yield decoder.decode(value, { stream: true });
		}
		yield decoder.decode();
	} finally {
		reader.releaseLock();
	}
}
