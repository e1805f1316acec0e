import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/periodic-job";
import { deleteOverdueReplays, type EventStore } from "@footfall/store";
import type { Database } from "../database/schema.ts";
import { siteOf } from "../sites/find-site.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;

/** Holds recordings to what their sites say today about keeping them, looked at every ten minutes. */
export const startReplayRetention = ({
	database,
	store,
	logger,
}: {
	database: Database;
	store: Pick<EventStore, "query" | "command">;
	logger: Logger;
}): PeriodicJob => {
	const daysOf = async (sites: readonly number[]) => {
		const rows = await database
			.selectFrom("site")
			.selectAll()
			.where("siteId", "in", [...sites])
			.execute();
		return new Map(
			rows.map(siteOf).map(({ siteId, replayRetentionDays }) => [siteId, replayRetentionDays]),
		);
	};
	const removeOverdue = async () => {
		const sites = await deleteOverdueReplays(store, daysOf, Date.now());
		if (sites.length > 0)
			logger.info({ sites }, "Recordings were removed that are kept for fewer days by now");
	};
	return startPeriodicJob(removeOverdue, {
		pauseMs: LOOK_EVERY_MS,
		immediately: false,
		failed: (err) =>
			logger.error({ err }, "Recordings that are kept no longer are still to be removed"),
	});
};
