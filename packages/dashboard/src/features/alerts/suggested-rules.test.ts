import { describe, expect, it } from "vitest";
import type { AlertRule } from "./alert-draft.ts";
import { channelsForSuggestion, suggestedRules } from "./suggested-rules.ts";

const rule = (part: Partial<AlertRule>): AlertRule => ({
	...{ condition: "silent", direction: "any", window: "1h", for: 0, quietHours: null },
	...{ cooldownMinutes: 60, channelIds: [] },
	...part,
});
const GOALS = [
	{ goalId: 1, name: "Signed up" },
	{ goalId: 2, name: "Bought" },
];
const ids = (existing: readonly AlertRule[], goals = GOALS) =>
	suggestedRules(existing, goals).map(({ id, goalName }) => goalName ?? id);

describe("suggestions", () => {
	it("are for traffic, silence, errors and each goal", () =>
		expect(ids([])).toEqual(["traffic", "silent", "error", "Signed up", "Bought"]));

	it("leave out what the site is told of already", () =>
		expect(
			ids([
				rule({ condition: "silent" }),
				rule({ condition: "below", metric: "sessions", threshold: 5 }),
				rule({ condition: "goal_stopped", goalId: 2 }),
			]),
		).toEqual(["error", "Signed up"]));

	it("still have falling traffic where only its rise is told", () =>
		expect(ids([rule({ condition: "change", direction: "up", metric: "sessions" })], [])).toContain(
			"traffic",
		));
});

describe("a suggestion that is added", () => {
	const channel = (channelId: number, kind: string, isOn = true) => ({ channelId, kind, isOn });

	it.each([
		["the channels of other alerts", [rule({ channelIds: [2] })], [2]],
		["the channels for mail where there is no other alert", [], [1]],
	])("tells %s", (_, existing, expected) =>
		expect(channelsForSuggestion(existing, [channel(1, "mail"), channel(2, "slack")])).toEqual(
			expected,
		),
	);

	it("tells no channel that is switched off", () =>
		expect(channelsForSuggestion([], [channel(1, "mail", false), channel(2, "slack")])).toEqual([
			2,
		]));
});
