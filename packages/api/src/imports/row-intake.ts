import {
	type AllowedRange,
	type Placed,
	positionIn,
	type ReadBatch,
	readBatch,
	readerOf,
} from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import type { ImportedFigure, ImportedHit } from "@footfall/shared/imported-hit";
import type { Logger } from "@footfall/shared/logger";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { dropStagedSums, openStaging, type StagedEvent, stageRows } from "@footfall/store";
import type { FindSite } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import type { PeopleStore } from "../people/people.ts";
import type { QuotaSettings } from "../quotas/quotas.ts";
import { stageDefinitions } from "./definitions-of-import.ts";
import {
	type BatchCounts,
	countBatch,
	firstRowsOf,
	type ImportRecord,
	reserveBatch,
	sumOf,
} from "./import-record.ts";

const EARLIEST = Date.UTC(2000);
/** Rows converted at once, a few milliseconds of work; other requests are answered in between. */
const SLICE_ROWS = 500;
/** Rows staged at once. */
const PART_ROWS = 10 * SLICE_ROWS;

const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Converts the hits of an export to events of a site, with channels and ids like those of collected ones. */
export type ImportedEvents = (site: Site, platform: string) => (hit: ImportedHit) => QueuedEvent;

/** The systems that imports work on. */
export interface ImportDependencies {
	database: Database;
	store: PeopleStore;
	findSite: FindSite;
	importedEvents: ImportedEvents;
	logger: Logger;
	/** Whether no other process uses this database, as with the embedded database. */
	isAlone: boolean;
	clock: () => number;
	/** The operator's quotas for one account. */
	quotas?: QuotaSettings | undefined;
}

/** Regions of sums get the codes that collected events have: `DE-Bavaria` becomes `DE-BY`. */
const withRegionCode = (
	placed: Placed<ImportedFigure>,
	toEvent: (hit: ImportedHit) => QueuedEvent,
): Placed<ImportedFigure> => {
	const { dimension, value } = placed.value;
	const [country, region] = [value.slice(0, 2), value.slice(3)];
	// A code has no small letters.
	if (dimension !== "region" || !/^[A-Z]{2}-/.test(value) || !/[a-z]/.test(region)) return placed;
	const code = toEvent({ at: 0, type: "pageview", country, region }).region;
	return { ...placed, value: { ...placed.value, value: code || value } };
};

const isRow = (row: unknown): row is Record<string, unknown> =>
	typeof row === "object" && row !== null && !Array.isArray(row);

/** @throws ApiError 409 for an import that takes no more rows */
export const requireReceiving = ({ state, failure }: ImportRecord): void => {
	if (state === "failed") throw new ApiError("CONFLICT", failure ?? "The import was abandoned");
	if (state !== "receiving") throw new ApiError("CONFLICT", "The import already has all its rows");
};

/** A unit that is read again may have fewer rows than the one before. */
const dropUnit = (store: PeopleStore, importId: string, unit: number): Promise<void> =>
	dropStagedSums(store, importId, {
		first: positionIn(unit, 0),
		last: positionIn(unit + 1, 0) - 1,
	});

/** Stages the rows of imports; a repeated batch changes nothing. */
export const createRowIntake = (dependencies: ImportDependencies) => {
	const { database, store, findSite, importedEvents, clock } = dependencies;
	/** The days whose events are accepted, up to now. */
	const range = (): AllowedRange => ({ from: EARLIEST, to: clock() });

	/** The last import whose tables were made: most batches are of the same one, which takes no rows once they are dropped. */
	let opened = "";
	const open = async (importId: string): Promise<void> => {
		if (importId === opened) return;
		await openStaging(store, importId);
		opened = importId;
	};

	const stage = async (
		{ importId, siteId, platform }: ImportRecord,
		read: ReadBatch,
	): Promise<BatchCounts> => {
		const {
			hits,
			events,
			figures,
			searches = [],
			traits,
			devices,
			definitions,
			skipped,
			invalid,
		} = read;
		const site = found("Site", await findSite(String(siteId)));
		const toEvent = importedEvents(site, platform);
		const staged: StagedEvent[] = events.map(({ position, value: { event, session } }) => ({
			position,
			session,
			event: { ...event, site: site.siteId },
		}));
		for (const [index, { position, value }] of hits.entries()) {
			if (index % SLICE_ROWS === 0) await yieldToOthers();
			staged.push({ position, session: "", event: toEvent(value) });
		}
		await open(importId);
		await stageRows(store, importId, {
			site: siteId,
			events: staged,
			figures: figures.map((figure) => withRegionCode(figure, toEvent)),
			searches,
			traits,
			devices,
			platform,
		});
		const unusable = await stageDefinitions(database, importId, definitions);
		return {
			imported: staged.length + figures.length + searches.length,
			figures: figures.length + searches.length,
			skipped,
			invalid: sumOf(invalid, unusable),
			// Older versions of the command do not send them.
			invalidRows: read.invalidRows ?? {},
			noted: read.noted ?? {},
		};
	};

	/** @throws ApiError once all rows have arrived */
	const take = async (
		record: ImportRecord,
		batch: { digest: string; rows: number; firstRow: number | undefined },
		partsFrom: (firstRow: number) => Iterable<ReadBatch>,
	): Promise<void> => {
		requireReceiving(record);
		const { importId } = record;
		const { firstRow, isStored, isRepeated } = await reserveBatch(database, { importId, ...batch });
		if (isStored) return;
		if (isRepeated && record.source !== null) {
			await open(importId);
			await dropUnit(store, importId, firstRow);
		}
		const total: BatchCounts = {
			imported: 0,
			figures: 0,
			skipped: {},
			invalid: {},
			invalidRows: {},
			noted: {},
		};
		for (const part of partsFrom(firstRow)) {
			const { imported, figures, skipped, invalid, invalidRows, noted } = await stage(record, part);
			total.imported += imported;
			total.figures += figures;
			total.skipped = sumOf(total.skipped, skipped);
			total.invalid = sumOf(total.invalid, invalid);
			total.invalidRows = firstRowsOf(total.invalidRows, invalidRows);
			total.noted = sumOf(total.noted, noted);
		}
		await countBatch(database, { importId, digest: batch.digest }, total);
	};

	return {
		range,
		/** Takes rows in the export's format. @throws ApiError once all rows have arrived */
		takeRaw: (record: ImportRecord, rows: readonly unknown[], digest: string): Promise<void> => {
			if (record.platform === "search_console")
				throw new ApiError("INVALID_REQUEST", "Search Console is read by a key, not from rows");
			const read = readerOf(record.platform, record.mapping);
			const parts = function* (firstRow: number) {
				for (let from = 0; from < rows.length; from += PART_ROWS) {
					const part = rows.slice(from, from + PART_ROWS);
					const rawRows = part.map((row) => (isRow(row) ? row : undefined));
					yield readBatch(read, rawRows, firstRow + from, range());
				}
			};
			return take(record, { digest, rows: rows.length, firstRow: undefined }, parts);
		},
		/** Takes rows parsed elsewhere. @throws ApiError once all rows have arrived */
		takeRead: (
			record: ImportRecord,
			{ read, rows, firstRow }: { firstRow: number; rows: number; read: ReadBatch },
		): Promise<void> =>
			take(record, { digest: `${rows} from row ${firstRow}`, rows, firstRow }, () => [read]),
	};
};
