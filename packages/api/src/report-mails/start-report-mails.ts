import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Database } from "../database/schema.ts";
import { enqueueDueReports } from "./enqueue-due-reports.ts";

const EVERY_MS = 60_000;

/** Enqueues reports as they become due, until it is closed. Several processes with one database do so once. */
export const startReportMails = ({
	database,
	logger,
	now = Date.now,
}: {
	database: Database;
	logger: Logger;
	now?: () => number;
}) =>
	startPeriodicJob(
		async (signal) => {
			while (!signal.aborted && (await enqueueDueReports(database, now())));
		},
		{
			pauseMs: EVERY_MS,
			failed: (err, isRepeated) => {
				if (!isRepeated) logger.error({ err }, "Reports by mail could not be enqueued; retrying");
			},
		},
	);
