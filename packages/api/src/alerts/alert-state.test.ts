import { describe, expect, it } from "vitest";
import { AlertRule } from "./alert-rule.ts";
import { nextStep, type Standing, type Word } from "./alert-state.ts";
import type { FoundError } from "./conditions/untold-errors.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 10, 12);
const ok = (now = NOON): Standing => ({ state: "ok", since: now - 60 * MINUTE, memory: {} });

const ruleWith = (more: object = {}) =>
	AlertRule.parse({
		condition: "above",
		metric: "sessions",
		threshold: 5,
		window: "5m",
		cooldownMinutes: 0,
		...more,
	});

/** Evaluates once a minute; a letter for each: f fires, - does not, ? unknown, ! fires after an interruption. */
const run = (minutes: string, { rule = ruleWith(), from = NOON, standing = ok(from) } = {}) => {
	const words: { at: number; word: Word["kind"] }[] = [];
	const states: string[] = [];
	let now = from;
	for (const letter of minutes) {
		const fires = letter === "?" ? undefined : letter === "f" || letter === "!";
		const step = nextStep(standing, fires, { rule, now, wasInterrupted: letter === "!" });
		({ standing } = step);
		states.push(standing.state);
		for (const { kind } of step.words) words.push({ at: (now - from) / MINUTE, word: kind });
		now += MINUTE;
	}
	return { words, states, standing };
};

describe("a rule's state", () => {
	it("fires at once without a time that it must last, and tells it once", () =>
		expect(run("fff").words).toEqual([{ at: 0, word: "firing" }]));

	it("is pending until its condition was met for long enough", () => {
		const { states, words } = run("ffff", { rule: ruleWith({ for: 2 }) });
		expect(states).toEqual(["pending", "pending", "firing", "firing"]);
		expect(words).toEqual([{ at: 2, word: "firing" }]);
	});

	it("returns from pending without a word", () =>
		expect(run("f-f-", { rule: ruleWith({ for: 2 }) })).toMatchObject({
			states: ["pending", "ok", "pending", "ok"],
			words: [],
		}));

	it("is over only after some minutes, so that a value at the edge is told once", () =>
		expect(run("f-f-f--f------").words).toEqual([
			{ at: 0, word: "firing" },
			{ at: 13, word: "resolved" },
		]));

	it("stays as it is while nothing is known", () =>
		expect(run("f????????").states).toEqual(Array(9).fill("firing")));

	it("does not tell again within the cooldown, and tells what outlasts it", () => {
		const rule = ruleWith({ cooldownMinutes: 12 });
		expect(run(`f------f------`, { rule }).words).toEqual([
			{ at: 0, word: "firing" },
			{ at: 6, word: "resolved" },
		]);
		expect(run(`f------ffffffff`, { rule }).words).toEqual([
			{ at: 0, word: "firing" },
			{ at: 6, word: "resolved" },
			{ at: 12, word: "firing" },
		]);
	});

	it("begins the time that it must last anew after an interruption", () =>
		expect(run("f!ff", { rule: ruleWith({ for: 2 }) }).states).toEqual([
			"pending",
			"pending",
			"pending",
			"firing",
		]));

	it("neither ends nor waits because the clock was set back by an hour", () => {
		const fired = run("f", {}).standing;
		const back = run("ff------", { standing: fired, from: NOON - 60 * MINUTE });
		expect(back.words).toEqual([{ at: 7, word: "resolved" }]);
		const waiting = run("f", { rule: ruleWith({ for: 2 }) }).standing;
		const states = run("fff", {
			...{ rule: ruleWith({ for: 2 }), standing: waiting },
			from: NOON - 60 * MINUTE,
		}).states;
		expect(states).toEqual(["pending", "pending", "firing"]);
	});
});

