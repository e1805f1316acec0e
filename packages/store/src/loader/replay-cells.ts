import { byteCountOf, type PlacedReplay } from "./replays.ts";

const DAY_SECONDS = 86_400;

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
	// An event in several parts counts once, by its first part.
	event_count: ({ replay }) => (replay.part === 0 ? replay.times.length : 0),
	byte_count: ({ replay }) => byteCountOf(replay),
	first_time: ({ replay }) => replay.times[0],
	last_time: ({ replay }) => replay.times.at(-1),
	times: ({ replay }) => replay.times,
	source: (_placed, partition) => partition,
	source_offset: ({ record }) => record.offset,
};
const IN_ORDER = Object.values(CELLS);

/** Columns of a chunk's row, except those with the location of its events. */
export const REPLAY_CHUNK_COLUMNS = Object.keys(CELLS);

/** A chunk's cells in the order of the columns. */
export const replayCells = (placed: PlacedReplay, partition: string): unknown[] =>
	IN_ORDER.map((cell) => cell(placed, partition));
