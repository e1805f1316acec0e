import { DROP_REASONS, type DropReason } from "../exclusions/verdict.ts";
import { type Fate, REJECT_REASONS, type RejectReason } from "./outcome.ts";

export interface OutcomeCounts {
	received: number;
	/** Of these, the ones whose outcome is still open. */
	inFlight: number;
	stored: number;
	bot: number;
	duplicate: number;
	filtered: Record<DropReason, number>;
	rejected: Record<RejectReason, number>;
	/** Keys of events that no schema knows: what a newer tracker sends to an older gateway. */
	unknownKeys: number;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export interface Outcomes {
	/** Follows one event from its arrival to its fate. */
	follow(fate: Fate | Promise<Fate>): Fate | Promise<Fate>;
	unknownKeys(keys: number): void;
	counts(): Readonly<OutcomeCounts>;
}

/** Counts exactly one fate for each event: received = stored + bot + duplicate + filtered + rejected + in flight. */
export const countOutcomes = (): Outcomes => {
	const counts: OutcomeCounts = {
		received: 0,
		inFlight: 0,
		stored: 0,
		bot: 0,
		duplicate: 0,
		filtered: zeros(DROP_REASONS),
		rejected: zeros(REJECT_REASONS),
		unknownKeys: 0,
	};

	const settle = (fate: Fate): Fate => {
		if (fate.fate === "stored") counts[fate.isBot ? "bot" : "stored"]++;
		else if (fate.fate === "duplicate") counts.duplicate++;
		else if (fate.fate === "filtered") counts.filtered[fate.reason]++;
		else counts.rejected[fate.reason]++;
		return fate;
	};

	return {
		follow: (fate) => {
			counts.received++;
			if (!(fate instanceof Promise)) return settle(fate);
			counts.inFlight++;
			return fate.then((known) => {
				counts.inFlight--;
				return settle(known);
			});
		},
		unknownKeys: (keys) => {
			counts.unknownKeys += keys;
		},
		counts: () => counts,
	};
};
