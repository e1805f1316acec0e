import { randomUUID } from "node:crypto";
import { MAX_NAMED_ROWS } from "@footfall/imports";
import { type Selectable, sql, type UpdateObject } from "kysely";
import type { ImportSource, ImportTable } from "../database/import-tables.ts";
import type { Database, Schema } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";

/** An import as stored. */
export type ImportRecord = Selectable<ImportTable>;

/** The start of an import. */
export type NewImport = Pick<
	ImportRecord,
	"siteId" | "organizationId" | "platform" | "mapping" | "fingerprint" | "startedBy"
> & { source?: ImportSource };

type Counts = Readonly<Record<string, number>>;

/** Adds up counts by reason. */
export const sumOf = (one: Counts, other: Counts): Record<string, number> => {
	const sum: Record<string, number> = { ...one };
	for (const [reason, count] of Object.entries(other)) sum[reason] = (sum[reason] ?? 0) + count;
	return sum;
};

type RowsByReason = Readonly<Record<string, readonly number[]>>;

/** Merges the first rows for each reason from two parts of an import, in any order. */
export const firstRowsOf = (one: RowsByReason, other: RowsByReason): Record<string, number[]> => {
	const first: Record<string, number[]> = {};
	for (const reason of [...Object.keys(one), ...Object.keys(other)]) {
		const rows = new Set([...(one[reason] ?? []), ...(other[reason] ?? [])]);
		first[reason] = [...rows].sort((a, b) => a - b).slice(0, MAX_NAMED_ROWS);
	}
	return first;
};

/** A hint about a successful import; usually null. */
export const noteOf = ({
	siteId,
	platform,
	importedEvents,
	importedFigures,
}: Pick<ImportRecord, "siteId" | "platform" | "importedEvents" | "importedFigures">):
	| string
	| null =>
	platform !== "search_console" && importedFigures > 0 && importedFigures === importedEvents
		? `All rows are daily totals, not single events. They count in the overview and its breakdowns for days before the site's first event; months beside your own figures are at /api/sites/${siteId}/imported-months`
		: null;

/** One import as a statement to be executed or locked. */
export const selectImport = (database: Database, importId: string) =>
	database.selectFrom("import").selectAll().where("importId", "=", importId);

/** A change of one import as a statement to be executed or narrowed. */
export const updateImport = (
	database: Database,
	importId: string,
	values: UpdateObject<Schema, "import">,
) => database.updateTable("import").set(values).where("importId", "=", importId);

/** @returns undefined when another import of the organization is running */
export const insertImport = (database: Database, { mapping, source, ...given }: NewImport) =>
	database
		.insertInto("import")
		.values({
			...given,
			importId: randomUUID(),
			mapping: JSON.stringify(mapping),
			...(source && { source: JSON.stringify(source) }),
			state: "receiving",
		})
		.returningAll()
		.executeTakeFirstOrThrow()
		.catch((error: unknown) => {
			if (isUniqueViolation(error)) return undefined;
			throw error;
		});

/** Rows sent in one request. */
interface Batch {
	importId: string;
	/** Recognises a repeated batch. */
	digest: string;
}

/**
 * Assigns a batch its position, the same one each time it is sent, so that a retry replaces a batch left half stored
 * by a crash.
 * @param firstRow undefined where the sender does not know it
 */
export const reserveBatch = (
	database: Database,
	{ importId, digest, rows, firstRow }: Batch & { rows: number; firstRow: number | undefined },
) =>
	database.transaction().execute(async (transaction) => {
		const { nextRow } = await selectImport(transaction, importId)
			.forUpdate()
			.executeTakeFirstOrThrow();
		const known = await transaction
			.selectFrom("import_batch")
			.select(["firstRow", "isStored", "rows"])
			.where("importId", "=", importId)
			.where("digest", "=", digest)
			.executeTakeFirst();
		// One that began before and was not stored may be half stored.
		if (known) return { ...known, isRepeated: !known.isStored };
		const first = firstRow ?? nextRow;
		await transaction
			.insertInto("import_batch")
			.values({ importId, digest, firstRow: first, rows })
			.execute();
		await updateImport(transaction, importId, {
			nextRow: Math.max(nextRow, first + rows),
			heardAt: new Date(),
		}).execute();
		return { firstRow: first, isStored: false, isRepeated: false };
	});

