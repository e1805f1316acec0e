import type { GoogleWait } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import { deleteImport } from "@footfall/store";
import { createFindSite } from "../access/find-site.ts";
import { createBeginSource } from "./begin-source.ts";
import { startFinishing } from "./finishing.ts";
import {
	findResumable,
	type ImportRecord,
	insertImport,
	type NewImport,
	selectImport,
	updateImport,
} from "./import-record.ts";
import { createRowIntake, type ImportDependencies, requireReceiving } from "./row-intake.ts";

/** After this time without new rows, an import no longer blocks another. */
const SILENT_AFTER_MS = 60 * 60 * 1000;

const CANCELLED = "It was cancelled";

interface ImportsOptions extends Omit<ImportDependencies, "findSite" | "clock"> {
	clock?: () => number;
}

/** Receives, finishes and deletes imports, including interrupted ones, for the api and the operator's command. */
export const startImports = ({ clock = Date.now, ...options }: ImportsOptions) => {
	const { database, store } = options;
	const dependencies = { ...options, clock, findSite: createFindSite(database) };
	const finishing = startFinishing(dependencies);
	const rowIntake = createRowIntake(dependencies);
	const isSilent = ({ heardAt }: ImportRecord) => heardAt.getTime() < clock() - SILENT_AFTER_MS;

	/** Ends an import that cannot be completed, and deletes its rows. */
	const giveUp = async ({ importId, siteId }: ImportRecord, failure: string): Promise<void> => {
		await deleteImport(store, { site: siteId, importId });
		await updateImport(database, importId, {
			state: "failed",
			failure,
			completedAt: new Date(clock()),
			importedEvents: 0,
			importedFigures: 0,
		})
			.where("state", "=", "receiving")
			.execute();
		await database.deleteFrom("import_definition").where("importId", "=", importId).execute();
	};

	/** @throws ApiError 429 while another import of the organization is running */
	const begin = async (given: NewImport): Promise<ImportRecord> => {
		const record = await insertImport(database, given);
		if (record) return record;
		const running = await database
			.selectFrom("import")
			.selectAll()
			.where("organizationId", "=", given.organizationId)
			.where("state", "=", "receiving")
			.executeTakeFirst();
		if (running && isSilent(running)) {
			await giveUp(running, "No rows arrived for an hour, and another import was started");
			const next = await insertImport(database, given);
			if (next) return next;
		}
		throw new ApiError("RATE_LIMITED", "Only 1 concurrent import allowed per organization");
	};

	return {
		giveUp,
		begin,
		beginSource: createBeginSource(database, begin),
		...rowIntake,
		find: (importId: string) => selectImport(database, importId).executeTakeFirst(),
		/** The imports of a site, newest first. */
		list: (siteId: number) =>
			database
				.selectFrom("import")
				.selectAll()
				.where("siteId", "=", siteId)
				.orderBy("startedAt", "desc")
				.orderBy("importId")
				.execute(),
		resumable: (siteId: number, fingerprint: string) =>
			findResumable(database, siteId, fingerprint),
		/** Notes why an import stopped that can be continued. */
		noteFailure: async (importId: string, failure: string): Promise<void> => {
			await updateImport(database, importId, { failure, waiting: null })
				.where("state", "=", "receiving")
				.execute();
		},
		/** Notes what the import waits for; it is not silent meanwhile. */
		wait: async ({ importId }: ImportRecord, waiting: GoogleWait): Promise<void> => {
			await updateImport(database, importId, {
				waiting: JSON.stringify(waiting),
				heardAt: new Date(clock()),
			})
				.where("state", "=", "receiving")
				.execute();
		},
		/** Marks the rows as complete; they become visible in the background. @throws ApiError 409 for a failed import */
		complete: async (record: ImportRecord): Promise<void> => {
			if (record.state === "done" || record.state === "finishing") return;
			requireReceiving(record);
			const changes = { state: "finishing", heardAt: new Date(clock()) } as const;
			const current = await updateImport(database, record.importId, changes)
				.returningAll()
				.executeTakeFirst();
			if (current) finishing.start(current);
		},
		/**
		 * Cancels an import that is still receiving rows, and deletes these.
		 * @param beforeRemoval called before anything is deleted
		 * @throws ApiError 409 once all its rows have arrived
		 */
		cancel: async (record: ImportRecord, beforeRemoval: () => Promise<void>): Promise<void> => {
			requireReceiving(record);
			await beforeRemoval();
			await giveUp(record, CANCELLED);
		},
		/**
		 * Deletes an import with all its events.
		 * @param beforeRemoval called before anything is deleted
		 * @throws ApiError 400 while it is running
		 */
		remove: async (record: ImportRecord, beforeRemoval: () => Promise<void>): Promise<void> => {
			const isActive =
				record.state === "finishing" || (record.state === "receiving" && !isSilent(record));
			if (isActive) throw new ApiError("INVALID_REQUEST", "Cannot delete active import");
			const { importId, siteId } = record;
			await beforeRemoval();
			await deleteImport(store, { site: siteId, importId });
			await database.deleteFrom("import").where("importId", "=", importId).execute();
		},
		/** Resolves when no import is being finished. */
		idle: finishing.idle,
		close: finishing.close,
	};
};
export type Imports = ReturnType<typeof startImports>;
