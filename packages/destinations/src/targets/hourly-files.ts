import { createHash } from "node:crypto";
import type { Column } from "@footfall/reports/export/columns";
import { parquetPieces } from "@footfall/reports/export/parquet";
import type { Row } from "../rows/stored-rows.ts";
import type { Delivery, Target } from "./target.ts";

/** Where files are put: under a name once, whole, for good. */
export interface FileStore {
	/** A file that is there already may stay, or be replaced: it is the same. */
	put(name: string, bytes: Uint8Array): Promise<void>;
	remove(name: string): Promise<void>;
	close(): Promise<void>;
}

export interface HourlyFilesOptions {
	files: FileStore;
	columns: readonly Column[];
	gatherMs: number;
}

/** Of one delivery in memory: some 40 MB. */
const MAX_ROWS = 20_000;
const PROBE = "_footfall-check";

/** Short, and safe in a path; equal for all deliveries of a partition. */
const digestOf = (partition: string) =>
	createHash("sha256").update(partition).digest("hex").slice(0, 8);

/** `site=1/date=2026-11-20/hour=07` */
const folderOf = (row: Row): string => {
	const time = new Date(row["timestamp"] as number).toISOString();
	return `site=${row["site_id"]}/date=${time.slice(0, 10)}/hour=${time.slice(11, 13)}`;
};

/** `Map.groupBy`, which needs Node 21. */
const byFolder = (rows: readonly Row[]): Map<string, Row[]> => {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		const folder = folderOf(row);
		const group = groups.get(folder);
		if (group) group.push(row);
		else groups.set(folder, [row]);
	}
	return groups;
};

const once = async function* <Item>(item: Item): AsyncGenerator<Item> {
	yield item;
};

const parquetOf = async (columns: readonly Column[], rows: readonly Row[]): Promise<Buffer> => {
	const pieces: Uint8Array[] = [];
	for await (const piece of parquetPieces(columns, once(rows))) pieces.push(piece);
	return Buffer.concat(pieces);
};

/**
 * Parquet files by site and hour (UTC) of the events, in folders that DuckDB, ClickHouse and Spark read as columns. A file
 * is named after the first record of its delivery, so one that is repeated after a crash does not become a second one.
 */
export const createHourlyFiles = ({ files, columns, gatherMs }: HourlyFilesOptions): Target => ({
	maxRows: MAX_ROWS,
	gatherMs,
	deliver: async ({ partition, from, rows }: Delivery) => {
		const name = `part-${String(from).padStart(16, "0")}-${digestOf(partition)}.parquet`;
		for (const [folder, own] of byFolder(rows))
			await files.put(`${folder}/${name}`, await parquetOf(columns, own));
	},
	check: async () => {
		await files.put(PROBE, Buffer.from("ok"));
		await files.remove(PROBE);
	},
	close: files.close,
});
