import { type AllowedRange, type ReadBatch, readBatch, readerOf } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import type { ImportedHit } from "@footfall/shared/imported-hit";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import { openStaging, type StagedEvent, stageRows } from "@footfall/store";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { PeopleStore } from "../people/people.ts";
import type { FindSite } from "../sites/find-site.ts";
import { stageDefinitions } from "./definitions-of-import.ts";
import { countBatch, type ImportRecord, reserveBatch, sumOf } from "./import-record.ts";

/** Rows converted in one go, some milliseconds of work: other requests are answered in between. */
const SLICE_ROWS = 500;
/** Rows staged in one go. */
const PART_ROWS = 10 * SLICE_ROWS;

const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Converts the hits of an export to events of a site, with channels and ids like those of collected ones. */
export type ImportedEvents = (site: Site, platform: string) => (hit: ImportedHit) => QueuedEvent;

const isRow = (row: unknown): row is Record<string, unknown> =>
	typeof row === "object" && row !== null && !Array.isArray(row);

/** @throws ApiError 409 for an import that takes no more rows */
export const requireReceiving = ({ state, failure }: ImportRecord): void => {
	if (state === "failed") throw new ApiError("CONFLICT", failure ?? "The import was given up");
	if (state !== "receiving") throw new ApiError("CONFLICT", "The import has all its rows already");
};

/** Stages the rows of imports; a repeated batch changes nothing. */
export const createRowIntake = ({
	database,
	store,
	findSite,
	importedEvents,
	range,
}: {
	database: Database;
	store: PeopleStore;
	findSite: FindSite;
	importedEvents: ImportedEvents;
	range(): AllowedRange;
}) => {
	const stage = async (
		{ importId, siteId, platform }: ImportRecord,
		{ hits, events, figures, traits, devices, definitions, invalid }: ReadBatch,
	) => {
		const site = await findSite(String(siteId));
		if (!site) throw new ApiError("NOT_FOUND", "Site not found");
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
		await openStaging(store, importId);
		await stageRows(store, importId, { site: siteId, events: staged, figures, traits, devices });
		const unusable = await stageDefinitions(database, importId, definitions);
		return {
			imported: staged.length + figures.length,
			figures: figures.length,
			invalid: sumOf(invalid, unusable),
		};
	};

	return {
		/** Takes rows as an export has them. @throws ApiError once all rows have come */
		takeRaw: async (
			record: ImportRecord,
			rows: readonly unknown[],
			digest: string,
		): Promise<void> => {
			requireReceiving(record);
			const { importId, platform } = record;
			const batch = { importId, digest, rows: rows.length, firstRow: undefined };
			const reserved = await reserveBatch(database, batch);
			if (reserved.isStored) return;
			const read = readerOf(platform, record.mapping);
			const total = { imported: 0, figures: 0, skipped: {}, invalid: {} };
			for (let from = 0; from < rows.length; from += PART_ROWS) {
				const part = rows
					.slice(from, from + PART_ROWS)
					.map((row) => (isRow(row) ? row : undefined));
				const { skipped, ...parsed } = readBatch(read, part, reserved.firstRow + from, range());
				const staged = await stage(record, { skipped, ...parsed });
				total.imported += staged.imported;
				total.figures += staged.figures;
				total.skipped = sumOf(total.skipped, skipped);
				total.invalid = sumOf(total.invalid, staged.invalid);
			}
			await countBatch(database, { importId, digest, ...total });
		},
		/** Takes rows that were read elsewhere. @throws ApiError once all rows have come */
		takeRead: async (
			record: ImportRecord,
			{ firstRow, rows, read }: { firstRow: number; rows: number; read: ReadBatch },
		): Promise<void> => {
			requireReceiving(record);
			const { importId } = record;
			const digest = `${rows} from row ${firstRow}`;
			const reserved = await reserveBatch(database, { importId, digest, rows, firstRow });
			if (reserved.isStored) return;
			const staged = await stage(record, read);
			await countBatch(database, { importId, digest, skipped: read.skipped, ...staged });
		},
	};
};
