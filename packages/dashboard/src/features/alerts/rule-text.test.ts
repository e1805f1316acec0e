import { describe, expect, it } from "vitest";
import { words as german } from "../../i18n/de/alerts.ts";
import { words as germanNames } from "../../i18n/de/explore.ts";
import { de } from "../../i18n/de.ts";
import { words as english } from "../../i18n/en/alerts.ts";
import { words as englishNames } from "../../i18n/en/explore.ts";
import { en } from "../../i18n/en.ts";
import type { AlertRule } from "./alert-draft.ts";
import { metricNumberText, ruleText } from "./rule-text.ts";

const goals = new Map([["12", "Signed up"]]);
const inEnglish = {
	own: english,
	naming: { own: englishNames, words: en, locale: "en-GB", goals },
	currency: "EUR",
};
const inGerman = {
	own: german,
	naming: { own: germanNames, words: de, locale: "de", goals },
	currency: "EUR",
};

const usual: AlertRule = {
	...{ condition: "below", direction: "any", metric: "sessions", threshold: 100, window: "1h" },
	...{ for: 0, quietHours: null, cooldownMinutes: 60, channelIds: [] },
};

describe("a rule in words", () => {
	it.each<[Partial<AlertRule>, string]>([
		[{}, "Sessions below 100 within one hour"],
		[{ for: 10 }, "Sessions below 100 within one hour, for 10 min"],
		[
			{ filters: ["and", ["is", "country", ["DE"]], ["is", "device_type", ["Mobile"]]] },
			"Sessions below 100 within one hour (Country is Germany, Device type is Mobile)",
		],
		[
			{ condition: "change", direction: "down", threshold: 0.5, window: "6h" },
			"Sessions lower than a week ago by 50% within 6 hours",
		],
		[
			{ condition: "unusual", direction: "up" },
			"Sessions unusually high for the time of day within one hour",
		],
		[
			{ metric: "conversion_rate(12)", threshold: 0.07, condition: "above", window: "1d" },
			"Conversion rate: Signed up above 7% within one day",
		],
		[{ condition: "silent" }, "No events for longer than usual"],
		[{ condition: "new_error" }, "An error that is new or came back"],
		[{ condition: "vital_poor", metric: "lcp:p75" }, "LCP (p75) is poor within one hour"],
		[{ condition: "goal_stopped", goalId: 12 }, "Signed up is reached no more"],
		[{ condition: "goal_stopped", goalId: 13 }, "Goal 13 is reached no more"],
	])("%j reads as %s", (part, text) =>
		expect(ruleText({ ...usual, ...part }, inEnglish)).toBe(text),
	);

	it("is German for German readers", () =>
		expect(
			ruleText({ ...usual, condition: "change", direction: "down", threshold: 0.5 }, inGerman),
		).toBe("Sitzungen um 50\u00a0% niedriger als vor einer Woche innerhalb von einer Stunde"));

	it.each([
		["sessions", 1200, "1,200"],
		["sessions", 2.5, "2.5"],
		["bounce_rate", 45, "45%"],
		["lcp:p75", 2500, "2.50 s"],
		["session_duration", 90, "1m 30s"],
		["sum(price)", 12.345, "12.35"],
	])("writes a number of %s, %s, as %s", (metric, number, text) =>
		expect(metricNumberText(metric, number, inEnglish)).toBe(text),
	);
});
