import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventStore } from "./client.ts";

describe("a statement with long values", () => {
	let store: EventStore;
	beforeAll(async () => {
		store = await openTestStore();
	});
	afterAll(() => store.close());

	it.each(["'", "\\", "ж", "a"])(
		"reads a thousand of the letter %j back unchanged",
		async (letter) => {
			const many = Array.from({ length: 1000 }, (_, place) => `/${place}${letter.repeat(1990)}`);
			const one = many.slice(0, 50).join("\n");
			const [row] = await store.query<object>(
				`SELECT length({many:Array(String)}) AS length, sipHash64(arrayStringConcat({many:Array(String)})) = sipHash64({whole:String}) AS isWhole,
				{one:String} = arrayStringConcat(arraySlice({many:Array(String)}, 1, 50), '\\n') AS isSame,
				'/7${letter.replace(/['\\]/, "\\$&").repeat(1990)}' IN {many:Array(String)} AS isIn`,
				{ many, one, whole: many.join("") },
			);
			expect(row).toEqual({ length: 1000, isWhole: 1, isSame: 1, isIn: 1 });
		},
	);
});
