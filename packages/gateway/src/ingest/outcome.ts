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
export type Fate =
	| { fate: "stored"; isBot: boolean }
	| { fate: "filtered"; reason: DropReason }
	| { fate: "duplicate" }
	| { fate: "rejected"; reason: RejectReason; refusal: Refusal };

export const STORED: Fate = { fate: "stored", isBot: false };
export const STORED_AS_BOT: Fate = { fate: "stored", isBot: true };
export const DUPLICATE: Fate = { fate: "duplicate" };

export const rejected = (reason: RejectReason, refusal: Refusal): Fate => ({
	fate: "rejected",
	reason,
	refusal,
});
