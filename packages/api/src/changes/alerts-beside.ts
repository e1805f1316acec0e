import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { Database } from "../database/schema.ts";

const MOST = 50;

/** Finds the times that alerts of a site fired beside a change; visitors see none. An alert that goes on has no end. */
export const alertsBeside =
	(database: Database): BesideProvider =>
	async ({ site, stretches, isMember }) => {
		if (!isMember || stretches.length === 0) return [];
		const rows = await database
			.selectFrom("alert_event")
			.innerJoin("alert_rule", "alert_rule.alertId", "alert_event.alertId")
			.select(["alert_rule.name", "startedAt", "endedAt"])
			.where("alert_rule.siteId", "=", site.siteId)
			.where(({ or, and, eb }) =>
				or(
					stretches.map(({ from, to }) =>
						and([
							eb("startedAt", "<", new Date(to)),
							or([eb("endedAt", "is", null), eb("endedAt", ">=", new Date(from))]),
						]),
					),
				),
			)
			.orderBy("startedAt", "desc")
			.orderBy("eventId", "desc")
			.limit(MOST)
			.execute();
		return rows.map(({ name, startedAt, endedAt }) => ({
			kind: "alert" as const,
			at: startedAt.toISOString(),
			until: endedAt?.toISOString() ?? null,
			title: name,
			url: null,
		}));
	};
