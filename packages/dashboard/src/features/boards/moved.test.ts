import { expect, it } from "vitest";
import { moved } from "./moved.ts";

it.each([
	[0, 2, ["b", "c", "a"]],
	[2, 0, ["c", "a", "b"]],
	[1, 1, ["a", "b", "c"]],
	[1, 2, ["a", "c", "b"]],
])("the card at %s moves to %s", (from, to, expected) =>
	expect(moved(["a", "b", "c"], from, to)).toEqual(expected),
);
