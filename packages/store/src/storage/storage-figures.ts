import type { Statements } from "../client/client.ts";

/** The number of whole days before today that the growth is computed from. */
const RECENT_DAYS = 7;

/** The size of the event store, and its growth. */
export interface StorageFigures {
	/** Of all tables on disk: events, recordings, bots and derived data. */
	bytes: number;
	events: number;
	/** The mean of the last seven whole days, or of as many as there are. */
	eventsPerDay: number;
	/** Free on the store's own disk, as the engine reports it. */
	freeBytes: number;
	totalBytes: number;
}

const BYTES = `
	SELECT sum(bytes_on_disk) AS bytes FROM system.parts
	WHERE active AND database = currentDatabase() SETTINGS max_execution_time = 30`;

/** Answered by a projection, without reading events. */
const EVENTS = `
	SELECT
		sum(events) AS all,
		sumIf(events, day < today() AND day >= today() - ${RECENT_DAYS}) AS recent,
		least(${RECENT_DAYS}, greatest(1, toInt64(today()) - toInt64(minIf(day, day > today() - 3650)))) AS days
	FROM (SELECT toDate(timestamp) AS day, count() AS events FROM events GROUP BY site_id, toDate(timestamp))
	SETTINGS max_execution_time = 30`;

const DISK = `
	SELECT sum(unreserved_space) AS free, sum(total_space) AS total FROM system.disks
	WHERE name IN (SELECT disk_name FROM system.parts WHERE active AND database = currentDatabase())`;

/** Queries the engine for the size of the store. */
export const storageFigures = async (store: Pick<Statements, "query">): Promise<StorageFigures> => {
	const [size] = await store.query<{ bytes: number }>(BYTES);
	const [events] = await store.query<{ all: number; recent: number; days: number }>(
		EVENTS,
		{},
		{ priority: "heavy" },
	);
	const [disk] = await store.query<{ free: number; total: number }>(DISK);
	return {
		bytes: size?.bytes ?? 0,
		events: events?.all ?? 0,
		eventsPerDay: (events?.recent ?? 0) / (events?.days ?? 1),
		freeBytes: disk?.free ?? 0,
		totalBytes: disk?.total ?? 0,
	};
};

/** Fewer events are not meaningful: tables and indexes take some space of their own. */
const LEAST_EVENTS = 1_000;

/** Bytes of the store per million events; `undefined` if there are too few events. */
export const bytesPerMillion = ({ bytes, events }: StorageFigures): number | undefined =>
	events < LEAST_EVENTS ? undefined : (bytes / events) * 1e6;

/** With less than this free, nothing more is accepted, as in the queue. */
const FULL_BYTES = 8 * 1024 * 1024;

/** In how many days the disk is full if growth continues: 0 if it is full already, Infinity without growth. */
export const daysUntilFull = (figures: StorageFigures): number => {
	const { freeBytes, totalBytes, eventsPerDay } = figures;
	// A store without any part has no disk yet.
	if (totalBytes > 0 && freeBytes <= FULL_BYTES) return 0;
	const bytesPerDay = ((bytesPerMillion(figures) ?? 0) / 1e6) * eventsPerDay;
	return bytesPerDay > 0 ? freeBytes / bytesPerDay : Number.POSITIVE_INFINITY;
};
