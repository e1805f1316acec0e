import { describe, expect, it } from "vitest";
import { linesByName, valuesByProperty } from "./event-names.ts";

describe("custom events over time", () => {
	it("are a line each, the most frequent first", () => {
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
	it("have their values, the most frequent first", () => {
		const row = (propertyKey: string, propertyValue: string, count: number) => ({
			propertyKey,
			propertyValue,
			count,
		});
		expect(
			valuesByProperty([row("lang", "de", 1), row("plan", "pro", 2), row("plan", "free", 9)]),
		).toEqual([
			{
				key: "plan",
				values: [
					{ value: "free", count: 9 },
					{ value: "pro", count: 2 },
				],
				total: 11,
			},
			{ key: "lang", values: [{ value: "de", count: 1 }], total: 1 },
		]);
	});
});
