import { type Ask, LIMITS } from "../reports/report.ts";

/** About so many bytes of events are read at once, and so many are in memory. */
const WINDOW_BYTES = 2 * 1024 * 1024;

interface StoredChunk {
	first: number;
	last: number;
	bytes: number;
}

interface StoredText {
	batch: string;
	part: number;
	parts: number;
	text: string;
}

const CHUNKS_TEXT = `
  SELECT first_time AS first, last_time AS last, byte_count AS bytes
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
  ORDER BY first_time
  ${LIMITS}`;

/** Chunks from `earliest` on are looked at, which the table's order finds. Parts of one event have all of the order in common but the number of their chunk. */
const eventsText = (isLast: boolean) => `
  SELECT toString(batch_id) AS batch, part, parts, text
  FROM replay_chunks FINAL
  ARRAY JOIN times AS at, events AS text, arrayEnumerate(times) AS place
  WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
    AND first_time >= {earliest:Int64} AND last_time >= {from:Int64} AND at >= {from:Int64}
    ${isLast ? "" : "AND first_time < {to:Int64} AND at < {to:Int64}"}
  ORDER BY at, first_time, batch_id, chunk, place
  ${LIMITS}, max_result_bytes = 200000000`;

interface Window {
	from: number;
	/** Absent in the last one. */
	to: number | undefined;
	/** Where the first chunk begins that reaches into it. */
	earliest: number;
}

/** Stretches of time that hold a bearable number of bytes each. */
const windowsOf = (chunks: readonly StoredChunk[]): Window[] => {
	const edges: number[] = [];
	let bytes = 0;
	for (const chunk of chunks) {
		const edge = edges.at(-1);
		if (edge === undefined || (bytes + chunk.bytes > WINDOW_BYTES && chunk.first > edge)) {
			edges.push(chunk.first);
			bytes = 0;
		}
		bytes += chunk.bytes;
	}
	let passed = 0;
	return edges.map((from, index) => {
		// Chunks that end before this window end before all later ones as well, as far as they come one by one.
		while ((chunks[passed]?.last ?? from) < from) passed++;
		return { from, to: edges[index + 1], earliest: chunks[passed]?.first ?? from };
	});
};

/** Puts events that came in parts together. One of which a part is missing is left out: half of it is no JSON. */
const putTogether = () => {
	let batch = "";
	let begun: string[] = [];
	return (stored: StoredText): string | undefined => {
		if (stored.parts === 1) return stored.text;
		if (stored.part === 0) {
			batch = stored.batch;
			begun = [];
		} else if (stored.batch !== batch || stored.part !== begun.length) return undefined;
		begun.push(stored.text);
		return begun.length === stored.parts ? begun.join("") : undefined;
	};
};

/**
 * The events of a recording as JSON texts, in the order in which they are played, whatever order they came in.
 * @param session decimal text of 64 bits
 */
export const replayEvents = async function* (
	ask: Ask,
	site: number,
	session: string,
): AsyncGenerator<string> {
	const windows = windowsOf(await ask<StoredChunk>(CHUNKS_TEXT, { site, session }));
	const whole = putTogether();
	for (const { from, to, earliest } of windows) {
		const rows = await ask<StoredText>(eventsText(to === undefined), {
			site,
			session,
			from,
			earliest,
			...(to !== undefined && { to }),
		});
		for (const row of rows) {
			const text = whole(row);
			if (text !== undefined) yield text;
		}
	}
};
