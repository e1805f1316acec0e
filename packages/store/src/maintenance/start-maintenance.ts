import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Statements, WritableStore } from "../client/client.ts";
import type { ReplayObjects } from "../replays/replay-objects.ts";
import { deleteExpired, type RetentionOf } from "./delete-expired.ts";
import { deleteOverdueReplays, type ReplayDaysOf } from "./delete-overdue-replays.ts";
import { rollUpDays } from "./roll-up-days.ts";
import { sweepReplayObjects } from "./sweep-replay-objects.ts";

const MINUTE_MS = 60_000;
/** Reading roll-ups costs a report some ms; for smaller days reading the events is faster. */
const LEAST_EVENTS = 10_000;

interface JobOptions {
	store: WritableStore;
	logger: Logger;
}

/** Rolls up the days that are over, at the start and then every hour. */
const startRollingUp = ({ store, logger }: JobOptions): PeriodicJob => {
	const run = async (signal: AbortSignal) => {
		const isOver = () => signal.aborted;
		const days = await rollUpDays(store, { now: Date.now(), leastEvents: LEAST_EVENTS, isOver });
		if (days > 0) logger.info({ days }, "Past days were rolled up");
	};
	return startPeriodicJob(run, {
		pauseMs: 60 * MINUTE_MS,
		failed: (err) => logger.error({ err }, "Past days could not be rolled up; retrying later"),
	});
};

/** Applies the current settings of their sites to recordings, every ten minutes. */
export const startReplayRetention = ({
	store,
	daysOf,
	logger,
}: Pick<JobOptions, "logger"> & { store: Statements; daysOf: ReplayDaysOf }): PeriodicJob => {
	const run = async () => {
		const sites = await deleteOverdueReplays(store, daysOf, Date.now());
		if (sites.length > 0)
			logger.info({ sites }, "Recordings beyond a shortened retention period were removed");
	};
	return startPeriodicJob(run, {
		pauseMs: 10 * MINUTE_MS,
		immediately: false,
		failed: (err) =>
			logger.error(
				{ err },
				"Recordings beyond their retention period could not be removed; retrying later",
			),
	});
};

/** Removes the objects of recordings that were deleted, erased or expired, every minute. */
export const startReplaySweep = ({
	store,
	objects,
	logger,
}: Pick<JobOptions, "logger"> & {
	store: Statements;
	objects: Pick<ReplayObjects, "remove">;
}): PeriodicJob => {
	let isFailing = false;
	const run = async () => {
		const removed = await sweepReplayObjects(store, objects, Date.now());
		if (isFailing)
			logger.info({ removed }, "Deleted recordings are removed from their bucket again");
		isFailing = false;
	};
	return startPeriodicJob(run, {
		pauseMs: MINUTE_MS,
		immediately: false,
		failed: (error) => {
			if (!isFailing)
				logger.error(
					{ error: String(error) },
					"Deleted recordings could not be removed from their bucket; retrying every minute",
				);
			isFailing = true;
		},
	});
};

/** Applies the retention of their sites to events, users and bot records, at the start and then every hour. */
const startRetention = ({
	store,
	retentionOf,
	logger,
}: JobOptions & { retentionOf: RetentionOf }): PeriodicJob => {
	const run = async () => {
		const removed = await deleteExpired(store, retentionOf, Date.now());
		if (removed.length > 0)
			logger.info({ removed }, "Rows beyond their retention period were removed");
	};
	return startPeriodicJob(run, {
		pauseMs: 60 * MINUTE_MS,
		failed: (err) =>
			logger.error(
				{ err },
				"Rows beyond their retention period could not be removed; retrying later",
			),
	});
};

export interface MaintenanceOptions extends JobOptions {
	/** The bucket of recordings, if there is one. */
	replayObjects?: Pick<ReplayObjects, "remove"> | undefined;
	replayDaysOf: ReplayDaysOf;
	retentionOf: RetentionOf;
}

/** Starts the store's periodic jobs: roll-ups, retention, and the sweep of their bucket. */
export const startMaintenance = ({
	store,
	replayObjects,
	replayDaysOf,
	retentionOf,
	logger,
}: MaintenanceOptions): { close(): Promise<void> } => {
	const jobs = [
		startReplayRetention({ store, logger, daysOf: replayDaysOf }),
		startRetention({ store, logger, retentionOf }),
		startRollingUp({ store, logger }),
		...(replayObjects ? [startReplaySweep({ store, logger, objects: replayObjects })] : []),
	];
	return {
		close: async () => {
			await Promise.all(jobs.map((job) => job.close()));
		},
	};
};
