import type { ReplayDaysOf } from "@footfall/store";
import type { Database } from "../database/schema.ts";
import { siteOf } from "../sites/find-site.ts";

/** How many days sites keep recordings, by their present settings. */
export const replayDaysIn =
	(database: Database): ReplayDaysOf =>
	async (sites) => {
		const rows = await database
			.selectFrom("site")
			.selectAll()
			.where("siteId", "in", [...sites])
			.execute();
		return new Map(
			rows.map(siteOf).map(({ siteId, replayRetentionDays }) => [siteId, replayRetentionDays]),
		);
	};
