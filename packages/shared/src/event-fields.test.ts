import { describe, expect, it } from "vitest";
import { eventFields, isStored } from "./event-fields.ts";

/** Fields of the version, a bot's verdict and a trace, see `queued-event.ts`. */
const TAKEN = [0, 46, 49];

describe("the fields of an event", () => {
	it("have unique positions in a record, with no gaps and the optional ones at the end", () => {
		const positions = [...TAKEN, ...eventFields.map(({ at }) => at)].sort((a, b) => a - b);
		expect(positions).toEqual(positions.map((_, index) => index));
		const required = eventFields.filter(({ isOptional }) => !isOptional).map(({ at }) => at);
		expect(Math.max(...required)).toBe(required.length);
	});

	it("have unique columns", () => {
		const columns = eventFields.filter(isStored).map(({ column }) => column);
		expect(new Set(columns).size).toBe(columns.length);
	});
});
