import { type AllowedRange, type ReadBatch, readBatch, readerOf } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import type { ImportedHit } from "@footfall/shared/imported-hit";
import type { Logger } from "@footfall/shared/logger";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { deleteImport, openStaging, type StagedEvent, stageRows } from "@footfall/store";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";
import { createFindSite } from "../sites/find-site.ts";
import { stageDefinitions } from "./definitions-of-import.ts";
import { startFinishing } from "./finishing.ts";
import {
	countBatch,
	findImport,
	firstMissingRow,
	type ImportRecord,
	insertImport,
	type NewImport,
	reserveBatch,
	sumOf,
} from "./import-record.ts";

/** An import that hears nothing for so long stands in nobody's way any more. */
const SILENT_AFTER_MS = 60 * 60 * 1000;
const EARLIEST = Date.UTC(2000);
/** So many rows are read in one go, some milliseconds: reports are answered in between. */
const SLICE_ROWS = 500;

const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Turns what an export says into events of a site, with channels and ids like those of collected ones. */
export type ImportedEvents = (site: Site, platform: string) => (hit: ImportedHit) => QueuedEvent;

export interface ImportsOptions {
	database: Database;
	store: PeopleStore;
	importedEvents: ImportedEvents;
	logger: Logger;
	/** Whether no other process has this database, as with the embedded one. */
	isAlone: boolean;
	clock?: () => number;
}

