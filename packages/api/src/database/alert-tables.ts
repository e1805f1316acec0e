import type { ColumnType, Generated } from "kysely";
import type { Json } from "./json-column.ts";

/** Where a rule stands: `pending` while its condition is met for less time than the rule demands. */
export type AlertState = "ok" | "pending" | "firing" | "paused" | "broken";

export interface AlertRuleTable {
	alertId: Generated<number>;
	siteId: number;
	organizationId: string;
	/** The author; null for an organization key, and once the account is gone. */
	userId: string | null;
	name: string;
	/** As `AlertRule` has it. */
	rule: Json<object>;
	/** Raised with every change of the rule. */
	version: Generated<number>;
	state: Generated<AlertState>;
	stateSince: Generated<Date>;
	/** Why it is broken, or what it waits for. */
	reason: string | null;
	/** null while it is paused: until somebody resumes it. */
	pausedUntil: Date | null;
	/** What its evaluation keeps from one minute to the next. */
	memory: ColumnType<object, string | undefined, string>;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
}

/** One time that a rule fired. */
export interface AlertEventTable {
	eventId: Generated<number>;
	alertId: number;
	startedAt: Date;
	/** null while it lasts. */
	endedAt: Date | null;
	numbers: Json<object>;
	sentences: Json<string[]>;
}

/** The process that evaluates all rules, and the last minute that was evaluated. */
export interface AlertTurnTable {
	only: Generated<boolean>;
	/** Minutes since the epoch; 64 bits as text. */
	minute: Generated<string>;
	holder: Generated<string>;
	leaseUntil: Generated<Date>;
}

/** A time in which this product itself did not run. */
export interface AlertGapTable {
	fromTime: Date;
	toTime: Date;
}
