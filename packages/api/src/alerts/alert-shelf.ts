import type { Goals } from "@footfall/reports/definitions/goal";
import type { ReportStore } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import type { Grant } from "../access/access.ts";
import type { Database } from "../database/schema.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { AlertRule } from "./alert-rule.ts";
import type { Alert } from "./alert-shapes.ts";
import { requireUsable } from "./require-usable.ts";
import { alertAnswers, alertsOfSite, mayEditAlert, type StoredAlert } from "./stored-alerts.ts";

/** What the routes of alerts need. */
export interface AlertDependencies {
	database: Database;
	quotas: Quotas;
	goals: Goals;
	store: ReportStore;
	now?: () => number;
}

/** The access that changes of alerts need. */
export const WRITING = { site: "member", scope: "alerts:write" } as const;
type Writer = Grant<typeof WRITING>;

/** What a change of a rule or a resumption begins with. */
export const AFRESH = {
	state: "ok",
	stateSince: sql<Date>`now()`,
	reason: null,
	pausedUntil: null,
	// What is known about errors is kept, so that none is told again.
	memory: sql<string>`CASE WHEN "memory"->'errors'->'known' IS NULL THEN '{}'::jsonb
		ELSE jsonb_build_object('errors', jsonb_build_object('known', "memory"->'errors'->'known')) END`,
} as const;

/** Finding, checking and changing the rules of a site. */
export const createShelf = ({ database, goals }: AlertDependencies) => {
	/** @throws ApiError 404 */
	const find = async ({ site }: Pick<Writer, "site">, reference: string): Promise<StoredAlert> => {
		const [row] = await alertsOfSite(database, site, definitionNumber(reference));
		return found("Alert", row);
	};
	/** @throws ApiError 400 for a channel that the organization does not have */
	const requireChannels = async ({ site }: Writer, { channelIds }: AlertRule): Promise<void> => {
		if (channelIds.length === 0) return;
		const rows = await database
			.selectFrom("channel")
			.select("channelId")
			.where("organizationId", "=", site.organizationId)
			.where("channelId", "in", channelIds)
			.execute();
		const missing = channelIds.filter((id) => !rows.some(({ channelId }) => channelId === id));
		if (missing.length > 0)
			throw new ApiError(
				"INVALID_REQUEST",
				`rule.channelIds: the organization has no channel ${missing.join(", ")}`,
			);
	};
	const shelf = {
		find,
		/** @throws ApiError 403 or 404 */
		findEditable: async (grant: Writer, reference: string): Promise<StoredAlert> => {
			const row = await find(grant, reference);
			if (mayEditAlert(row, grant)) return row;
			throw new ApiError("FORBIDDEN", "Only its author or an administrator can change it");
		},
		/** @throws ApiError 404 */
		answer: async (grant: Writer, reference: string): Promise<Alert> => {
			const [answer] = await alertAnswers(database, [await find(grant, reference)], grant);
			return found("Alert", answer);
		},
		/** @throws ApiError 400 or 403 */
		requireUsable: async (grant: Writer, rule: AlertRule): Promise<void> => {
			await requireUsable(rule, { ...grant, goals });
			await requireChannels(grant, rule);
		},
		/** Ends what fires now, because the rule is no longer evaluated as it was. */
		endFiring: async (alertId: number): Promise<void> => {
			await database
				.updateTable("alert_event")
				.set({ endedAt: sql`now()` })
				.where("alertId", "=", alertId)
				.where("endedAt", "is", null)
				.execute();
		},
		change: async (
			alertId: number,
			values: Partial<Record<"name" | "rule", string>> | object,
		): Promise<void> => {
			await database
				.updateTable("alert_rule")
				.set({ ...values, version: sql`"version" + 1`, updatedAt: sql`now()` })
				.where("alertId", "=", alertId)
				.execute();
		},
	};
	return shelf;
};
export type Shelf = ReturnType<typeof createShelf>;
