import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTED, type DayOfBoth, divided, REASONS, sumOfDays } from "./parts-of-difference.ts";

const counted = (arbitrary: fc.Arbitrary<number>) =>
	fc.record({ visitors: arbitrary, visits: arbitrary, pageviews: arbitrary });
const counts = counted(fc.integer({ min: 0, max: 1_000_000 }));
const parts = counted(fc.integer({ min: -1_000_000, max: 1_000_000 }));
const day: fc.Arbitrary<DayOfBoth> = fc.record({
	...{ theirs: counts, ours: counts },
	...{ zones: parts, bots: parts, sessions: parts, people: parts },
});

describe("the parts of a difference", () => {
	it("add up to it exactly, whatever the reasons say", () => {
		fc.assert(
			fc.property(day, (figures) => {
				for (const row of divided(figures)) {
					expect(row.difference).toBe(row.ours - row.theirs);
					const sum = REASONS.reduce((total, reason) => total + row[reason], row.unexplained);
					expect(sum).toBe(row.difference);
				}
			}),
		);
	});

	it("are of the days together what they are of each day, added up", () => {
		fc.assert(
			fc.property(fc.array(day, { maxLength: 20 }), (days) => {
				const rows = days.map(divided);
				for (const [index, total] of divided(sumOfDays(days)).entries()) {
					expect(total.figure).toBe(COUNTED[index]);
					for (const name of ["theirs", "ours", "difference", ...REASONS, "unexplained"] as const)
						expect(total[name]).toBe(rows.reduce((sum, row) => sum + (row[index]?.[name] ?? 0), 0));
				}
			}),
		);
	});

	it("leave what no reason explains as a part of its own", () => {
		const figures = (visits: number) => ({ visitors: 0, visits, pageviews: 0 });
		expect(
			divided({
				...{ theirs: figures(100), ours: figures(90), zones: figures(1) },
				...{ bots: figures(-8), sessions: figures(-2), people: figures(0) },
			})[1],
		).toEqual({
			...{ figure: "visits", theirs: 100, ours: 90, difference: -10 },
			...{ zones: 1, bots: -8, sessions: -2, people: 0, unexplained: -1 },
		});
	});
});
