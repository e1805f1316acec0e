import { expect, it } from "vitest";
import { medianOf } from "./median.ts";

it.each([
	[[], Number.NaN],
	[[7], 7],
	[[10, 9, 100], 10],
	[[4, 1, 2, 100], 3],
])("the median of %j is %d", (values, median) => expect(medianOf(values)).toBe(median));
