/**
 * Regular expressions that take time in proportion to the text, whatever the text: the syntax and meaning of JavaScript's with
 * the flag `u`, without what needs backtracking. A match follows all ways through the pattern at once.
 */

/** States of a compiled pattern: each character of a text visits each of them at most once. */
const MAX_STATES = 500;
const MAX_PATTERN_LENGTH = 1000;
const MAX_DEPTH = 50;
/** Repeated parts, with those that need no state, of which nested counts would make any number. */
const MAX_REPEATED = 10_000;
const ASCII = 128;

/** Matches a single character. */
type CharacterTest = (code: number) => boolean;

/** Assertions consume nothing. `next` are the states that follow, by number. */
type State =
	| { kind: "character"; test: CharacterTest; next: number }
	| { kind: "start" | "end"; next: number }
	| { kind: "fork"; next: readonly number[] };

/** Thrown while compiling, with what is wrong. */
class PatternFault extends Error {}

/** What remains of the steps that one event may take; a match takes away what it needs. */
export interface StepBudget {
	steps: number;
}

export interface LinearPattern {
	/** Whether it matches anywhere in the text; `undefined` if the budget does not suffice to tell. */
	matches(text: string, budget: StepBudget): boolean | undefined;
}

const atomTest = (source: string): CharacterTest => {
	const single = new RegExp(`^(?:${source})$`, "u");
	const ascii = Array.from({ length: ASCII }, (_, code) => single.test(String.fromCharCode(code)));
	return (code) => (code < ASCII ? ascii[code] === true : single.test(String.fromCodePoint(code)));
};

/** The length of the atom at the start of a valid pattern's rest: an escape, a class or one character. */
const ESCAPE = /^\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|.)/isu;
const CLASS = /^\[(?:[^\]\\]|\\.)*\]/su;
const COUNT = /^\{(\d{1,9})(?:(,)(\d{0,9}))?\}/;

const atomAt = (rest: string): string => {
	const [long] = rest.startsWith("\\")
		? (ESCAPE.exec(rest) ?? [])
		: rest.startsWith("[")
			? (CLASS.exec(rest) ?? [])
			: [];
	return long ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
};

/** How an expression continues in `next`, given as the number of a state; builds from the end to the start. */
type Build = (next: number) => number;

const compile = (pattern: string): { states: readonly State[]; first: number } => {
	const states: State[] = [{ kind: "fork", next: [] }];
	const add = (state: State): number => {
		if (states.length >= MAX_STATES)
			throw new PatternFault(
				`is too large: a pattern has at most ${MAX_STATES} states, and {n,m} repeats what is before it`,
			);
		return states.push(state) - 1;
	};
	let at = 0;
	let repeated = 0;

	const quantified = (part: Build): Build => {
		const build: Build = (next) => {
			if (++repeated > MAX_REPEATED)
				throw new PatternFault(`is too large: counts within counts repeat ${MAX_REPEATED} parts`);
			return part(next);
		};
		const char = pattern[at];
		const [counted, from = "", comma = "", to = ""] =
			char === "{" ? (COUNT.exec(pattern.slice(at)) ?? []) : [];
		const bounds: readonly [number, number] | undefined =
			char === "*"
				? [0, Number.POSITIVE_INFINITY]
				: char === "+"
					? [1, Number.POSITIVE_INFINITY]
					: char === "?"
						? [0, 1]
						: counted === undefined
							? undefined
							: [
									Number(from),
									comma === "" ? Number(from) : to === "" ? Number.POSITIVE_INFINITY : Number(to),
								];
		if (bounds === undefined) return part;
		at += counted?.length ?? 1;
		// Lazy or greedy, the same texts match.
		if (pattern[at] === "?") at++;
		const [least, most] = bounds;
		if (least > MAX_STATES || (Number.isFinite(most) && most > MAX_STATES))
			throw new PatternFault(`is too large: a count is at most ${MAX_STATES}`);
		return (next) => {
			let after = next;
			if (most === Number.POSITIVE_INFINITY) {
				const again: number[] = [];
				const loop = add({ kind: "fork", next: again });
				again.push(build(loop), next);
				after = loop;
			} else
				for (let left = most - least; left > 0; left--)
					after = add({ kind: "fork", next: [build(after), next] });
			for (let left = least; left > 0; left--) after = build(after);
			return after;
		};
	};

	const group = (depth: number): Build => {
		if (depth > MAX_DEPTH) throw new PatternFault(`nests more than ${MAX_DEPTH} groups`);
		at++;
		const [opening] = /^\?(?::|<[^=!>][^>]*>)/.exec(pattern.slice(at)) ?? [];
		if (opening === undefined && pattern[at] === "?")
			throw new PatternFault(
				"looks ahead or behind, or changes flags, which is not supported: state the condition in the pattern itself",
			);
		at += opening?.length ?? 0;
		const inner = alternatives(depth);
		at++;
		return inner;
	};

	const term = (depth: number): Build => {
		const char = pattern[at];
		if (char === "(") return quantified(group(depth + 1));
		if (char === "^" || char === "$") {
			at++;
			return (next) => add({ kind: char === "^" ? "start" : "end", next });
		}
		const atom = atomAt(pattern.slice(at));
		if (/^\\[1-9k]/.test(atom))
			throw new PatternFault("refers back to a group, which is not supported: repeat its pattern");
		if (/^\\b$/i.test(atom))
			throw new PatternFault(
				"has \\b, which is not supported: name the characters around the word",
			);
		at += atom.length;
		const test = atomTest(atom);
		return quantified((next) => add({ kind: "character", test, next }));
	};

	const sequence = (depth: number): Build => {
		const terms: Build[] = [];
		while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")")
			terms.push(term(depth));
		return (next) => terms.reduceRight((after, build) => build(after), next);
	};

	const alternatives = (depth: number): Build => {
		const ways = [sequence(depth)];
		while (pattern[at] === "|") {
			at++;
			ways.push(sequence(depth));
		}
		const [only] = ways;
		if (ways.length === 1 && only !== undefined) return only;
		return (next) => add({ kind: "fork", next: ways.map((build) => build(next)) });
	};

	const build = alternatives(0);
	return { first: build(0), states };
};

