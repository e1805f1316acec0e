import type { Refusal } from "../errors/errors.ts";
import type { DropReason } from "../exclusions/exclusions.ts";

export const REJECT_REASONS = [
	"malformed",
	"invalid",
	"too_large",
	"unknown_site",
	"wrong_key",
	"not_enabled",
	"rate_limited",
	"queue_unavailable",
	"failed",
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export interface Rejected {
	kind: "rejected";
	reason: RejectReason;
	refusal: Refusal;
}

/** How one event, identify or batch of a recorder ended. */
export type Outcome =
	| { kind: "stored"; isBot: boolean }
	| { kind: "filtered"; reason: DropReason }
	| { kind: "duplicate" }
	| Rejected;

export const STORED: Outcome = { kind: "stored", isBot: false };
export const STORED_AS_BOT: Outcome = { kind: "stored", isBot: true };
export const DUPLICATE: Outcome = { kind: "duplicate" };

export const rejected = (reason: RejectReason, refusal: Refusal): Rejected => ({
	kind: "rejected",
	reason,
	refusal,
});

/** The outcome of a request that is refused before its events are known; it counts as one event. */
export const rejectedBody = (refusal: Refusal): Rejected =>
	rejected(refusal.code === "PAYLOAD_TOO_LARGE" ? "too_large" : "malformed", refusal);