/** Everything that is done with imports, over the api and by the operator's command. */
export interface Imports {
	/** @throws ApiError 429 while another import of the organization is running */
	begin(given: NewImport): Promise<ImportRecord>;
	/** The days of which events are taken; up to now. */
	range(): AllowedRange;
	find(importId: string): Promise<ImportRecord | undefined>;
	list(siteId: number): Promise<ImportRecord[]>;
	/** An unfinished import of the same files, and the first row that it still needs. */
	resumable(
		siteId: number,
		fingerprint: string,
	): Promise<{ record: ImportRecord; nextRow: number } | undefined>;
	/** Takes rows as an export has them; the same `digest` again changes nothing. @throws ApiError once it is finished */
	takeRaw(record: ImportRecord, rows: readonly unknown[], digest: string): Promise<void>;
	/** Takes rows that were read elsewhere. @throws ApiError once it is finished */
	takeRead(
		record: ImportRecord,
		batch: { firstRow: number; rows: number; read: ReadBatch },
	): Promise<void>;
	/** Says that all rows are there; resolves at once, while what they say becomes visible. @throws ApiError */
	complete(record: ImportRecord): Promise<void>;
	/** Ends an import that can never be complete, and removes what came of it. */
	giveUp(record: ImportRecord, reason: string): Promise<void>;
	/**
	 * Removes an import with all its events.
	 * @param announce called before anything is removed
	 * @throws ApiError 400 while it is running
	 */
	remove(record: ImportRecord, announce: () => Promise<void>): Promise<void>;
	/** Resolves when nothing is being finished any more. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

const isRow = (row: unknown): row is Record<string, unknown> =>
	typeof row === "object" && row !== null && !Array.isArray(row);

/** Takes imports in, finishes them, also those that a restart interrupted, and removes them. */
export const startImports = ({
	database,
	store,
	importedEvents,
	logger,
	isAlone,
	clock = Date.now,
}: ImportsOptions): Imports => {
	const findSite = createFindSite(database);
	const finishing = startFinishing({ database, store, findSite, logger, isAlone, clock });

	const range = () => ({ from: EARLIEST, to: clock() });
	const isSilent = ({ heardAt }: ImportRecord) => heardAt.getTime() < clock() - SILENT_AFTER_MS;

	const requireReceiving = ({ state, failure }: ImportRecord) => {
		if (state === "failed") throw new ApiError("CONFLICT", failure ?? "The import was given up");
		if (state !== "receiving")
			throw new ApiError("CONFLICT", "The import has all its rows already");
	};

	const giveUp = async ({ importId, siteId }: ImportRecord, failure: string) => {
		await deleteImport(store, { site: siteId, importId });
		await database
			.updateTable("import")
			.set({
				state: "failed",
				failure,
				completedAt: new Date(clock()),
				importedEvents: 0,
				importedFigures: 0,
			})
			.where("importId", "=", importId)
			.where("state", "=", "receiving")
			.execute();
		await database.deleteFrom("import_definition").where("importId", "=", importId).execute();
	};

	const stage = async (
		record: ImportRecord,
		{ hits, events, figures, traits, devices, definitions, invalid }: ReadBatch,
	) => {
		const { importId, siteId, platform } = record;
		const site = await findSite(String(siteId));
		if (!site) throw new ApiError("NOT_FOUND", "Site not found");
		const toEvent = importedEvents(site, platform);
		const staged: StagedEvent[] = events.map(({ position, value: { event, session } }) => ({
			position,
			session,
			event: { ...event, site: site.siteId },
		}));
		for (const [index, { position, value }] of hits.entries()) {
			if (index % SLICE_ROWS === 0) await otherWork();
			staged.push({ position, session: "", event: toEvent(value) });
		}
		await openStaging(store, importId);
		await stageRows(store, importId, { site: siteId, events: staged, figures, traits, devices });
		const unusable = await stageDefinitions(database, importId, definitions);
		return {
			imported: staged.length + figures.length,
			figures: figures.length,
			invalid: sumOf(invalid, unusable),
		};
	};

	const takeRead: Imports["takeRead"] = async (record, { firstRow, rows, read }) => {
		requireReceiving(record);
		const { importId } = record;
		const digest = `${rows} from row ${firstRow}`;
		const reserved = await reserveBatch(database, { importId, digest, rows, firstRow });
		if (reserved.isStored) return;
		const staged = await stage(record, read);
		await countBatch(database, { importId, digest, skipped: read.skipped, ...staged });
	};

	return {
		range,
		begin: async (given) => {
			const record = await insertImport(database, given);
			if (record) return record;
			const running = await database
				.selectFrom("import")
				.selectAll()
				.where("organizationId", "=", given.organizationId)
				.where("state", "=", "receiving")
				.executeTakeFirst();
			if (running && isSilent(running)) {
				await giveUp(running, "No rows came for an hour, and another import was started");
				const next = await insertImport(database, given);
				if (next) return next;
			}
			throw new ApiError("RATE_LIMITED", "Only 1 concurrent import allowed per organization");
		},
		find: (importId) => findImport(database, importId),
		list: (siteId) =>
			database
				.selectFrom("import")
				.selectAll()
				.where("siteId", "=", siteId)
				.orderBy("startedAt", "desc")
				.orderBy("importId")
				.execute(),
		resumable: async (siteId, fingerprint) => {
			const record = await database
				.selectFrom("import")
				.selectAll()
				.where("siteId", "=", siteId)
				.where("fingerprint", "=", fingerprint)
				.where("state", "!=", "failed")
				.executeTakeFirst();
			return record && { record, nextRow: await firstMissingRow(database, record.importId) };
		},
		takeRaw: async (record, rows, digest) => {
			requireReceiving(record);
			const { importId, platform } = record;
			const reserved = await reserveBatch(database, {
				importId,
				digest,
				rows: rows.length,
				firstRow: undefined,
			});
			if (reserved.isStored) return;
			const read = readerOf(platform, record.mapping);
			let imported = 0;
			let figures = 0;
			let skipped = {};
			let invalid = {};
			for (let from = 0; from < rows.length; from += 10 * SLICE_ROWS) {
				const slice = rows
					.slice(from, from + 10 * SLICE_ROWS)
					.map((row) => (isRow(row) ? row : undefined));
				const batch = readBatch(read, slice, reserved.firstRow + from, range());
				const staged = await stage(record, batch);
				imported += staged.imported;
				figures += staged.figures;
				skipped = sumOf(skipped, batch.skipped);
				invalid = sumOf(invalid, staged.invalid);
			}
			await countBatch(database, { importId, digest, imported, figures, skipped, invalid });
		},
		takeRead,
		giveUp,
		complete: async (record) => {
			if (record.state === "done" || record.state === "finishing") return;
			requireReceiving(record);
			const { importId } = record;
			await database
				.updateTable("import")
				.set({ state: "finishing", heardAt: new Date(clock()) })
				.where("importId", "=", importId)
				.execute();
			const current = await findImport(database, importId);
			if (current) finishing.start(current);
		},
		remove: async (record, announce) => {
			const isActive =
				record.state === "finishing" || (record.state === "receiving" && !isSilent(record));
			if (isActive) throw new ApiError("INVALID_REQUEST", "Cannot delete active import");
			const { importId, siteId } = record;
			await announce();
			await deleteImport(store, { site: siteId, importId });
			await database.deleteFrom("import").where("importId", "=", importId).execute();
		},
		idle: finishing.idle,
		close: finishing.close,
	};
};
