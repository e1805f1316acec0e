import { describe, expect, it } from "vitest";
import { words as own } from "../../../i18n/en/explore.ts";
import { en } from "../../../i18n/en.ts";
import { barRows, csvOf, importedBuckets, linesOfAnswer } from "./answer-rows.ts";
import type { Figure, QuestionAnswer, QuestionRow } from "./question.ts";

const naming = { own, words: en, locale: "en" };
const answerWith = (
	rows: QuestionRow[],
	types: Record<string, string>,
	currency?: string,
): QuestionAnswer => ({
	rows,
	meta: { definitions: {}, types, left_out: [], ...(currency !== undefined && { currency }) },
});
const row = (dimensions: string[], metrics: Figure[], previous?: Figure[]) => ({
	dimensions,
	metrics,
	...(previous && { previous }),
});

describe("lines of an answer", () => {
	it("are the metrics that have the unit of the first, rates in per cent", () => {
		const question = {
			metrics: ["conversion_rate(7)", "sessions", "bounce_rate"],
			dimensions: ["time:day"],
		};
		const types = { "conversion_rate(7)": "fraction", sessions: "count", bounce_rate: "percent" };
		const answer = answerWith([row(["2026-10-01 00:00:00"], [0.25, 12, 50])], types);
		expect(linesOfAnswer({ question, answer }, naming)).toEqual({
			unit: "percent",
			bucket: "day",
			lines: [
				{
					name: "Conversion rate: goal 7",
					points: [{ time: "2026-10-01 00:00:00", value: 25 }],
				},
				{ name: "Bounce rate", points: [{ time: "2026-10-01 00:00:00", value: 50 }] },
			],
			previous: undefined,
		});
	});

	it("have the comparison beside a single one", () => {
		const question = { metrics: ["sessions"], dimensions: ["time:hour"] };
		const compared = {
			...row(["2026-10-01 05:00:00"], [3], [4]),
			previous_time: "2026-09-30 05:00:00",
		};
		const answer = answerWith([compared], { sessions: "count" });
		expect(linesOfAnswer({ question, answer }, naming)).toMatchObject({
			bucket: "hour",
			previous: [{ time: "2026-09-30 05:00:00", value: 4 }],
		});
	});

	it("by goal have the goals' names, and their numbers until those are known", () => {
		const question = { metrics: ["sessions"], dimensions: ["goal", "time:day"] };
		const rows = ["7", "8"].map((goal) => row([goal, "2026-10-01 00:00:00"], [1]));
		const answer = answerWith(rows, { sessions: "count" });
		const goals = new Map([["7", "Signed up"]]);
		const { lines } = linesOfAnswer({ question, answer }, { ...naming, goals });
		expect(lines.map(({ name }) => name)).toEqual(["Signed up", "goal 8"]);
	});

	it("are the six largest values of a further dimension", () => {
		const question = { metrics: ["sessions"], dimensions: ["browser", "time:day"] };
		const rows = Array.from({ length: 8 }, (_, place) =>
			row([`B${place}`, "2026-10-01 00:00:00"], [place]),
		);
		const { lines } = linesOfAnswer(
			{ question, answer: answerWith(rows, { sessions: "count" }) },
			naming,
		);
		expect(lines.map(({ name }) => name)).toEqual(["B7", "B6", "B5", "B4", "B3", "B2"]);
	});
});

describe("lines of amounts", () => {
	const types = { revenue: "money", average_order: "money", orders: "count" };
	const day = "2026-10-01 00:00:00";

	it("are in the currency of the answer, together with other amounts", () => {
		const question = { metrics: ["revenue", "orders", "average_order"], dimensions: ["time:day"] };
		const answer = answerWith([row([day], ["29.9000", 1, "29.9000"])], types, "EUR");
		expect(linesOfAnswer({ question, answer }, naming)).toMatchObject({
			unit: "money EUR",
			lines: [
				{ name: "Revenue", points: [{ time: day, value: 29.9 }] },
				{ name: "Average order", points: [{ time: day, value: 29.9 }] },
			],
		});
	});

	it("are sorted as numbers, and have no unit when each has a currency of its own", () => {
		const question = { metrics: ["revenue"], dimensions: ["time:day", "currency"] };
		const answer = answerWith([row([day, "EUR"], ["9.5"]), row([day, "USD"], ["100.0"])], types);
		const { unit, lines } = linesOfAnswer({ question, answer }, naming);
		expect(unit).toBe("ratio");
		expect(lines.map(({ name }) => name)).toEqual(["USD", "EUR"]);
	});
});

it("buckets of a chart are imported where their rows are, whatever the order of the rows", () => {
	const days = ["2026-10-02 00:00:00", "2026-10-01 00:00:00"];
	const [later = "", earlier = ""] = days;
	const question = { metrics: ["sessions"], dimensions: ["time:day"] };
	const rows = [row([later], [1]), { ...row([earlier], [2]), imported: true as const }];
	expect(
		importedBuckets({ question, answer: answerWith(rows, {}) }, [
			Date.UTC(2026, 9, 1),
			Date.UTC(2026, 9, 2),
		]),
	).toEqual([true, undefined]);
});

describe("bars", () => {
	const types = { sessions: "count", bounce_rate: "percent", revenue: "money" };

	it("by hour of day are all 24 hours, also those in which nothing happened", () => {
		const question = {
			metrics: ["sessions", "bounce_rate", "revenue"],
			dimensions: ["hour_of_day"],
		};
		const answer = answerWith([row(["7"], [3, 50, "1.5"], [1, 0, "0"])], types);
		const rows = barRows({ question, answer }, 20);
		expect(rows.map(({ dimensions }) => dimensions[0])).toEqual(
			Array.from({ length: 24 }, (_, hour) => String(hour)),
		);
		expect(rows[7]).toBe(answer.rows[0]);
		expect(rows[8]).toEqual(row(["8"], [0, null, "0"], [0, null, "0"] as Figure[]));
	});

	it("by day of week are seven, unless a number of rows was asked for", () => {
		const question = { metrics: ["sessions"], dimensions: ["day_of_week"] };
		const answer = answerWith([row(["3"], [3])], types);
		expect(barRows({ question, answer }, 20)).toHaveLength(7);
		expect(barRows({ question: { ...question, limit: 2 }, answer }, 20)).toHaveLength(1);
	});

	it("by anything else are the first rows of the answer", () => {
		const question = { metrics: ["sessions"], dimensions: ["pathname"] };
		const rows = Array.from({ length: 30 }, (_, place) => row([`/${place}`], [place]));
		expect(barRows({ question, answer: answerWith(rows, types) }, 20)).toEqual(rows.slice(0, 20));
	});
});

it("a file of an answer quotes its texts, and disarms formulas", () =>
	expect(
		csvOf(
			{ metrics: ["sum(a,b)"], dimensions: ["pathname"] },
			answerWith([row(['=1+"1"'], [1.5]), row(["/a"], [null]), row(["/b"], ["-5.0000"])], {}),
		),
	).toBe('pathname,"sum(a,b)"\r\n"\'=1+""1""",1.5\r\n/a,\r\n/b,-5.0000\r\n'));
