import { ApiError } from "@footfall/shared/api-error";
import { BucketError, type ReplayObjects } from "@footfall/store";
import { hexId } from "../query/dimensions.ts";
import type { RunSql } from "../report/report.ts";

/** Approximate bytes of events that are read at once and held in memory. */
const WINDOW_BYTES = 2 * 1024 * 1024;

/** Objects that are fetched at the same time. */
const OBJECTS_AT_ONCE = 16;

interface StoredChunk {
	first: number;
	last: number;
	bytes: number;
	in_bucket: 0 | 1;
}

interface StoredText {
	at: number;
	first: number;
	/** As hex, so that texts sort like the numbers. */
	batch: string;
	chunk: number;
	part: number;
	parts: number;
	place: number;
	text: string;
}

type ChunkOfObject = Pick<StoredText, "first" | "batch" | "chunk" | "part" | "parts"> & {
	/** Of the object, decimal text of 64 bits. */
	number: string;
	times: number[];
	lengths: number[];
};

const CHUNKS_TEXT = `
  SELECT first_time AS first, last_time AS last, byte_count AS bytes, object != 0 AS in_bucket
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
  ORDER BY first_time`;

/** Chunks from `earliest` on are read, which the table's order finds. */
const reachingInto = (isLast: boolean) => `site_id = {site:UInt32} AND session_id = {session:UInt64}
    AND first_time >= {earliest:Int64} AND last_time >= {from:Int64}
    ${isLast ? "" : "AND first_time < {to:Int64}"}`;

/** The parts of one event share the whole order except for the number of their chunk. */
const eventsText = (isLast: boolean) => `
  SELECT at, first_time AS first, ${hexId("batch_id")} AS batch, chunk, part, parts, place, text
  FROM replay_chunks FINAL
  ARRAY JOIN times AS at, events AS text, arrayEnumerate(times) AS place
  WHERE object = 0 AND ${reachingInto(isLast)} AND at >= {from:Int64}
    ${isLast ? "" : "AND at < {to:Int64}"}
  ORDER BY at, first, batch_id, chunk, place`;

const objectsText = (isLast: boolean) => `
  SELECT first_time AS first, ${hexId("batch_id")} AS batch, chunk, part, parts,
    toString(object) AS number, times, lengths
  FROM replay_chunks FINAL
  WHERE object != 0 AND ${reachingInto(isLast)}`;

const ORDER = ["at", "first", "batch", "chunk", "place"] as const;
const inOrder = (one: StoredText, other: StoredText): number => {
	for (const name of ORDER) if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1;
	return 0;
};

interface Window {
	from: number;
	/** Absent in the last one. */
	to: number | undefined;
	/** Where the first chunk that overlaps it begins. */
	earliest: number;
}

/** Time windows that each hold a limited number of bytes. */
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
		// Chunks that end before this window also end before all later ones, as long as they arrive in order.
		while ((chunks[passed]?.last ?? from) < from) passed++;
		return { from, to: edges[index + 1], earliest: chunks[passed]?.first ?? from };
	});
};

/** Joins events that arrived in parts. An event with a missing part is dropped: half of it is not valid JSON. */
const createPartJoiner = () => {
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

/** Queries the bucket. @throws ApiError 503 if that fails */
const fromBucket = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof BucketError)) throw error;
		throw new ApiError(
			"UNAVAILABLE",
			"The bucket that holds this recording does not respond at the moment",
		);
	}
};

export interface ReplayEventsOptions {
	runSql: RunSql;
	/** The locations of events of chunks that are not in the store itself. */
	objects: Pick<ReplayObjects, "textsOf"> | undefined;
	site: number;
	/** Decimal text of 64 bits. */
	session: string;
}

/**
 * The events of a recording as JSON texts, in the order in which they are played, whatever order they came in.
 * @throws ApiError 503 while the bucket that holds them is unavailable
 */
export const replayEvents = async function* ({
	runSql,
	objects,
	site,
	session,
}: ReplayEventsOptions): AsyncGenerator<string> {
	const chunks = await runSql<StoredChunk>(CHUNKS_TEXT, { site, session });
	const isInBucket = chunks.some(({ in_bucket }) => in_bucket === 1);
	if (isInBucket && objects === undefined)
		throw new ApiError(
			"UNAVAILABLE",
			"This recording is in a bucket, but this server has none configured: set REPLAY_BUCKET",
		);

	const ofObject = async ({ number: object, times, lengths, ...chunk }: ChunkOfObject) => {
		const texts = await objects?.textsOf({ site, session, object }, lengths);
		return (texts ?? []).map((text, index) => ({
			...chunk,
			at: times[index] ?? chunk.first,
			place: index + 1,
			text,
		}));
	};
	const ofObjects = async ({ from, to }: Window, parameters: Parameters<RunSql>[1]) => {
		const stored = await runSql<ChunkOfObject>(objectsText(to === undefined), parameters);
		const found: StoredText[] = [];
		for (let next = 0; next < stored.length; next += OBJECTS_AT_ONCE) {
			const some = stored.slice(next, next + OBJECTS_AT_ONCE);
			for (const texts of await fromBucket(() => Promise.all(some.map(ofObject))))
				found.push(...texts.filter(({ at }) => at >= from && (to === undefined || at < to)));
		}
		return found;
	};

	const whole = createPartJoiner();
	for (const window of windowsOf(chunks)) {
		const { from, to, earliest } = window;
		const parameters = { site, session, from, earliest, ...(to !== undefined && { to }) };
		const rows = await runSql<StoredText>(eventsText(to === undefined), parameters, {
			settings: "max_result_bytes = 200000000",
		});
		if (isInBucket) {
			rows.push(...(await ofObjects(window, parameters)));
			rows.sort(inOrder);
		}
		for (const row of rows) {
			const text = whole(row);
			if (text !== undefined) yield text;
		}
	}
};
