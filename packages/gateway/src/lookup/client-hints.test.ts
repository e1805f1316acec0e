import { describe, expect, it } from "vitest";
import { brandsIn } from "./client-hints.ts";

describe("the brands of client hints", () => {
	it.each([
		[
			'"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
			["Chromium", "Google Chrome"],
		],
		['"Not;A=Brand";v="99","Brave" ; v="1.2.3"', ["Brave"]],
		['"\\\\Not\\"A;Brand";v="99", "Opera";v="120"', ["Opera"]],
		['"Chromium', []],
		["", []],
	])("in %j are %j", (list, names) =>
		expect(brandsIn(list).map(({ name }) => name)).toEqual(names),
	);
});
