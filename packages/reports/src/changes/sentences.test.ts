import { describe, expect, it } from "vitest";
import type { Explanation } from "./explanation.ts";
import { sentencesOf } from "./sentences.ts";

const CHANGE: Omit<Explanation, "sentences"> = {
	...{ metric: "sessions", type: "count", from: 1334, to: 1014, difference: -320 },
	range: { from: "2026-11-09T00:00:00.000Z", to: "2026-11-16T00:00:00.000Z" },
	comparison: { from: "2026-11-02T00:00:00.000Z", to: "2026-11-09T00:00:00.000Z" },
	...{ time_zone: "UTC", bucket: "day", rest: -70, chance: 0.003, is_usual: false, beside: [] },
	segments: [
		{
			dimensions: { country: "CH", device_type: "Mobile" },
			...{ from: 412, to: 142, contribution: -270, share: 0.84, since: "2026-11-12 00:00:00" },
		},
		{
			dimensions: { utm_campaign: "spring" },
			...{ from: 0, to: 20, contribution: 20, share: -0.06, since: null },
		},
	],
};
const OF_SESSIONS = { compare: "previous", kind: "sessions", subject: undefined, days: 7 };
const shown = (
	change: Omit<Explanation, "sentences">,
	language: "en" | "de",
	more: Partial<Parameters<typeof sentencesOf>[1]> = {},
) => sentencesOf(change, { ...OF_SESSIONS, language, ...more });

describe("the sentences of a change", () => {
	it("say in English what makes it up", () =>
		expect(shown(CHANGE, "en")).toEqual([
			"Sessions fell by 320 (−24 %) against the week before.",
			"270 of it are sessions from Switzerland on phones, since 12 November.",
			"By contrast, there were 20 more sessions of the campaign “spring”.",
			"The rest, 70, is spread over all others.",
		]));

	it("say it in German", () =>
		expect(shown(CHANGE, "de")).toEqual([
			"Gegenüber der Vorwoche gab es 320 Sitzungen weniger (−24 %).",
			"270 davon sind Sitzungen aus der Schweiz auf Smartphones, seit dem 12. November.",
			"Dagegen gab es 20 Sitzungen aus der Kampagne „spring“ mehr.",
			"Der Rest, 70, verteilt sich auf alle anderen.",
		]));

	it("use the singular for one", () => {
		const [segment] = CHANGE.segments;
		const one = {
			...{ ...CHANGE, from: 1, to: 2, difference: 1, rest: 0 },
			segments: segment ? [{ ...segment, from: 0, to: 1, contribution: 1, since: null }] : [],
		};
		expect(shown(one, "en")).toEqual([
			"Sessions rose by 1 (+100 %) against the week before.",
			"1 of it is one session from Switzerland on phones.",
		]);
		expect(shown(one, "de")).toEqual([
			"Gegenüber der Vorwoche gab es 1 Sitzung mehr (+100 %).",
			"1 davon ist eine Sitzung aus der Schweiz auf Smartphones.",
		]);
	});

	it("say that it is no more than usual, and nothing else", () => {
		const usual = { ...CHANGE, segments: [], rest: -320, is_usual: true };
		expect(shown(usual, "en")).toEqual([
			"Sessions fell by 320 (−24 %) against the week before.",
			"That is no more than usual.",
		]);
		expect(shown(usual, "de")[1]).toBe("Das ist nicht mehr als üblich.");
	});

	it("tell a rate in points, with the parts of its own rate and of its share", () => {
		const rate: Omit<Explanation, "sentences"> = {
			...{ ...CHANGE, metric: "bounce_rate", type: "percent", from: 41.25, to: 45.5 },
			...{ difference: 4.25, rest: 1 },
			segments: [
				{
					...{ dimensions: { browser: "Safari" }, from: 40, to: 60, contribution: 3.25 },
					...{ mix: -0.25, rate: 3.5, share: 0.76, since: "2026-11-12 00:00:00" },
				},
			],
		};
		expect(shown(rate, "en", { kind: "bounce_rate" })).toEqual([
			"The bounce rate rose by 4.25 points to 45.5 % against the week before.",
			"3.25 points of it come from sessions with Safari (3.5 from their own rate, −0.25 from their share of all sessions), since 12 November.",
			"The rest, 1 point, is spread over all others.",
		]);
		expect(shown(rate, "de", { kind: "bounce_rate" })[0]).toBe(
			"Die Absprungrate ist gegenüber der Vorwoche um 4,25 Prozentpunkte auf 45,5 % gestiegen.",
		);
	});

	it("name what began near it, without markup of their own", () => {
		const near = {
			...{ kind: "deploy" as const, at: "2026-11-12T09:30:00.000Z", until: null },
			...{ title: "v2 <b>", url: null },
		};
		expect(shown(CHANGE, "en", { near }).at(-1)).toBe(
			"There was a deployment on 12 November: “v2 <b>”.",
		);
	});
});
