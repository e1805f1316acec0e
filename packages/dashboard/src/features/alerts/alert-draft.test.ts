import { describe, expect, it } from "vitest";
import {
	type AlertDraft,
	type AlertRule,
	draftOf,
	newDraft,
	problemsOf,
	ruleOf,
	typedNumber,
} from "./alert-draft.ts";

const usual: AlertRule = {
	...{ condition: "below", direction: "any", metric: "sessions", threshold: 100, window: "1h" },
	...{ for: 10, quietHours: null, cooldownMinutes: 60, channelIds: [3] },
};

describe("the form of an alert", () => {
	it.each<AlertRule>([
		usual,
		{ ...usual, condition: "above", metric: "conversion_rate(12)", threshold: 0.07 },
		{ ...usual, condition: "change", direction: "down", threshold: 0.55 },
		{ ...usual, condition: "change", direction: "any", threshold: 0.3, window: "1d" },
		{ ...usual, filters: ["is", "country", ["DE", "AT"]] },
		{
			...usual,
			filters: ["and", ["is", "country", ["DE"]], ["not", ["is_set", "referrer"]]],
		},
		{ ...usual, filters: ["or", ["is", "country", ["DE"]], ["is", "browser", ["Firefox"]]] },
		{ ...usual, quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" } },
	])("shows a rule as it is stored, and sends it back unchanged: %j", (rule) =>
		expect(ruleOf(draftOf("One", rule, "UTC"))).toEqual(rule),
	);

	it.each<Partial<AlertRule>>([
		{ condition: "unusual", direction: "up", metric: "users" },
		{ condition: "unusual", direction: "any", metric: "users", threshold: 4 },
		{ condition: "vital_poor", metric: "inp:p75" },
	])("has no number for %j", (part) => {
		const { threshold: _, ...rest } = usual;
		const rule = { ...rest, ...part } as AlertRule;
		expect(ruleOf(draftOf("One", rule, "UTC"))).toEqual(rule);
	});

	it.each<Partial<AlertRule>>([
		{ condition: "silent" },
		{ condition: "new_error" },
		{ condition: "goal_stopped", goalId: 12 },
	])("has neither number, period nor duration for %j", (part) => {
		const { threshold: _, metric: _metric, ...rest } = usual;
		const rule = { ...rest, for: 0, ...part } as AlertRule;
		expect(ruleOf(draftOf("One", rule, "UTC"))).toEqual(rule);
	});

	it("asks for shares in per cent", () => {
		const rate = { ...usual, metric: "conversion_rate(12)", threshold: 0.07 };
		expect(draftOf("One", rate, "UTC").threshold).toBe("7");
		const change = { ...usual, condition: "change" as const, threshold: 0.29 };
		expect(draftOf("One", change, "UTC").threshold).toBe("29");
	});
});

describe("an alert's form with mistakes", () => {
	const problems = (change: Partial<AlertDraft>) => [
		...problemsOf({ ...newDraft("UTC"), threshold: "100", ...change }),
	];

	it.each<[Partial<AlertDraft>, string[]]>([
		[{}, []],
		[{ threshold: "" }, ["threshold"]],
		[{ threshold: "many" }, ["threshold"]],
		[{ threshold: "-3" }, []],
		[{ comparison: "fell", threshold: "0" }, ["share"]],
		[{ comparison: "low", threshold: "" }, []],
		[{ metric: " " }, ["metric"]],
		[{ subject: "goal_stopped" }, ["goal"]],
		[{ subject: "silent", threshold: "" }, []],
		[{ hasQuietHours: true, from: "22:00", to: "22:00" }, ["quiet"]],
		[{ hasQuietHours: true, from: "", to: "07:00" }, ["quiet"]],
		[{ hasQuietHours: false, from: "", to: "" }, []],
	])("%j has the problems %j", (change, expected) => expect(problems(change)).toEqual(expected));

	it.each([
		["1,5", 1.5],
		["1.5", 1.5],
		[" 100 ", 100],
		["", Number.NaN],
		["1,000,000", Number.NaN],
	])("reads %j as a number as people type it", (text, number) =>
		expect(typedNumber(text)).toBe(number),
	);
});
