import type { SiteNumber } from "@footfall/shared/ids";
import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { requireUnmoved } from "../access/require-unmoved.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { SITE_WRITING } from "./configure-site.ts";

/** Events of a deleted site may still be in the queue, so its events are deleted again until it is this old. */
const SETTLED_AFTER_MS = 10 * 60 * 1000;
const PURGE_EVERY_MS = 60 * 1000;

/** Repeatedly deletes the events of deleted sites, until no more can arrive. */
export interface Purge extends PeriodicJob {
	/** Deletes those of one site at once, without waiting for other sites; a failure is logged and retried later. */
	site(siteId: SiteNumber): Promise<void>;
}

/** Deletes the events of deleted sites from the event store, including sites deleted before a restart. */
export const startPurge = ({
	database,
	deleteEvents,
	logger,
}: {
	database: Database;
	deleteEvents: (site: SiteNumber) => Promise<void>;
	logger: Logger;
}): Purge => {
	const reported = (siteId: number, deletion: Promise<void>): Promise<void> =>
		deletion.catch((err: unknown) =>
			logger.error({ err, siteId }, "A deleted site's events could not be removed; retrying later"),
		);
	const purge = async (siteId: number, deletedAt: Date) => {
		// Read before the deletion, so that an event that arrives meanwhile is left to the next round.
		const isSettled = Date.now() - deletedAt.getTime() > SETTLED_AFTER_MS;
		await deleteEvents(siteId as SiteNumber);
		if (isSettled) await database.deleteFrom("deleted_site").where("siteId", "=", siteId).execute();
	};
	const purgeAll = async (signal: AbortSignal) => {
		const sites = await database.selectFrom("deleted_site").selectAll().execute();
		for (const { siteId, deletedAt } of sites) {
			if (signal.aborted) return;
			await reported(siteId, purge(siteId, deletedAt));
		}
	};
	const job = startPeriodicJob(purgeAll, {
		pauseMs: PURGE_EVERY_MS,
		failed: (err) => logger.error({ err }, "Deleted sites could not be listed"),
	});
	return { ...job, site: (siteId) => reported(siteId, deleteEvents(siteId)) };
};

/** Deletes a site, and schedules the deletion of its events until no more can arrive; call it inside a transaction. */
export const removeSite = async (database: Database, siteId: SiteNumber): Promise<void> => {
	await database.deleteFrom("site").where("siteId", "=", siteId).execute();
	await database
		.insertInto("deleted_site")
		.values({ siteId })
		.onConflict((row) => row.doNothing())
		.execute();
};

export const deleteSiteRoute = (database: Database, purge: Pick<Purge, "site">): Route =>
	route({
		...SITE_WRITING,
		method: "delete",
		path: "/api/sites/{site}",
		summary: "Permanently deletes a site and all its data",
		description:
			"Events, recordings, goals and keys' access go at once and cannot be restored: export them first.",
		audit: "site.delete",
		response: Success,
		handle: async ({ site }) => {
			const { siteId } = site;
			// A move that has begun is waited for, and noticed.
			await database
				.selectFrom("site")
				.select("siteId")
				.where("siteId", "=", siteId)
				.forUpdate()
				.execute();
			await requireUnmoved(database, site);
			await removeSite(database, siteId);
			await onceCommitted(() => purge.site(siteId));
			return { success: true };
		},
	});