/** The outcome of rows. */
export interface BatchCounts {
	/** Including `figures`, the daily sums. */
	imported: number;
	figures: number;
	skipped: Counts;
	invalid: Counts;
	invalidRows: RowsByReason;
	noted: Counts;
}

/** Counts a stored batch, once even if called repeatedly. */
export const countBatch = (database: Database, { importId, digest }: Batch, counts: BatchCounts) =>
	database.transaction().execute(async (transaction) => {
		const found = await selectImport(transaction, importId).forUpdate().executeTakeFirstOrThrow();
		const stored = await transaction
			.updateTable("import_batch")
			.set({ isStored: true })
			.where("importId", "=", importId)
			.where("digest", "=", digest)
			.where("isStored", "=", false)
			.executeTakeFirst();
		if (stored.numUpdatedRows === 0n) return;
		await updateImport(transaction, importId, {
			importedEvents: found.importedEvents + counts.imported,
			importedFigures: found.importedFigures + counts.figures,
			skipped: JSON.stringify(sumOf(found.skipped, counts.skipped)),
			invalid: JSON.stringify(sumOf(found.invalid, counts.invalid)),
			invalidRows: JSON.stringify(firstRowsOf(found.invalidRows, counts.invalidRows)),
			noted: JSON.stringify(sumOf(found.noted, counts.noted)),
			waiting: null,
			heardAt: new Date(),
		}).execute();
	});

/** The first row not stored yet. */
const firstMissingRow = async (database: Database, importId: string): Promise<number> => {
	const batches = await database
		.selectFrom("import_batch")
		.select(["firstRow", "rows"])
		.where("importId", "=", importId)
		.where("isStored", "=", true)
		.orderBy("firstRow")
		.execute();
	let next = 0;
	for (const { firstRow, rows } of batches) {
		if (firstRow > next) break;
		next = Math.max(next, firstRow + rows);
	}
	return next;
};

/** An unfinished import of the same files, and its first missing row. */
export const findResumable = async (database: Database, siteId: number, fingerprint: string) => {
	const record = await database
		.selectFrom("import")
		.selectAll()
		.where("siteId", "=", siteId)
		.where("fingerprint", "=", fingerprint)
		.where("state", "!=", "failed")
		.executeTakeFirst();
	return record && { record, nextRow: await firstMissingRow(database, record.importId) };
};

/** An import of the same property that is not complete yet. */
export const findUnfinished = async (
	database: Database,
	{ siteId, platform, property }: Pick<ImportRecord, "siteId" | "platform"> & { property: string },
) => {
	const records = await database
		.selectFrom("import")
		.selectAll()
		.where("siteId", "=", siteId)
		.where("platform", "=", platform)
		.where("state", "=", "receiving")
		.execute();
	const record = records.find(({ source }) => source?.property === property);
	return record && { record, nextRow: await firstMissingRow(database, record.importId) };
};

const until = (ms: number) => sql<Date>`now() + ${`${ms} milliseconds`}::interval`;

/** Whether this process now holds the lease for finishing the import, by the clock of the shared database. */
export const takeLease = async (database: Database, importId: string, ms: number) => {
	const { numUpdatedRows } = await updateImport(database, importId, { leaseUntil: until(ms) })
		.where("state", "=", "finishing")
		.where(({ eb }) => eb("leaseUntil", "is", null).or("leaseUntil", "<", sql<Date>`now()`))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
};

/** Extends a lease that this process holds. */
export const extendLease = (database: Database, importId: string, ms: number) =>
	updateImport(database, importId, { leaseUntil: until(ms) }).execute();
