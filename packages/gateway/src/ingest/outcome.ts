import type { Refusal } from "../errors/errors.ts";
import type { DropReason } from "../exclusions/verdict.ts";

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

/** What became of one event. */
export type Outcome =
	| { kind: "stored"; isBot: boolean }
	| { kind: "filtered"; reason: DropReason }
	| { kind: "duplicate" }
	| { kind: "rejected"; reason: RejectReason; refusal: Refusal };

export const STORED: Outcome = { kind: "stored", isBot: false };
export const STORED_AS_BOT: Outcome = { kind: "stored", isBot: true };
export const DUPLICATE: Outcome = { kind: "duplicate" };

export const rejected = (reason: RejectReason, refusal: Refusal): Outcome => ({
	kind: "rejected",
	reason,
	refusal,
});
