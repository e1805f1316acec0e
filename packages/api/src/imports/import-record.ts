import { randomUUID } from "node:crypto";
import type { PlainMapping, PlatformName } from "@footfall/imports";
import { type Selectable, sql } from "kysely";
import type { Database, ImportTable } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";

/** An import as stored. */
export type ImportRecord = Selectable<ImportTable>;

/** The start of an import. */
export interface NewImport {
	siteId: number;
	organizationId: string;
	platform: PlatformName;
	mapping: PlainMapping;
	fingerprint: string | null;
	startedBy: string | null;
}

/** A batch of rows with its place among the rows of its import. */
interface ReservedBatch {
	digest: string;
	firstRow: number;
	isStored: boolean;
}

type Counts = Readonly<Record<string, number>>;

/** Adds up counts by reason. */
export const sumOf = (one: Counts, other: Counts): Record<string, number> => {
	const sum: Record<string, number> = { ...one };
	for (const [reason, count] of Object.entries(other)) sum[reason] = (sum[reason] ?? 0) + count;
	return sum;
};

/** A hint about a successful import; usually null. */
export const noteOf = ({
	siteId,
	importedEvents,
	importedFigures,
}: Pick<ImportRecord, "siteId" | "importedEvents" | "importedFigures">): string | null =>
	importedFigures > 0 && importedFigures === importedEvents
		? `All rows are sums of days and no single events, so the reports of events stay empty for these days. Read them at /api/sites/${siteId}/imported-figures`
		: null;

export const findImport = (database: Database, importId: string) =>
	database.selectFrom("import").selectAll().where("importId", "=", importId).executeTakeFirst();

/** The imports of a site, the newest first. */
export const listImports = (database: Database, siteId: number): Promise<ImportRecord[]> =>
	database
		.selectFrom("import")
		.selectAll()
		.where("siteId", "=", siteId)
		.orderBy("startedAt", "desc")
		.orderBy("importId")
		.execute();

/** @returns undefined when another import of the organization is running */
export const insertImport = async (
	database: Database,
	{ mapping, ...given }: NewImport,
): Promise<ImportRecord | undefined> => {
	try {
		return await database
			.insertInto("import")
			.values({
				...given,
				importId: randomUUID(),
				mapping: JSON.stringify(mapping),
				state: "receiving",
			})
			.returningAll()
			.executeTakeFirstOrThrow();
	} catch (error) {
		if (isUniqueViolation(error)) return undefined;
		throw error;
	}
};

/**
 * Assigns a batch its position, the same one each time it is sent: so a retry replaces a batch that a crash left half
 * stored.
 * @param firstRow undefined where the sender does not know it
 */
export const reserveBatch = (
	database: Database,
	{
		importId,
		digest,
		rows,
		firstRow,
	}: { importId: string; digest: string; rows: number; firstRow: number | undefined },
): Promise<ReservedBatch> =>
	database.transaction().execute(async (transaction) => {
		const { nextRow } = await transaction
			.selectFrom("import")
			.select("nextRow")
			.where("importId", "=", importId)
			.forUpdate()
			.executeTakeFirstOrThrow();
		const known = await transaction
			.selectFrom("import_batch")
			.select(["digest", "firstRow", "isStored"])
			.where("importId", "=", importId)
			.where("digest", "=", digest)
			.executeTakeFirst();
		if (known) return known;
		const first = firstRow ?? nextRow;
		await transaction
			.insertInto("import_batch")
			.values({ importId, digest, firstRow: first, rows })
			.execute();
		await transaction
			.updateTable("import")
			.set({ nextRow: Math.max(nextRow, first + rows), heardAt: new Date() })
			.where("importId", "=", importId)
			.execute();
		return { digest, firstRow: first, isStored: false };
	});

/** Counts a stored batch, once even if called repeatedly. */
export const countBatch = (
	database: Database,
	{
		importId,
		digest,
		imported,
		figures,
		skipped,
		invalid,
	}: {
		importId: string;
		digest: string;
		/** Including `figures`, the daily sums. */
		imported: number;
		figures: number;
		skipped: Counts;
		invalid: Counts;
	},
): Promise<void> =>
	database.transaction().execute(async (transaction) => {
		const found = await transaction
			.selectFrom("import")
			.selectAll()
			.where("importId", "=", importId)
			.forUpdate()
			.executeTakeFirstOrThrow();
		const stored = await transaction
			.updateTable("import_batch")
			.set({ isStored: true })
			.where("importId", "=", importId)
			.where("digest", "=", digest)
			.where("isStored", "=", false)
			.executeTakeFirst();
		if (stored.numUpdatedRows === 0n) return;
		await transaction
			.updateTable("import")
			.set({
				importedEvents: found.importedEvents + imported,
				importedFigures: found.importedFigures + figures,
				skipped: JSON.stringify(sumOf(found.skipped, skipped)),
				invalid: JSON.stringify(sumOf(found.invalid, invalid)),
				heardAt: new Date(),
			})
			.where("importId", "=", importId)
			.execute();
	});

/** The first row that is not stored yet. */
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

/** An unfinished import of the same files, and the first row that it still needs. */
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

const until = (ms: number) => sql<Date>`now() + ${`${ms} milliseconds`}::interval`;

/** Whether this process now holds the lease for finishing the import, by the database's clock, which all share. */
export const takeLease = async (
	database: Database,
	importId: string,
	ms: number,
): Promise<boolean> => {
	const { numUpdatedRows } = await database
		.updateTable("import")
		.set({ leaseUntil: until(ms) })
		.where("importId", "=", importId)
		.where("state", "=", "finishing")
		.where(({ eb }) => eb("leaseUntil", "is", null).or("leaseUntil", "<", sql<Date>`now()`))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
};

/** Extends a lease that this process holds. */
export const extendLease = async (
	database: Database,
	importId: string,
	ms: number,
): Promise<void> => {
	await database
		.updateTable("import")
		.set({ leaseUntil: until(ms) })
		.where("importId", "=", importId)
		.execute();
};
