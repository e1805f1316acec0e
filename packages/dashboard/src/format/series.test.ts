import { describe, expect, it } from "vitest";
import { chartDataOf, pointsBefore, type SeriesPoint, topLines } from "./series.ts";
import { parseWallTime } from "./wall-time.ts";

const hours = (day: string, values: readonly (number | null)[]): SeriesPoint[] =>
	values.map((value, hour) => ({
		time: `${day} ${String(hour).padStart(2, "0")}:00:00`,
		value,
	}));

describe("a chart of a response", () => {
	const now = parseWallTime("2026-11-22 02:30:00");

	it("ends with the bucket that contains the present", () => {
		const data = chartDataOf({
			unit: "count",
			bucket: "hour",
			now,
			lines: [{ name: "Sessions", points: hours("2026-11-22", [4, 6, 2, 0, 0]) }],
		});
		expect(data.unfinished).toBe(2);
		expect(data.lines).toEqual([{ name: "Sessions", values: [4, 6, 2, null, null], projected: 4 }]);
	});

	it("has nothing unfinished in the past", () => {
		const data = chartDataOf({
			unit: "count",
			bucket: "hour",
			now,
			lines: [{ name: "Sessions", points: hours("2026-11-21", [4, 6]) }],
		});
		expect(data).not.toHaveProperty("unfinished");
		expect(data.lines[0]?.projected).toBeUndefined();
	});

	it("projects counts, but not rates", () => {
		const data = chartDataOf({
			unit: "percent",
			bucket: "hour",
			now,
			lines: [{ name: "Bounce rate", points: hours("2026-11-22", [40, 60, 50]) }],
		});
		expect(data.unfinished).toBe(2);
		expect(data.lines[0]).toEqual({ name: "Bounce rate", values: [40, 60, 50] });
	});

	it("compares the first bucket with the first, regardless of clock changes", () => {
		const spring = hours("2026-03-29", [1, 2, 3, 4]).filter(({ time }) => !time.includes(" 02"));
		const data = chartDataOf({
			unit: "count",
			bucket: "hour",
			now,
			lines: [{ name: "Sessions", points: spring }],
			previous: hours("2026-03-28", [5, 6, 7, 8]),
		});
		expect(data.previous).toEqual({
			buckets: [0, 1, 2].map((hour) => parseWallTime(`2026-03-28 0${hour}:00:00`)),
			values: [5, 6, 7],
			line: [5, 6, 7],
		});
	});

	it("draws the comparison's last bucket whole, and compares it until the same time", () => {
		const data = chartDataOf({
			...{ unit: "count", bucket: "hour", now },
			lines: [{ name: "Sessions", points: hours("2026-11-22", [4, 6, 2]) }],
			previous: pointsBefore(
				[
					{ previous: { time: "2026-11-21 00:00:00", count: 5 } },
					{ previous: null },
					{
						previous: { time: "2026-11-21 02:00:00", count: 3 },
						previous_whole: { time: "2026-11-21 02:00:00", count: 9 },
					},
				],
				({ count }) => count,
			),
		});
		expect(data.previous).toMatchObject({ values: [5, null, 3], line: [5, null, 9], cut: 2 });
	});

	it("compares a finished bucket with a whole one", () =>
		expect(
			chartDataOf({
				...{ unit: "count", bucket: "hour", now },
				lines: [{ name: "Sessions", points: hours("2026-11-22", [4, 6, 2]) }],
				previous: [
					...hours("2026-11-21", [5]),
					{ time: "2026-11-21 01:00:00", value: 3, whole: 9 },
				],
			}).previous,
		).toEqual({
			buckets: [...["2026-11-21 00:00:00", "2026-11-21 01:00:00"].map(parseWallTime), undefined],
			values: [5, 9, null],
			line: [5, 9, null],
		}));

	it("fills gaps in one of several lines, and compares none of them", () => {
		const data = chartDataOf({
			unit: "count",
			bucket: "day",
			now,
			lines: [
				{ name: "DE", points: [{ time: "2026-11-19 00:00:00", value: 3 }] },
				{
					name: "FR",
					points: [
						{ time: "2026-11-19 00:00:00", value: 1 },
						{ time: "2026-11-20 00:00:00", value: 2 },
					],
				},
			],
			previous: hours("2026-11-01", [1]),
		});
		expect(data.lines.map(({ values }) => values)).toEqual([
			[3, 0],
			[1, 2],
		]);
		expect(data.previous).toBeUndefined();
	});

	it("has no comparison when there is no other bucket", () =>
		expect(
			chartDataOf({
				...{ unit: "count", bucket: "day", now },
				lines: [{ name: "Sessions", points: [{ time: "2026-11-19 00:00:00", value: 1 }] }],
				previous: [{ time: "", value: 0 }],
			}).previous?.buckets,
		).toEqual([undefined]));

	it("is empty for an empty response", () =>
		expect(
			chartDataOf({ unit: "count", bucket: "day", now, lines: [{ name: "Sessions", points: [] }] }),
		).toMatchObject({ buckets: [], lines: [{ values: [] }] }));
});

describe("many lines", () => {
	const lines = [1, 2, 3, 4, 5, 6, 7].map((value) => ({
		name: String(value),
		points: [{ time: "2026-11-19 00:00:00", value }],
	}));

	it("are reduced to the first five and the sum of the others", () => {
		const shown = topLines(lines, "All others");
		expect(shown.map(({ name }) => name)).toEqual(["1", "2", "3", "4", "5", "All others"]);
		expect(shown[5]?.points).toEqual([{ time: "2026-11-19 00:00:00", value: 13 }]);
	});

	it("are unchanged up to six", () =>
		expect(topLines(lines.slice(0, 6), "All others")).toEqual(lines.slice(0, 6)));
});
