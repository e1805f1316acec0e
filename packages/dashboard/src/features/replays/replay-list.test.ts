import { describe, expect, it } from "vitest";
import { addressOf } from "../../router/address.ts";
import { neighboursIn, type ReplayListRow, replayListParameters } from "./replay-list.ts";

describe("the list of recordings", () => {
	it("is requested with the URL's parameters, and one row more than is shown", () => {
		expect(replayListParameters(addressOf("?min_length=60&user=user-1"), 3)).toEqual({
			limit: "51",
			offset: "100",
			minDuration: "60",
			userId: "user-1",
		});
		expect(replayListParameters(addressOf("?min_length=7"), 1)).toEqual({
			limit: "51",
			offset: "0",
		});
	});

	it("returns the neighbours of a recording", () => {
		const rows = ["a", "b", "c"].map((session_id) => ({ session_id }) as ReplayListRow);
		expect(neighboursIn(rows, "a")).toEqual({ before: undefined, after: "b" });
		expect(neighboursIn(rows, "c")).toEqual({ before: "b", after: undefined });
		expect(neighboursIn(rows, "x")).toEqual({ before: undefined, after: undefined });
	});
});
