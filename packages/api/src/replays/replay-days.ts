import type { ReplayDaysOf } from "@footfall/store";
import { siteOf } from "../access/find-site.ts";
import type { Database } from "../database/schema.ts";

/** How many days sites keep recordings, by their present settings and the limit of the installation. */
export const replayDaysIn =
	(database: Database, limitDays = Number.POSITIVE_INFINITY): ReplayDaysOf =>
	async (sites) => {
		const rows = await database
			.selectFrom("site")
			.selectAll()
			.where("siteId", "in", [...sites])
			.execute();
		return new Map(
			rows
				.map(siteOf)
				.map(({ siteId, replayRetentionDays }) => [
					siteId,
					Math.min(replayRetentionDays, limitDays),
				]),
		);
	};
