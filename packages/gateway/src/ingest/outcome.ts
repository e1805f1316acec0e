import type { DropReason, RejectReason } from "@footfall/shared/outcomes";
import type { BotLayer } from "@footfall/shared/queued-event";
import type { Violation } from "@footfall/shared/schemas/violations-of";
import type { Refusal } from "../errors/errors.ts";
import type { MoneyRefusal } from "./money.ts";

export interface Rejected {
	kind: "rejected";
	reason: RejectReason;
	refusal: Refusal;
}

/** How the processing of one event, identify or recorder's batch ended. */
export type Outcome =
	| {
			kind: "stored";
			isBot: boolean;
			/** Set for a bot's event. */
			layers?: readonly BotLayer[];
			/** The event's time, in ms since the epoch, if it differs from the client's. */
			clampedTo?: number;
			/** Set if the event's money was refused: it is stored without it. */
			moneyRefused?: MoneyRefusal;
			/** Set if the event does not fit its schema, which the client is to learn. */
			warnings?: readonly Violation[];
			/** How many earlier events its client has given up, if any: they never arrived. */
			givenUp?: number;
	  }
	/** Kept, but counted in no report: it does not fit its schema. */
	| { kind: "quarantined"; warnings: readonly Violation[] }
	| { kind: "filtered"; reason: DropReason }
	| { kind: "duplicate" }
	| Rejected;

export const STORED: Outcome = { kind: "stored", isBot: false };
export const STORED_AS_BOT: Outcome = { kind: "stored", isBot: true };
/** The outcome of an event that these layers attributed to a bot. */
export const storedAsBot = (layers: readonly BotLayer[]): Outcome => ({
	kind: "stored",
	isBot: true,
	layers,
});
/** What a reply says about an event that was stored at a time other than the client's. */
export const clampedFields = (outcome: Outcome) =>
	outcome.kind === "stored" && outcome.clampedTo !== undefined
		? { clamped: true, time: new Date(outcome.clampedTo).toISOString() }
		: undefined;

/** What a reply says about an event whose money was refused. */
export const moneyFields = (outcome: Outcome) =>
	outcome.kind === "stored" && outcome.moneyRefused !== undefined
		? { revenue_refused: outcome.moneyRefused.reason }
		: undefined;

/** What a reply says about an event that does not fit its schema: one line for each violated rule. */
export const warningFields = (outcome: Outcome) =>
	"warnings" in outcome && outcome.warnings !== undefined
		? { warnings: outcome.warnings.map(({ rule, message }) => `${rule}: ${message}`) }
		: undefined;

/** Whether it is on disk, so that the same event again is a repetition. */
export const isKept = ({ kind }: Outcome): boolean => kind === "stored" || kind === "quarantined";

export const DUPLICATE = { kind: "duplicate" } as const satisfies Outcome;

export const rejected = (reason: RejectReason, refusal: Refusal): Rejected => ({
	kind: "rejected",
	reason,
	refusal,
});

/** The outcome of a request that is refused before its events are known; it counts as one event. */
export const rejectedBody = (refusal: Refusal): Rejected =>
	rejected(refusal.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed", refusal);
