import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import { type GroupingTask, groupErrors } from "./group-errors.ts";
import type { MapStorage } from "./stored-maps.ts";
import { sitesWithErrors } from "./ungrouped-errors.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_EVERY_MS = 10_000;
const EVERY_MS = MINUTE_MS;
/** A process that was killed is replaced after that; longer than a run of one site takes. */
const LEASE_MS = 5 * MINUTE_MS;
const AFTER_FAILURE_MS = 5 * MINUTE_MS;
/** Sites that one look takes. */
const MOST_SITES = 200;
/** What is compared before alerts are evaluated, which must not wait for long. */
const LATELY_MS = 15 * MINUTE_MS;
const MOST_MS_OF_LATEST = 1000;
/** Events are stored a while after they were received. */
const STORED_WITHIN_MS = 10 * MINUTE_MS;

interface ClaimedTask extends GroupingTask {
	leaseUntil: Date;
}

/** Takes the sites that are due; others leave them alone while it lasts. */
const claim = async (database: Database, now: number): Promise<ClaimedTask[]> => {
	const { rows } = await sql<ClaimedTask>`
		UPDATE "error_grouping" SET "leaseUntil" = ${new Date(now + LEASE_MS)}
		WHERE "siteId" IN (
			SELECT "siteId" FROM "error_grouping"
			WHERE "nextAt" <= ${new Date(now)} AND "leaseUntil" <= ${new Date(now)}
				AND EXISTS (SELECT FROM "source_map" WHERE "source_map"."siteId" = "error_grouping"."siteId")
			ORDER BY "nextAt", "siteId" LIMIT ${MOST_SITES} FOR UPDATE SKIP LOCKED)
		RETURNING "siteId", "receivedSince", "mapsAt", "changedAt", "leaseUntil"`.execute(database);
	return rows;
};

/** Prolongs a lease, or ends it. @returns whether it was still this process's */
const prolong = async (
	database: Database,
	{ siteId, leaseUntil }: ClaimedTask,
	until: number,
): Promise<boolean> => {
	const own = await database
		.updateTable("error_grouping")
		.set({ leaseUntil: new Date(until) })
		.where("siteId", "=", siteId)
		.where("leaseUntil", "=", leaseUntil)
		.returning("siteId")
		.execute();
	return own.length > 0;
};

/** Notes until when a site was compared. An upload in the meantime has the last word about what comes next. */
const settle = async (
	database: Database,
	{ siteId, mapsAt }: GroupingTask,
	next: { receivedSince?: Date; nextAt: Date },
): Promise<void> => {
	const own = { leaseUntil: new Date(0) };
	const done = await database
		.updateTable("error_grouping")
		.set({ ...own, ...next })
		.where("siteId", "=", siteId)
		.where("mapsAt", "=", mapsAt)
		.returning("siteId")
		.execute();
	if (done.length === 0)
		await database.updateTable("error_grouping").set(own).where("siteId", "=", siteId).execute();
};

/** Those sites of the claimed ones in which an error was received, and the others, in which there is nothing to do. */
const withErrors = async (
	store: ReportStore,
	tasks: readonly GroupingTask[],
	now: number,
): Promise<Set<number>> => {
	const recent = now - DAY_MS;
	const isRecent = ({ receivedSince }: GroupingTask) => receivedSince.getTime() > recent;
	const ongoing = tasks.filter(isRecent);
	const since = Math.min(now, ...ongoing.map(({ receivedSince }) => receivedSince.getTime()));
	const sites = ongoing.map(({ siteId }) => siteId);
	const found = await sitesWithErrors(createRunSql(store), sites, since);
	return new Set([
		...found,
		...tasks.filter((task) => !isRecent(task)).map(({ siteId }) => siteId),
	]);
};

export interface ErrorGrouping {
	/** Compares what is due. */
	now(): Promise<void>;
	/** Compares the errors that a site had lately, for a second or two; a failure is logged. */
	ofSite(siteId: number): Promise<void>;
	/** Ends after the errors that are being compared. */
	close(): Promise<void>;
}

/**
 * Finds the errors of different bundles that are one by their sources: after an upload of maps, and each minute those
 * that occurred since. Several processes with one database compare each site once.
 */
export const startErrorGrouping = ({
	store,
	logger,
	now = Date.now,
	...storage
}: MapStorage & {
	store: ReportStore;
	logger: Logger;
	now?: (() => number) | undefined;
}): ErrorGrouping => {
	const { database } = storage;
	const tools = { storage, runSql: createRunSql(store), now };

	const compare = async (task: ClaimedTask, isWorthIt: boolean, signal: AbortSignal) => {
		const startedAt = now();
		// Another process may have taken it if the sites before took long.
		if (isWorthIt && !(await prolong(database, task, startedAt + LEASE_MS))) return;
		try {
			const isDone = !isWorthIt || (await groupErrors(tools, task, { signal }));
			await settle(database, task, {
				...(isDone && { receivedSince: new Date(startedAt - STORED_WITHIN_MS) }),
				nextAt: new Date(isDone ? startedAt + EVERY_MS : startedAt),
			});
		} catch (err) {
			logger.warn({ err, siteId: task.siteId }, "Errors could not be compared by their sources");
			await settle(database, task, { nextAt: new Date(startedAt + AFTER_FAILURE_MS) });
		}
	};

	const ofSite = async (siteId: number): Promise<void> => {
		try {
			const task = await database
				.selectFrom("error_grouping")
				.select(["siteId", "receivedSince", "mapsAt", "changedAt"])
				.where("siteId", "=", siteId)
				.executeTakeFirst();
			if (task === undefined) return;
			const lately = Math.max(task.receivedSince.getTime(), now() - LATELY_MS);
			const latest = { ...task, receivedSince: new Date(lately) };
			await groupErrors(tools, latest, { mostMs: MOST_MS_OF_LATEST });
		} catch (err) {
			logger.warn({ err, siteId }, "Errors could not be compared by their sources");
		}
	};

	const job = startPeriodicJob(
		async (signal) => {
			const tasks = await claim(database, now());
			if (tasks.length === 0) return;
			const affected = await withErrors(store, tasks, now());
			for (const task of tasks) {
				if (signal.aborted) await prolong(database, task, 0);
				else await compare(task, affected.has(task.siteId), signal);
			}
		},
		{
			pauseMs: LOOK_EVERY_MS,
			immediately: false,
			failed: (err, isRepeated) => {
				if (!isRepeated) logger.error({ err }, "Errors cannot be compared by their sources");
			},
		},
	);
	return { now: job.now, close: job.close, ofSite };
};
