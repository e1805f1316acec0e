import { type Caller, type MemberRole, personIdOf } from "../access/caller.ts";
import { isAdministrator, isAtLeast } from "../access/roles.ts";
import type { Site } from "../access/site.ts";
import type { AlertState } from "../database/alert-tables.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import type { AlertRule } from "./alert-rule.ts";
import type { Alert, AlertEvent, AlertNumbers } from "./alert-shapes.ts";

/** A stored rule, as far as it is shown. */
export interface StoredAlert {
	alertId: number;
	siteId: number;
	organizationId: string;
	userId: string | null;
	userName: string | null;
	name: string;
	rule: AlertRule;
	state: AlertState;
	stateSince: Date;
	reason: string | null;
	pausedUntil: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

/** The rules of a site by name, or one of them. */
export const alertsOfSite = async (
	database: Database,
	{ siteId }: Pick<Site, "siteId">,
	alertId?: number,
): Promise<StoredAlert[]> => {
	const rows = await database
		.selectFrom("alert_rule")
		.leftJoin("user", "user.id", "alert_rule.userId")
		.where("alert_rule.siteId", "=", siteId)
		.$if(alertId !== undefined, (query) => query.where("alert_rule.alertId", "=", alertId ?? 0))
		.select([
			...(["alertId", "siteId", "organizationId", "userId"] as const),
			...(["rule", "state", "stateSince", "reason", "pausedUntil"] as const),
		])
		.select([
			"alert_rule.name",
			"alert_rule.createdAt",
			"alert_rule.updatedAt",
			"user.name as userName",
		])
		.orderBy("alert_rule.name")
		.orderBy("alertId")
		.execute();
	// Every rule was written by its schema.
	return rows.map((row) => ({ ...row, rule: row.rule as AlertRule }));
};

type StoredEvent = { eventId: number; startedAt: Date; endedAt: Date | null } & {
	numbers: object;
	sentences: string[];
};

const eventAnswer = (row: StoredEvent): AlertEvent => ({
	...withIsoTimes(row),
	numbers: row.numbers as AlertNumbers,
	sentences: row.sentences,
});

const EVENT_COLUMNS = ["eventId", "startedAt", "endedAt", "numbers", "sentences"] as const;

/** The times that a rule fired, the newest first. */
export const eventsOfAlert = async (
	database: Database,
	alertId: number,
	{ limit, offset }: { limit: number; offset: number },
): Promise<AlertEvent[]> =>
	(
		await database
			.selectFrom("alert_event")
			.select(EVENT_COLUMNS)
			.where("alertId", "=", alertId)
			.orderBy("startedAt", "desc")
			.orderBy("eventId", "desc")
			.limit(limit)
			.offset(offset)
			.execute()
	).map(eventAnswer);

/** The last time that each of some rules fired. */
export const lastEventsOf = async (
	database: Database,
	alertIds: readonly number[],
): Promise<Map<number, AlertEvent>> => {
	if (alertIds.length === 0) return new Map();
	const rows = await database
		.selectFrom("alert_event")
		.distinctOn("alertId")
		.select(["alertId", ...EVENT_COLUMNS])
		.where("alertId", "in", alertIds)
		.orderBy("alertId")
		.orderBy("startedAt", "desc")
		.orderBy("eventId", "desc")
		.execute();
	return new Map(rows.map(({ alertId, ...row }) => [alertId, eventAnswer(row)]));
};

/** Administrators may edit every rule, members their own, viewers none. */
export const mayEditAlert = (
	{ userId }: Pick<StoredAlert, "userId">,
	{ caller, role }: { caller: Caller; role: MemberRole },
): boolean =>
	isAdministrator(role) ||
	(isAtLeast(role, "member") && userId !== null && userId === personIdOf(caller));

/** Rules as the API answers them. */
export const alertAnswers = async (
	database: Database,
	rows: readonly StoredAlert[],
	grant: { caller: Caller; role: MemberRole },
): Promise<Alert[]> => {
	const last = await lastEventsOf(
		database,
		rows.map(({ alertId }) => alertId),
	);
	return rows.map((row) => ({
		...withIsoTimes(row),
		rule: row.rule,
		lastEvent: last.get(row.alertId) ?? null,
		canEdit: mayEditAlert(row, grant),
	}));
};