describe("quiet hours", () => {
	const rule = ruleWith({ quietHours: { from: "12:00", to: "12:10", timeZone: "UTC" } });

	it("hold back what begins in them and tell it at their end if it lasts", () =>
		expect(run("fffffffffffff", { rule }).words).toEqual([{ at: 10, word: "firing" }]));

	it("tell at their end in one word what began and ended in them", () =>
		expect(run("f------------", { rule }).words).toEqual([{ at: 10, word: "held" }]));

	it("tell at their end that something is over that was told before", () => {
		const before = run("f", { rule, from: NOON - 2 * MINUTE });
		expect(before.words).toEqual([{ at: 0, word: "firing" }]);
		expect(run("------------", { rule, standing: before.standing }).words).toEqual([
			{ at: 10, word: "resolved" },
		]);
	});

	it("pass midnight, on the clock of their time zone", () => {
		const night = ruleWith({
			quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" },
		});
		// The clocks of Berlin were set back at 01:00 UTC on October 25: 07:00 is 06:00 UTC from then on.
		const from = Date.UTC(2026, 9, 25, 5, 58);
		expect(run("fffff", { rule: night, from }).words).toEqual([{ at: 2, word: "firing" }]);
		const summer = Date.UTC(2026, 9, 24, 4, 58);
		expect(run("fffff", { rule: night, from: summer }).words).toEqual([{ at: 2, word: "firing" }]);
	});
});

describe("a rule that watches for new errors", () => {
	const errorsRule = (more: object = {}) =>
		AlertRule.parse({ condition: "new_error", window: "5m", cooldownMinutes: 0, ...more });

	/**
	 * Evaluates once a minute; each word has the errors that are new within the window: `ab`, `-` for none, `?` if nothing
	 * is known. An error began in the minute in which it is named first.
	 */
	const watch = (
		minutes: string,
		{ rule = errorsRule(), from = NOON, standing = ok(from) } = {},
	) => {
		const words: string[] = [];
		const began = new Map<string, number>();
		for (const [minute, letters] of minutes.split(" ").entries()) {
			const now = from + minute * MINUTE;
			const ids = letters === "-" || letters === "?" ? [] : [...letters];
			for (const id of ids) if (!began.has(id)) began.set(id, now);
			const errors = ids.map(
				(errorId): FoundError => ({
					...{ errorId, message: errorId, count: 1, state: "new" },
					at: new Date(began.get(errorId) ?? 0).toISOString(),
				}),
			);
			const fires = letters === "?" ? undefined : errors.length > 0;
			const step = nextStep(standing, fires, { rule, now, wasInterrupted: false, errors });
			({ standing } = step);
			for (const word of step.words) {
				const told = word.kind === "firing" ? word.errors?.map(({ errorId }) => errorId) : [];
				words.push(`${minute} ${word.kind} ${told?.join("") ?? ""}`.trim());
			}
		}
		return { words, standing };
	};
	const none = (count: number) => Array(count).fill("-").join(" ");

	it("tells each of them once, also while it fires", () =>
		expect(watch(`a a ab ab b bc ${none(7)}`).words).toEqual([
			"0 firing a",
			"2 firing b",
			"5 firing c",
			"11 resolved",
		]));

	it("names in one word all that are new in the same minute", () =>
		expect(watch("ab ab").words).toEqual(["0 firing ab"]));

	it("gathers within a cooldown what is new, and tells it at its end, though nothing fires any more", () => {
		const rule = errorsRule({ cooldownMinutes: 15 });
		expect(watch(`a ab b bc c ${none(15)}`, { rule }).words).toEqual([
			"0 firing a",
			"10 resolved",
			"15 firing bc",
		]);
	});

	it("names at the end of quiet hours what was new in them", () => {
		const rule = errorsRule({ quietHours: { from: "12:00", to: "12:20", timeZone: "UTC" } });
		expect(watch(`a a ${none(10)} b b ${none(10)}`, { rule }).words).toEqual(["20 firing ab"]);
	});

	it("tells what waits although nothing is known at present", () => {
		const rule = errorsRule({ cooldownMinutes: 3 });
		expect(watch("a ab ? ? ?", { rule }).words).toEqual(["0 firing a", "3 firing b"]);
	});

	it("does not fire again because of what it has told", () => {
		const known = { a: NOON + 10 * MINUTE };
		const told: Standing = { ...ok(), memory: { errors: { known } } };
		expect(watch("a a a", { standing: told })).toMatchObject({
			...{ words: [], standing: { state: "ok" } },
		});
	});

	it("waits for as long as its condition must be met", () =>
		expect(watch("a a a a", { rule: errorsRule({ for: 2 }) }).words).toEqual(["2 firing a"]));
});
