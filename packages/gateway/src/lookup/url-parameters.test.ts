import { describe, expect, it } from "vitest";
import { queryOf } from "./url-parameters.ts";

const none = new Set<string>();

describe("a query string", () => {
	it.each([
		["", {}],
		["?", {}],
		["?a=1&b=2", { a: "1", b: "2" }],
		["a=1", { a: "1" }],
		["?UTM_Source=News", { utm_source: "News" }],
		["?a=1&a=2", { a: "1" }],
		["?a", { a: "" }],
		["?a=b=c", { a: "b=c" }],
		["?q=two+words%21", { q: "two words!" }],
		["?q=%E4", { q: "%E4" }],
		["?=x&&b=", { b: "" }],
		["?hasownproperty=1", { hasownproperty: "1" }],
	])("%j contains %j", (text, parameters) =>
		expect(queryOf(text, none).parameters).toEqual(parameters),
	);

	it("stays as it came if nothing is excluded", () =>
		expect(queryOf("?b=%20&a", none).querystring).toBe("?b=%20&a"));

	it("loses the excluded parameters, in any spelling", () =>
		expect(queryOf("?a=1&Token=x&b=2&tok%65n=y", new Set(["token"]))).toEqual({
			querystring: "?a=1&b=2",
			parameters: { a: "1", b: "2" },
		}));

	it("is empty if every parameter is excluded", () =>
		expect(queryOf("?token=x", new Set(["token"]))).toEqual({ querystring: "", parameters: {} }));

	it("cannot reach an object's prototype", () =>
		expect(Object.getPrototypeOf(queryOf("?__proto__=x", none).parameters)).toBe(Object.prototype));
});
