import { describe, expect, it } from "vitest";
import { linesByName, valuesByProperty } from "./event-names.ts";

describe("custom events over time", () => {
	it("have one line each, the most frequent first", () => {
		const point = (time: string, event_name: string, event_count: number) => ({
			time,
			event_name,
			event_count,
		});
		expect(linesByName([point("1", "a", 1), point("1", "b", 5), point("2", "a", 2)])).toEqual([
			{ name: "b", points: [{ time: "1", value: 5 }] },
			{
				name: "a",
				points: [
					{ time: "1", value: 1 },
					{ time: "2", value: 2 },
				],
			},
		]);
	});
});

describe("properties of an event", () => {
	const row = (propertyKey: string, propertyValue: string, count: number) => ({
		propertyKey,
		propertyValue,
		count,
	});

	it("list their values, the most frequent first", () => {
		expect(
			valuesByProperty([row("lang", "de", 1), row("plan", "pro", 2), row("plan", "free", 9)]),
		).toEqual([
			{
				key: "plan",
				values: [
					{ value: "free", count: 9 },
					{ value: "pro", count: 2 },
				],
				valueCount: 2,
				total: 11,
			},
			{ key: "lang", values: [{ value: "de", count: 1 }], valueCount: 1, total: 1 },
		]);
	});

	it("include the number of distinct values when only the most frequent ones are listed", () => {
		const rows = [row("plan", "pro", 2), row("article", "1", 9), row("article", "2", 1)];
		const properties = valuesByProperty(rows, [{ propertyKey: "article", values: 700 }]);
		expect(properties.map(({ key, valueCount }) => [key, valueCount])).toEqual([
			["article", 700],
			["plan", 1],
		]);
	});
});
