import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { QueueRecord } from "@footfall/queue";
import { MAX_REPLAY_CHUNK_BYTES } from "@footfall/shared/limits";
import type { QueuedReplay } from "@footfall/shared/queued-replay";
import type { EventStore } from "../client.ts";
import type { Persistently } from "./persistently.ts";
import { isTime, siteFault, visitorFault } from "./read-fault.ts";
import type { SessionEvent, Sessions } from "./sessions.ts";

export interface ReadReplay {
	record: QueueRecord;
	replay: QueuedReplay;
}

/** A chunk with its session, decimal text of 64 bits, and the visitor id that it goes by. */
export interface PlacedReplay extends ReadReplay {
	session: string;
	visitor: string;
}

const DAY_SECONDS = 86_400;
/** So much is inflated and inserted at once; more would only be held in memory. */
const BLOCK_BYTES = 8 * 1024 * 1024;

const inflated = promisify<Buffer | Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

const isCount = (value: unknown, least: number) =>
	Number.isInteger(value) && Number(value) >= least;
const isNumbers = (values: unknown): values is number[] =>
	Array.isArray(values) && values.every((value) => Number.isInteger(value));

const byteCountOf = ({ lengths }: QueuedReplay) => lengths.reduce((sum, length) => sum + length, 0);

/** What the loader itself relies on; the other fields are the store's to judge. */
export const replayFaultOf = (replay: QueuedReplay): string | undefined => {
	const { batch, chunk, part, parts, times, lengths } = replay;
	if (![replay.receivedAt, replay.startedAt, replay.endedAt].every(isTime)) return "no usable time";
	if (typeof replay.identifiedUser !== "string") return "identifiedUser is no text";
	if (!/^[0-9a-f]{16}$/.test(batch)) return "batch is not 16 hex characters";
	if (!isCount(chunk, 0) || !isCount(part, 0) || !isCount(parts, part + 1))
		return "chunk and part are no numbers";
	if (!isNumbers(times) || !isNumbers(lengths) || times.length !== lengths.length)
		return "times and lengths do not belong together";
	if (times.length === 0 || byteCountOf(replay) > MAX_REPLAY_CHUNK_BYTES)
		return "nothing, or more than a chunk holds";
	return siteFault(replay.site) ?? visitorFault(replay);
};

/** A chunk as sessions see it: something that its visitor did. */
export const sessionEventOf = ({ replay }: ReadReplay): SessionEvent => ({
	id: `${replay.batch}/${replay.chunk}`,
	site: replay.site,
	visitor: replay.visitor,
	...(replay.visitorYesterday !== undefined && { visitorYesterday: replay.visitorYesterday }),
	identifiedUser: replay.identifiedUser,
	occurredAt: replay.startedAt,
});

/**
 * Gives each chunk the session that the events around it have. `assign` is to be used for the events: it places the
 * chunks that happened before each of them first, so that sessions come out as if all had come one by one.
 */
export const placingReplays = (
	replays: readonly ReadReplay[],
	assign: Sessions["assign"],
): { assign: Sessions["assign"]; placed(): PlacedReplay[] } => {
	const waiting = [...replays].sort((one, other) => one.replay.startedAt - other.replay.startedAt);
	const placed: PlacedReplay[] = [];
	const placeUntil = (time: number) => {
		for (;;) {
			const next = waiting[placed.length];
			if (next === undefined || next.replay.startedAt > time) return;
			placed.push({ ...next, ...assign(sessionEventOf(next)) });
		}
	};
	return {
		assign: (event) => {
			placeUntil(event.occurredAt);
			return assign(event);
		},
		placed: () => {
			placeUntil(Number.POSITIVE_INFINITY);
			return placed;
		},
	};
};

type Cell = (placed: PlacedReplay, partition: string) => unknown;

const decimal = (hex: string) => BigInt(`0x${hex}`).toString();

