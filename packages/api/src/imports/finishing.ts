import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { FINISH_PART_MAX_MS, finishImport, openStaging } from "@footfall/store";
import { restoreDefinitions } from "./definitions-of-import.ts";
import { extendLease, type ImportRecord, sumOf, takeLease, updateImport } from "./import-record.ts";
import { leftOutDays } from "./left-out-days.ts";
import type { ImportDependencies } from "./row-intake.ts";

const AGAIN_EVERY_MS = 60 * 1000;
/** Allows half a minute for a slow network, by the database's clock. */
const LEASE_MS = FINISH_PART_MAX_MS + 30 * 1000;

/**
 * Makes fully received imports visible, one store statement at a time. A statement may outlive the process that sent
 * it, so the process holds a lease that is longer than any statement; with a database of its own it needs none.
 */
export const startFinishing = (dependencies: ImportDependencies) => {
	const { database, store, findSite, logger, isAlone, clock, quotas } = dependencies;
	const running = new Map<string, Promise<void>>();
	const stopping = new AbortController();

	const finish = async (record: ImportRecord): Promise<void> => {
		const { importId, siteId, skipped, noted, startedAt } = record;
		await openStaging(store, importId);
		const { imported, repeated, erased } = await finishImport(store, {
			site: siteId,
			importId,
			since: startedAt.getTime(),
			beforePart: async () => {
				stopping.signal.throwIfAborted();
				await extendLease(database, importId, LEASE_MS);
			},
		});
		const site = await findSite(String(siteId));
		if (site === undefined) return;
		const leftOut = sumOf(skipped, {
			...(repeated > 0 && { "stored already": repeated }),
			...(erased > 0 && { "of people who have since been erased": erased }),
		});
		const leftOutOfSums = await leftOutDays(store, site, importId);
		await database.transaction().execute(async (transaction) => {
			const definitions = await restoreDefinitions(transaction, site, importId, quotas);
			await updateImport(transaction, importId, {
				state: "done",
				failure: null,
				importedEvents: imported,
				definitions: JSON.stringify(definitions.taken),
				skipped: JSON.stringify(sumOf(leftOut, definitions.skipped)),
				noted: JSON.stringify(sumOf(noted, leftOutOfSums)),
				completedAt: new Date(clock()),
			}).execute();
			await transaction.deleteFrom("import_batch").where("importId", "=", importId).execute();
		});
	};

	const noteFailure = async (importId: string, error: unknown): Promise<void> => {
		// The next start continues with it.
		if (stopping.signal.aborted) return;
		logger.error({ err: error, importId }, "An import could not be finished; retrying");
		const failure = error instanceof Error ? error.message : String(error);
		await updateImport(database, importId, { failure, leaseUntil: null }).execute();
	};

	const finishWhereAllowed = async (record: ImportRecord): Promise<void> => {
		const { importId } = record;
		if (!isAlone && !(await takeLease(database, importId, LEASE_MS))) return;
		try {
			await finish(record);
		} catch (error) {
			await noteFailure(importId, error);
		}
	};

	/** Starts at once, and retries until it succeeds. */
	const start = (record: ImportRecord): void => {
		const { importId } = record;
		if (running.has(importId)) return;
		const run = finishWhereAllowed(record)
			.catch((error: unknown) => {
				logger.error(
					{ err: error, importId },
					"An import could not be finished now; it will be finished later",
				);
			})
			.finally(() => running.delete(importId));
		running.set(importId, run);
	};

	const startRest = async (): Promise<void> => {
		const records = await database
			.selectFrom("import")
			.selectAll()
			.where("state", "=", "finishing")
			.execute();
		if (!stopping.signal.aborted) for (const record of records) start(record);
	};
	const looking = startPeriodicJob(startRest, {
		pauseMs: AGAIN_EVERY_MS,
		failed: (err) => logger.error({ err }, "Unfinished imports could not be listed"),
	});

	const idle = async () => {
		while (running.size > 0) await Promise.all(running.values());
	};
	return {
		start,
		/** Resolves when no import is being finished. */
		idle: async () => {
			await looking.now();
			await idle();
		},
		/** Leaves unfinished imports to the next start. */
		close: async () => {
			stopping.abort(new Error("The process ends"));
			await looking.close();
			await idle();
		},
	};
};
