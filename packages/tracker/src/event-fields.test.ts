import { afterEach, describe, expect, it, vi } from "vitest";
import { errorProperties, jsonOf } from "./event-fields.ts";

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(() => warn.mockClear());

describe("properties", () => {
	it("go over the wire as JSON text", () =>
		expect(jsonOf({ plan: "pro", seats: 3 })).toBe('{"plan":"pro","seats":3}'));

	it.each([
		["are too long", { text: "x".repeat(2048) }],
		["are no JSON", { big: 1n }],
	])("are left out with a warning when they %s", (_what, properties) => {
		expect(jsonOf(properties)).toBe(undefined);
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: properties left out", properties);
	});
});

describe("long errors", () => {
	it("keep their message", () => {
		const error = new Error('"'.repeat(5000));
		error.stack = "\n".repeat(5000);
		expect(errorProperties(error, { page: "x".repeat(5000) })).toEqual({
			message: '"'.repeat(500),
		});
	});
});
