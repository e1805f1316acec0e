import { describe, expect, it } from "vitest";
import { enclosingFunction } from "./enclosing-function.ts";

/** The function around the `!` of a text. */
const around = (text: string) => {
	const offset = text.indexOf("!");
	return enclosingFunction(text.replace("!", ""), offset);
};

describe("the function around a place of a source", () => {
	it.each([
		["function total(cart) {\n\treturn !cart.items;\n}", "total"],
		["export default async function total() { if (a) { ! } }", "total"],
		["function* walk<T>(tree: T): Generator<T> { ! }", "walk"],
		["const total = (cart) => {\n\tfor (const one of cart) {\n\t\t!one();\n\t}\n};", "total"],
		["const total = async ({ items = [] }, more = f()) => { ! };", "total"],
		["const total = (cart: Cart): Promise<void> => { ! };", "total"],
		["const total: Sum = cart => { ! };", "total"],
		["const total = function (cart) { ! };", "total"],
		["const total = (cart) => !cart.items.length;", "total"],
		["class Cart {\n\tconstructor() { a(); }\n\tadd(item: Item): number { !item(); }\n}", "add"],
		["const cart = { a() { }, async add(item) { try { ! } catch (e) { } } };", "add"],
		["const cart = { add: (item) => { ! } };", "add"],
		["this.add = (item) => { ! };", "add"],
		["function buy() { items.forEach((item) => { !item(); }); }", "buy"],
		["function buy() { items.forEach(function (item) { !item(); }); }", "buy"],
		["const first = () => { a(); };\nconst second = () => { !b(); };", "second"],
		["const first = () => a;\n!b();", ""],
		["function first() { }\nif (a) { !b(); }", ""],
		["!", ""],
	])("of %j is %j", (text, name) => expect(around(text)).toBe(name));

	it("takes little time for text that is made to take long", () => {
		const start = performance.now();
		for (const piece of ["{", "(", "a=", "a => {", "=>", ": ", "<", "function ", "){"]) {
			const text = piece.repeat(20_000);
			enclosingFunction(text, text.length);
		}
		expect(performance.now() - start).toBeLessThan(3000);
	});
});