/** State 0, to which nothing else leads back, is that of a match. */
const matcherOf = ({ states, first }: ReturnType<typeof compile>): LinearPattern["matches"] => {
	const seenAt = new Uint32Array(states.length);
	let generation = 0;
	return (text, budget) => {
		let current: number[] = [];
		let isFound = false;
		const follow = (from: number, isStart: boolean, isEnd: boolean, into: number[]) => {
			const waiting = [from];
			for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
				if (seenAt[number] === generation) continue;
				seenAt[number] = generation;
				budget.steps--;
				if (number === 0) isFound = true;
				const state = states[number];
				if (state === undefined) continue;
				if (state.kind === "character") into.push(number);
				else if (state.kind === "fork") waiting.push(...state.next);
				else if (state.kind === "start" ? isStart : isEnd) waiting.push(state.next);
			}
		};
		const nextGeneration = () => {
			generation++;
			if (generation < 0xffff_ffff) return;
			seenAt.fill(0);
			generation = 1;
		};
		nextGeneration();
		follow(first, true, text.length === 0, current);
		for (let at = 0; at < text.length && !isFound; ) {
			if (budget.steps <= 0) return undefined;
			const code = text.codePointAt(at) ?? 0;
			at += code > 0xffff ? 2 : 1;
			const isEnd = at === text.length;
			const following: number[] = [];
			nextGeneration();
			for (const number of current) {
				const state = states[number];
				if (state?.kind === "character" && state.test(code))
					follow(state.next, false, isEnd, following);
			}
			budget.steps--;
			follow(first, false, isEnd, following);
			current = following;
		}
		return isFound;
	};
};

/** @returns why the pattern is refused, as the end of a sentence about it, if it is */
export const linearPattern = (pattern: string): LinearPattern | { refused: string } => {
	if (pattern.length > MAX_PATTERN_LENGTH)
		return { refused: `is longer than ${MAX_PATTERN_LENGTH} characters` };
	try {
		new RegExp(pattern, "u");
	} catch (error) {
		const { message } = error as SyntaxError;
		return { refused: `is not a regular expression: ${message.split(": ").at(-1)}` };
	}
	try {
		return { matches: matcherOf(compile(pattern)) };
	} catch (error) {
		if (error instanceof PatternFault) return { refused: error.message };
		throw error;
	}
};
