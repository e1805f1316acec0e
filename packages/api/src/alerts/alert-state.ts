import type { AlertState } from "../database/alert-tables.ts";
import { type AlertRule, WINDOW_MINUTES } from "./alert-rule.ts";
import {
	type AlertedError,
	type ErrorMemory,
	type FoundError,
	hasNews,
	withNews,
	withoutWaiting,
} from "./conditions/untold-errors.ts";
import { isQuiet } from "./quiet-hours.ts";

const MINUTE_MS = 60_000;
/** More than a rule fires in one night. */
const MOST_OWED = 20;

/** What is remembered of a rule from one evaluation to the next; times in ms since the epoch. */
export interface AlertMemory {
	/** Since when the condition of a firing rule is no longer met. */
	clearSince?: number;
	/** When it was told last that it fires. */
	toldAt?: number;
	/** Whether it was told that it fires now. */
	isTold?: boolean;
	/** What was over in quiet hours. */
	owed?: { startedAt: number; endedAt: number; wasTold: boolean }[];
	/** Of `new_error`. */
	errors?: ErrorMemory;
}

/** Where a rule stands. */
export interface Standing {
	state: AlertState;
	/** ms since the epoch. */
	since: number;
	memory: AlertMemory;
}

/**
 * Something to tell: a rule fires, is over, or did and was within quiet hours. `new_error` fires with the errors that were
 * not told before, and tells more of them while it fires.
 */
export type Word =
	| { kind: "firing"; startedAt: number; errors?: readonly AlertedError[]; more?: number }
	| { kind: "resolved"; startedAt: number; endedAt: number }
	| { kind: "held"; firings: readonly { startedAt: number; endedAt: number }[] };

/** What an evaluation changes. */
export interface Step {
	standing: Standing;
	words: readonly Word[];
	/** A firing began or ended now. */
	turn?: "begins" | "ends";
}

/** How long a condition must not be met before a firing is over, so that a value at the edge is told once. */
export const clearMs = ({ window }: Pick<AlertRule, "window">): number =>
	Math.min(Math.max(WINDOW_MINUTES[window] / 6, 5), 30) * MINUTE_MS;

/** A time that lies ahead was written before the clock was set back. */
const passed = (since: number, now: number): number => Math.min(since, now);

const isCool = ({ cooldownMinutes }: AlertRule, { toldAt }: AlertMemory, now: number): boolean =>
	toldAt === undefined || toldAt > now || now - toldAt >= cooldownMinutes * MINUTE_MS;

/** What is due at the end of quiet hours. */
const owedWords = ({ owed = [] }: AlertMemory): Word[] => {
	const untold = owed.filter(({ wasTold }) => !wasTold);
	return [
		...owed
			.filter(({ wasTold }) => wasTold)
			.map(({ startedAt, endedAt }): Word => ({ kind: "resolved", startedAt, endedAt })),
		...(untold.length === 0 ? [] : [{ kind: "held", firings: untold } satisfies Word]),
	];
};

/** The state that a verdict leads to, before anything is told. */
const stateAfter = (
	{ state, since, memory }: Standing,
	fires: boolean | undefined,
	{ rule, now, wasInterrupted }: { rule: AlertRule; now: number; wasInterrupted: boolean },
): Standing & { turn?: Step["turn"] } => {
	const from = passed(since, now);
	const { clearSince, ...rest } = memory;
	if (state === "firing") {
		if (fires !== false) return { state, since: from, memory: fires === undefined ? memory : rest };
		const clear = wasInterrupted ? now : passed(clearSince ?? now, now);
		if (now - clear < clearMs(rule))
			return { state, since: from, memory: { ...rest, clearSince: clear } };
		return { state: "ok", since: now, memory: rest, turn: "ends" };
	}
	if (fires !== true)
		return state === "ok"
			? { state, since: from, memory: rest }
			: fires === undefined && state === "pending"
				? { state, since: from, memory: rest }
				: { state: "ok", since: now, memory: rest };
	const pendingSince = state === "pending" && !wasInterrupted ? from : now;
	return now - pendingSince >= rule.for * MINUTE_MS
		? { state: "firing", since: now, memory: { ...rest, isTold: false }, turn: "begins" }
		: { state: "pending", since: pendingSince, memory: rest };
};

/** Each error is told once, all that are due in one word: those that a cooldown or quiet hours held back, too. */
const tellErrors = (
	{ state, since, memory }: Standing,
	found: readonly FoundError[],
	{ now, isDue }: { now: number; isDue: boolean },
): { memory: AlertMemory; words: readonly Word[] } => {
	const errors = state === "firing" ? withNews(memory.errors, found, now) : memory.errors;
	if (errors === undefined) return { memory, words: [] };
	const { waiting = [], more } = errors;
	if (waiting.length === 0 || !isDue) return { memory: { ...memory, errors }, words: [] };
	const told = { ...memory, toldAt: now, errors: withoutWaiting(errors) };
	return {
		memory: state === "firing" ? { ...told, isTold: true } : told,
		words: [
			{
				...{ kind: "firing", startedAt: state === "firing" ? since : now, errors: waiting },
				...(more !== undefined && { more }),
			},
		],
	};
};

/** What is due to an evaluation, beside the verdict. */
export interface StepContext {
	rule: AlertRule;
	now: number;
	wasInterrupted: boolean;
	/** Of `new_error`: those that are new or came back. */
	errors?: readonly FoundError[] | undefined;
}

/**
 * The next state of a rule, and what is to be told.
 * @param fires whether its condition is met; undefined if that is unknown, which changes nothing that fires
 * @param wasInterrupted nobody evaluated it for some minutes: what has to last begins anew
 */
export const nextStep = (
	before: Standing,
	fires: boolean | undefined,
	context: StepContext,
): Step => {
	const { rule, now, errors = [] } = context;
	const isOfErrors = rule.condition === "new_error";
	// What was told already makes nothing fire again.
	const isKnown = isOfErrors && fires === true && before.state !== "firing";
	const isMet = isKnown ? hasNews(before.memory.errors, errors) : fires;
	const { turn, ...after } = stateAfter(before, isMet, context);
	const words: Word[] = [];
	const quiet = isQuiet(rule.quietHours, now);
	let { memory } = after;
	if (turn === "ends") {
		const { isTold = false, owed = [], ...rest } = memory;
		const over = { startedAt: passed(before.since, now), endedAt: now };
		// What was not told because of another word shortly before is not told when it is over either.
		const isOwed = isTold || (quiet && !isOfErrors && isCool(rule, memory, now));
		memory = { ...rest, ...(owed.length > 0 && { owed }) };
		if (isOwed && !quiet) words.push({ kind: "resolved", ...over });
		if (isOwed && quiet)
			memory = { ...memory, owed: [...owed, { ...over, wasTold: isTold }].slice(-MOST_OWED) };
	}
	if (!quiet && memory.owed) {
		words.push(...owedWords(memory));
		const { owed: _, ...rest } = memory;
		memory = rest;
	}
	const isDue = !quiet && isCool(rule, memory, now);
	if (isOfErrors) {
		const told = tellErrors({ ...after, memory }, errors, { now, isDue });
		return {
			standing: { ...after, memory: told.memory },
			words: [...words, ...told.words],
			...(turn && { turn }),
		};
	}
	const isLasting = after.state === "firing" && memory.clearSince === undefined;
	if (isLasting && !memory.isTold && isDue) {
		words.push({ kind: "firing", startedAt: after.since });
		memory = { ...memory, isTold: true, toldAt: now };
	}
	return { standing: { ...after, memory }, words, ...(turn && { turn }) };
};
