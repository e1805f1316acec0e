import type { DropReason, RejectReason } from "@footfall/shared/outcomes";
import type { BotLayer } from "@footfall/shared/queued-event";
import type { Refusal } from "../errors/errors.ts";

export interface Rejected {
	kind: "rejected";
	reason: RejectReason;
	refusal: Refusal;
}

/** How one event, identify or batch of a recorder ended. */
export type Outcome =
	| { kind: "stored"; isBot: boolean /** Of an event of a bot. */; layers?: readonly BotLayer[] }
	| { kind: "filtered"; reason: DropReason }
	| { kind: "duplicate" }
	| Rejected;

export const STORED: Outcome = { kind: "stored", isBot: false };
export const STORED_AS_BOT: Outcome = { kind: "stored", isBot: true };
/** The outcome of an event that these layers took for a bot's. */
export const storedAsBot = (layers: readonly BotLayer[]): Outcome => ({
	kind: "stored",
	isBot: true,
	layers,
});
export const DUPLICATE: Outcome = { kind: "duplicate" };

export const rejected = (reason: RejectReason, refusal: Refusal): Rejected => ({
	kind: "rejected",
	reason,
	refusal,
});

/** The outcome of a request that is refused before its events are known; it counts as one event. */
export const rejectedBody = (refusal: Refusal): Rejected =>
	rejected(refusal.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed", refusal);