const CELLS: Readonly<Record<string, Cell>> = {
	site_id: ({ replay }) => replay.site,
	session_id: ({ session }) => session,
	batch_id: ({ replay }) => decimal(replay.batch),
	chunk: ({ replay }) => replay.chunk,
	part: ({ replay }) => replay.part,
	parts: ({ replay }) => replay.parts,
	received_at: ({ replay }) => Math.trunc(replay.receivedAt),
	timestamp: ({ replay }) => Math.trunc(replay.startedAt),
	ended_at: ({ replay }) => Math.trunc(replay.endedAt),
	keep_until: ({ replay }) =>
		Math.trunc(replay.receivedAt / 1000) + replay.retentionDays * DAY_SECONDS,
	user_id: ({ visitor }) => decimal(visitor),
	identified_user_id: ({ replay }) => replay.identifiedUser,
	page_url: ({ replay }) => replay.pageUrl,
	language: ({ replay }) => replay.language,
	screen_width: ({ replay }) => replay.screenWidth,
	screen_height: ({ replay }) => replay.screenHeight,
	browser: ({ replay }) => replay.browser,
	browser_version: ({ replay }) => replay.browserVersion,
	operating_system: ({ replay }) => replay.operatingSystem,
	operating_system_version: ({ replay }) => replay.operatingSystemVersion,
	device_type: ({ replay }) => replay.deviceType,
	country: ({ replay }) => replay.country,
	region: ({ replay }) => replay.region,
	city: ({ replay }) => replay.city,
	// Of an event in parts the first one counts.
	event_count: ({ replay }) => (replay.part === 0 ? replay.times.length : 0),
	byte_count: ({ replay }) => byteCountOf(replay),
	first_time: ({ replay }) => replay.times[0],
	last_time: ({ replay }) => replay.times.at(-1),
	times: ({ replay }) => replay.times,
	source: (_placed, partition) => partition,
	source_offset: ({ record }) => record.offset,
};
const COLUMNS = [...Object.keys(CELLS), "events"];
const IN_ORDER = Object.values(CELLS);

/** The events of a chunk, each a JSON text. @throws Error for bytes that are no such chunk */
const eventsOf = async (replay: QueuedReplay): Promise<string[]> => {
	const text = await inflated(replay.events, { maxOutputLength: MAX_REPLAY_CHUNK_BYTES });
	if (text.length !== byteCountOf(replay)) throw new Error("its events are not as long as it says");
	let end = 0;
	return replay.lengths.map((length) => {
		end += length;
		return text.toString("utf8", end - length, end);
	});
};

export interface StoreReplaysOptions {
	store: Pick<EventStore, "insert">;
	persistently: Persistently;
	/** Keeps a record that cannot be stored for what is in it. */
	setAside(record: QueueRecord, reason: string): Promise<void>;
}

interface Row {
	placed: PlacedReplay;
	cells: unknown[];
}

const blocksOf = (replays: readonly PlacedReplay[]): PlacedReplay[][] => {
	const blocks: PlacedReplay[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const placed of replays) {
		bytes += byteCountOf(placed.replay);
		if (bytes > BLOCK_BYTES) {
			blocks.push([]);
			bytes = byteCountOf(placed.replay);
		}
		blocks.at(-1)?.push(placed);
	}
	return blocks;
};

/**
 * Stores chunks, however long that takes; what has been stored before replaces itself. Resolves to how many were set
 * aside.
 */
export const storeReplays = async (
	{ store, persistently, setAside }: StoreReplaysOptions,
	partition: string,
	replays: readonly PlacedReplay[],
): Promise<number> => {
	let refused = 0;
	const refuse = async ({ record }: PlacedReplay, reason: string) => {
		await persistently(() => setAside(record, reason));
		refused++;
	};

	const insert = async (rows: readonly Row[]): Promise<void> => {
		const [first] = rows;
		if (first === undefined) return;
		const fault = await persistently(() =>
			store.insert(
				"replay_chunks",
				COLUMNS,
				rows.map(({ cells }) => cells),
			),
		);
		if (fault === undefined) return;
		if (rows.length === 1) return refuse(first.placed, String(fault));
		const middle = Math.ceil(rows.length / 2);
		await insert(rows.slice(0, middle));
		await insert(rows.slice(middle));
	};

	for (const block of blocksOf(replays)) {
		const rows: Row[] = [];
		for (const placed of block) {
			try {
				const events = await eventsOf(placed.replay);
				rows.push({ placed, cells: [...IN_ORDER.map((cell) => cell(placed, partition)), events] });
			} catch (error) {
				await refuse(placed, String(error));
			}
		}
		await insert(rows);
	}
	return refused;
};
