import type { Logger } from "@footfall/shared/logger";
import type { Site } from "../access/site.ts";
import type { ExplainChange } from "../changes/explain-change.ts";
import type { Database } from "../database/schema.ts";
import type { Told } from "./alert-notice.ts";
import { nextStep, type Standing, type Step } from "./alert-state.ts";
import { BROKEN, WAITING } from "./alert-texts.ts";
import type { Verdict } from "./conditions/verdict.ts";
import { explainFiring } from "./explain-firing.ts";
import type { KnownRule } from "./known-rules.ts";
import type { Measurement } from "./measurement-of.ts";
import { storeStep } from "./store-step.ts";
import { verdictOf } from "./verdict-of.ts";

const UNKNOWN: Verdict = { fires: undefined, value: null };

/** What settling a rule needs. */
export interface Settling {
	database: Database;
	logger: Logger;
	baseUrl?: string | undefined;
	explainChange?: ExplainChange | undefined;
}

/** What was found out about a rule in a minute. */
export interface Findings {
	/** Why it cannot be evaluated. */
	fault: string | undefined;
	/** Absent for a rule that is not due. */
	measurement: Measurement | undefined;
	/** ms since the epoch. */
	now: number;
	/** Nobody evaluated the minutes before. */
	wasInterrupted: boolean;
	/** It could not be measured for longer than it should wait. */
	isOverdue: boolean;
}

/** Where a rule stands before it is evaluated: one that was broken or paused begins anew. */
const standingBefore = ({ state, since, memory }: KnownRule, now: number): Standing =>
	state === "broken" || state === "paused"
		? { state: "ok", since: now, memory }
		: { state, since, memory };

/** What a broken rule becomes: what fired is over without a word, because nobody knows whether it is. */
const brokenStep = ({ state, since, memory: { errors } }: KnownRule, now: number): Step => ({
	standing: {
		state: "broken",
		since: state === "broken" ? Math.min(since, now) : now,
		memory: errors ? { errors } : {},
	},
	words: [],
	...(state === "firing" && { turn: "ends" }),
});

/** Whether a step leaves everything as it is stored. */
const isSame = (known: KnownRule, { standing, words, turn }: Step, reason: string | null) =>
	words.length === 0 &&
	turn === undefined &&
	known.state === standing.state &&
	known.since === standing.since &&
	known.reason === reason &&
	known.pausedUntil === undefined &&
	JSON.stringify(known.memory) === JSON.stringify(standing.memory);

/** What becomes of a rule, and why; undefined for one that is not due. */
const outcomeOf = (
	known: KnownRule,
	{ fault, measurement, now, wasInterrupted, isOverdue }: Findings,
): { step: Step; verdict: Verdict; reason: string | null } | undefined => {
	const texts = BROKEN[known.language];
	const failure = measurement && "failure" in measurement ? measurement.failure : undefined;
	const broken = fault ?? (failure === undefined ? undefined : texts.failed(failure));
	const { owed, errors: { waiting = [] } = {} } = known.memory;
	const owesWords = owed !== undefined || waiting.length > 0;
	// A rule that is not due keeps its state, but quiet hours and cooldowns end for it, too.
	const isDue = measurement !== undefined || owesWords || isOverdue;
	if (broken === undefined && !isDue) return undefined;
	const measured = measurement && "measured" in measurement ? measurement.measured : undefined;
	const verdict = measured ? verdictOf(known.rule, measured) : UNKNOWN;
	if (broken !== undefined) return { step: brokenStep(known, now), verdict, reason: broken };
	const errors = measurement && "measured" in measurement ? measurement.errors : undefined;
	const context = { rule: known.rule, now, wasInterrupted, errors };
	const waitsFor = measured ? verdict.waits : isOverdue ? "turn" : undefined;
	const waits = waitsFor && WAITING[known.language][waitsFor];
	return {
		step: nextStep(standingBefore(known, now), verdict.fires, context),
		...{ verdict, reason: waits ?? (measured ? null : known.reason) },
	};
};

/** The errors that a step is about: those that it tells, or those that will be told later. */
const errorsOf = ({ words, standing: { memory } }: Step) =>
	words.flatMap((word) => (word.kind === "firing" && word.errors ? [word.errors] : []))[0] ??
	memory.errors?.waiting;

/** Takes a rule from what was found out about it to its next state, and stores what is to be sent. */
export const settleRule = async (
	{ known, site }: { known: KnownRule; site: Site },
	findings: Findings,
	settling: Settling,
): Promise<void> => {
	const { now } = findings;
	const outcome = outcomeOf(known, findings);
	if (outcome === undefined) return;
	const { step, verdict, reason } = outcome;
	if (isSame(known, step, reason)) return;
	const errors = errorsOf(step);
	const told: Told = { known, site, verdict, ...(errors && { errors }) };
	const begins = step.turn === "begins" || step.words.some(({ kind }) => kind === "firing");
	const explanation = begins ? await explainFiring(known, { site, now }, settling) : [];
	if (!(await storeStep(settling, { told, step, reason, explanation }))) return;
	Object.assign(known, { ...step.standing, reason, pausedUntil: undefined });
};
