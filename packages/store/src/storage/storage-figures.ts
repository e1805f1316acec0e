import type { Statements } from "../client/client.ts";

/** Of the whole days before today by which the growth is told. */
const RECENT_DAYS = 7;

/** What the event store takes, and how it grows. */
export interface StorageFigures {
	/** Of all tables on disk: events, recordings, bots and what is made of them. */
	bytes: number;
	events: number;
	/** A mean of the last seven days that are over, or of as many as there are. */
	eventsPerDay: number;
	/** Free on the store's own disk, as the engine sees it. */
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

/** Asks the engine what the store takes. */
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

/** Fewer events say nothing: tables and indexes take some space of their own. */
const LEAST_EVENTS = 1_000;

/** Bytes of the store for a million events; `undefined` for too few to tell. */
export const bytesPerMillion = ({ bytes, events }: StorageFigures): number | undefined =>
	events < LEAST_EVENTS ? undefined : (bytes / events) * 1e6;

/** With less than this free, as the queue has it, nothing more is taken. */
const FULL_BYTES = 8 * 1024 * 1024;

/** In how many days the disk is full if the store goes on growing as it did: 0 where it is, Infinity where it does not grow. */
export const daysUntilFull = (figures: StorageFigures): number => {
	const { freeBytes, totalBytes, eventsPerDay } = figures;
	// A store without any part has no disk yet.
	if (totalBytes > 0 && freeBytes <= FULL_BYTES) return 0;
	const bytesPerDay = ((bytesPerMillion(figures) ?? 0) / 1e6) * eventsPerDay;
	return bytesPerDay > 0 ? freeBytes / bytesPerDay : Number.POSITIVE_INFINITY;
};
