import type { ReplayDaysOf } from "@footfall/store";
import { sitesNumbered } from "../access/find-site.ts";
import type { Database } from "../database/schema.ts";

/** How many days sites keep recordings, by their present settings and the limit of the installation. */
export const createReplayDaysOf =
	(database: Database, limitDays = Number.POSITIVE_INFINITY): ReplayDaysOf =>
	async (sites) =>
		new Map(
			(await sitesNumbered(database, sites)).map(({ siteId, replayRetentionDays }) => [
				siteId,
				Math.min(replayRetentionDays, limitDays),
			]),
		);
