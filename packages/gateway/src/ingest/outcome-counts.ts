import type { Logger } from "@footfall/shared/logger";
import {
	DROP_REASONS,
	type DropReason,
	MONEY_FAULTS,
	type MoneyFault,
	REJECT_REASONS,
	type RejectReason,
} from "@footfall/shared/outcomes";
import type { Refusal } from "../errors/errors.ts";
import { type Outcome, rejected } from "./outcome.ts";

export interface OutcomeCounts {
	received: number;
	/** Those whose outcome is still pending. */
	inFlight: number;
	stored: number;
	bot: number;
	duplicate: number;
	/** Kept apart, because they do not fit their schema. */
	quarantined: number;
	filtered: Record<DropReason, number>;
	rejected: Record<RejectReason, number>;
	/** Unknown keys of events: a newer tracker sends them to an older gateway. */
	unknownKeys: number;
	/**
	 * Events that clients have given up, as reported by stored events: they never arrived, and are not part of `received`.
	 */
	givenUp: number;
	/** Stored events whose money was refused. */
	revenueRefused: Record<MoneyFault, number>;
}

const zeros = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Called with an outcome once it is known. */
type Settled = (outcome: Outcome) => void;

export interface OutcomeCounter {
	/** Makes a decision and counts its outcome. A decision that throws is logged, with the trace, and counts as failed. */
	follow(
		decide: () => Outcome | Promise<Outcome>,
		trace?: string,
		settled?: Settled,
	): Outcome | Promise<Outcome>;
	unknownKeys(keys: number): void;
	counts(): Readonly<OutcomeCounts>;
}

/**
 * Counts exactly one outcome for each event: received = stored + bot + duplicate + quarantined + filtered + rejected + in flight.
 * @param what as named in the log
 * @param failed the refusal when a decision fails
 * @param unread called with the outcome of a request that was refused before its events were known
 */
export const createOutcomeCounter = (
	what: "event" | "identify" | "replay",
	failed: Refusal,
	log: Logger,
	unread?: Settled,
): OutcomeCounter => {
	const counts: OutcomeCounts = {
		received: 0,
		inFlight: 0,
		stored: 0,
		bot: 0,
		duplicate: 0,
		quarantined: 0,
		filtered: zeros(DROP_REASONS),
		rejected: zeros(REJECT_REASONS),
		unknownKeys: 0,
		givenUp: 0,
		revenueRefused: zeros(MONEY_FAULTS),
	};

	const settle = (outcome: Outcome, settled: Settled | undefined): Outcome => {
		if (outcome.kind === "stored") {
			counts[outcome.isBot ? "bot" : "stored"]++;
			counts.givenUp += outcome.givenUp ?? 0;
			if (outcome.moneyRefused !== undefined) counts.revenueRefused[outcome.moneyRefused.fault]++;
		} else if (outcome.kind === "duplicate") counts.duplicate++;
		else if (outcome.kind === "quarantined") counts.quarantined++;
		else if (outcome.kind === "filtered") counts.filtered[outcome.reason]++;
		else counts.rejected[outcome.reason]++;
		settled?.(outcome);
		return outcome;
	};

	const fail = (error: Error, trace: string | undefined, settled: Settled | undefined): Outcome => {
		log.error({ error: error.message, ...(trace && { trace }) }, `Handling ${what} failed`);
		return settle(rejected("failed", failed), settled);
	};

	return {
		follow: (decide, trace, settled = unread) => {
			counts.received++;
			try {
				const outcome = decide();
				if (!(outcome instanceof Promise)) return settle(outcome, settled);
				counts.inFlight++;
				return outcome.then(
					(known) => {
						counts.inFlight--;
						return settle(known, settled);
					},
					(error: Error) => {
						counts.inFlight--;
						return fail(error, trace, settled);
					},
				);
			} catch (error) {
				return fail(error as Error, trace, settled);
			}
		},
		unknownKeys: (keys) => {
			counts.unknownKeys += keys;
		},
		counts: () => counts,
	};
};
