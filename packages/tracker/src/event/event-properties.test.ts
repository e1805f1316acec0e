import { afterEach, describe, expect, it, vi } from "vitest";
import {
	allowLargeProperties,
	describeError,
	nameText,
	propertiesJson,
	userIdText,
} from "./event-properties.ts";

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(() => warn.mockClear());

describe("properties", () => {
	it("are sent as JSON text", () =>
		expect(propertiesJson({ plan: "pro", seats: 3 })).toBe('{"plan":"pro","seats":3}'));

	it.each([
		["are too long", { text: "x".repeat(2048) }],
		["are not JSON", { big: 1n }],
	])("are omitted with a warning when they %s", (_what, properties) => {
		expect(propertiesJson(properties)).toBe("");
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: properties left out", properties);
	});
});

describe("each property", () => {
	it.each([
		["is not JSON", { big: 1n }],
		["is too long", { text: "x".repeat(2048) }],
		[
			"throws",
			{
				get price() {
					throw new Error("sold out");
				},
			},
		],
	])("is dropped alone when it %s", (_what, bad) => {
		const properties = Object.defineProperties(
			{ plan: "pro", seats: 3 },
			Object.getOwnPropertyDescriptors(bad) as PropertyDescriptorMap,
		);
		expect(propertiesJson(properties)).toBe('{"plan":"pro","seats":3}');
		expect(warn).toHaveBeenCalledTimes(1);
	});

	it("is accepted up to the length limit of the whole", () => {
		const fits = { a: "", text: "x".repeat(2048 - '{"a":"","text":""}'.length) };
		expect(propertiesJson(fits)).toHaveLength(2048);
		expect(propertiesJson({ ...fits, text: `${fits.text}x` })).toBe('{"a":""}');
	});
});

it("the properties of custom events may be large on a site with event schemas", () => {
	const fits = { text: "x".repeat(32_768 - '{"text":""}'.length) };
	allowLargeProperties(true);
	expect(propertiesJson(fits, "custom_event")).toHaveLength(32_768);
	expect(propertiesJson({ text: `${fits.text}x` }, "custom_event")).toBe("");
	expect(propertiesJson(fits, "pageview")).toBe("");
	allowLargeProperties(false);
	expect(propertiesJson(fits, "custom_event")).toBe("");
});

it("the properties of an object without any are an empty object, not absent", () => {
	expect(propertiesJson({})).toBe("{}");
	expect(propertiesJson({ left: undefined })).toBe("{}");
});

describe("a value that is not an object", () => {
	it.each([[["list"]], ["text"], [7], [() => {}]])("is omitted with a warning: %s", (value) => {
		expect(propertiesJson(value)).toBe("");
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: properties left out", value);
	});

	it.each([undefined, null])("is omitted without a warning if it is empty: %s", (nothing) => {
		expect(propertiesJson(nothing)).toBe("");
		expect(warn).not.toHaveBeenCalled();
	});
});

describe("a name", () => {
	it.each([
		["signup", "signup"],
		[404, "404"],
		[7n, "7"],
		[undefined, ""],
		[null, ""],
		[{}, ""],
		[["a"], ""],
		[Symbol("a"), ""],
		[true, ""],
	])("of %s becomes %j", (value, word) => expect(nameText(value)).toBe(word));
});

describe("a user's id", () => {
	it.each(["ada", "7", "null@example.com", "undefined-1", "Nan"])("may be %s", (id) =>
		expect(userIdText(id)).toBe(id),
	);

	it.each([
		undefined,
		null,
		Number.NaN,
		"",
		" ",
		"undefined",
		" null",
		"NaN",
		"[object Object]",
		{},
	])("cannot be %s", (id) => expect(userIdText(id)).toBe(""));
});

describe("anything thrown", () => {
	it.each([
		[new RangeError("far"), ["RangeError", "far"]],
		["words", ["Error", "words"]],
		[Symbol("sign"), ["Error", "Symbol(sign)"]],
		[undefined, ["Error", "undefined"]],
		[Object.create(null), ["Error", "unreadable object"]],
		[{ name: 7, message: 8 }, ["7", "8"]],
	])("can be reported: %o", (thrown, told) =>
		expect(describeError(thrown).slice(0, 2)).toEqual(told),
	);
});
