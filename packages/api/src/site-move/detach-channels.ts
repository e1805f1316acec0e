import { sql } from "kysely";
import type { Site } from "../access/site.ts";
import { MOVED } from "../alerts/alert-texts.ts";
import type { Database } from "../database/schema.ts";
import { alertsWithChannels } from "./move-plan.ts";

/** Why a waiting delivery is no longer sent. */
const MOVED_AWAY = "The site was moved to another organization";

/**
 * Takes the organization's channels from the site's alerts, and pauses those that had any: they would fire and tell
 * nobody. What waits to be sent is dropped.
 */
export const detachChannels = async (database: Database, site: Site): Promise<void> => {
	const alerts = await alertsWithChannels(database, site)
		.leftJoin("user_preferences", "user_preferences.userId", "alert_rule.userId")
		.select(["alertId", "preferences"])
		.execute();
	for (const language of ["en", "de"] as const) {
		const ids = alerts
			.filter(({ preferences }) => (preferences?.["language"] === "de" ? "de" : "en") === language)
			.map(({ alertId }) => alertId);
		if (ids.length === 0) continue;
		await database
			.updateTable("alert_rule")
			.set({
				rule: sql`jsonb_set("rule", '{channelIds}', '[]')`,
				...{ state: "paused", stateSince: sql<Date>`now()`, pausedUntil: null, memory: "{}" },
				reason: MOVED[language],
			})
			.where("alertId", "in", ids)
			.execute();
		await database
			.updateTable("alert_event")
			.set({ endedAt: sql<Date>`now()` })
			.where("alertId", "in", ids)
			.where("endedAt", "is", null)
			.execute();
	}
	await database
		.updateTable("delivery")
		// Without a holder, a running try does not bring it back.
		.set({ ...{ status: "dropped", lastAnswer: MOVED_AWAY }, leaseUntil: null, holder: null })
		.where("siteId", "=", site.siteId)
		.where("status", "=", "waiting")
		.execute();
};
