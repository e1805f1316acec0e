import { DROP_REASONS, type DropReason } from "./filter/verdict.ts";

export const REJECT_REASONS = [
	"malformed",
	"invalid",
	"too_large",
	"unknown_site",
	"wrong_key",
	"queue_unavailable",
	"failed",
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

export interface OutcomeCounts {
	received: number;
	stored: number;
	bot: number;
	filtered: Record<DropReason, number>;
	rejected: Record<RejectReason, number>;
	/** Keys of events that no schema knows: what a newer tracker sends to an older gateway. */
	unknownKeys: number;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Counts exactly one outcome for each event that came in: received = stored + bot + filtered + rejected + in flight. */
export const countOutcomes = () => {
	const counts: OutcomeCounts = {
		received: 0,
		stored: 0,
		bot: 0,
		filtered: zeros(DROP_REASONS),
		rejected: zeros(REJECT_REASONS),
		unknownKeys: 0,
	};
	return {
		received: () => {
			counts.received++;
		},
		stored: (isBot: boolean) => {
			if (isBot) counts.bot++;
			else counts.stored++;
		},
		filtered: (reason: DropReason) => {
			counts.filtered[reason]++;
		},
		rejected: (reason: RejectReason) => {
			counts.rejected[reason]++;
		},
		unknownKeys: (keys: number) => {
			counts.unknownKeys += keys;
		},
		counts: (): Readonly<OutcomeCounts> => counts,
	};
};
export type Outcomes = ReturnType<typeof countOutcomes>;
