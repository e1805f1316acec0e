import { describe, expect, it } from "vitest";
import { errorGroupOf, stableMessage } from "./error-group.ts";

const chromium = (bundle: string, place = "1:2345") => `TypeError: Cannot read 'price' of undefined
    at addToCart (https://shop.example/assets/${bundle}:${place})
    at HTMLButtonElement.onClick (https://shop.example/assets/${bundle}:1:99)
    at async Promise.all (index 0)`;
const firefox = `addToCart@https://cdn.example/assets/app.77aa.js?v=3:12:5
onClick/<@https://cdn.example/assets/app.77aa.js?v=3:40:1
`;
const message = "Cannot read 'price' of undefined";
const group = (stack: string | undefined, said = message, name = "TypeError") =>
	errorGroupOf({ name, message: said, stack });

describe("an error's group", () => {
	it("is 16 hex characters", () =>
		expect(group(chromium("app.3f2a.js"))).toMatch(/^[0-9a-f]{16}$/));

	it.each(["app.9c1d.js", "app-B4kQx9_z.js", "app.4f5e6d7c8b9a0f1e2d3c.js?v=2", "app.js"])(
		"is the same in the bundle %s",
		(bundle) => expect(group(chromium(bundle, "7:1"))).toBe(group(chromium("app.3f2a.js"))),
	);

	it("is the same in another engine, with another message", () =>
		expect(group(firefox, "x is undefined")).toBe(group(chromium("app.3f2a.js"))));

	it("is the same for another address of the site and another depth of recursion", () => {
		const deep = (times: number) => `RangeError: Maximum call stack size exceeded
${"    at walkTree (https://a.example/tree.js:3:1)\n".repeat(times)}    at start (https://a.example/tree.js:9:1)`;
		expect(group(deep(2))).toBe(group(deep(3).replaceAll("a.example", "www.example")));
	});

	it("differs by class, function and file", () => {
		const stack = chromium("app.3f2a.js");
		const groups = [
			group(stack),
			group(stack, message, "RangeError"),
			group(stack.replace("addToCart", "removeFromCart")),
			group(stack.replaceAll("app.3f2a", "checkout.3f2a")),
		];
		expect(new Set(groups).size).toBe(4);
	});

	it("includes the message where minified calls have no names of their own", () => {
		const minified = (bundle: string, name: string) =>
			`TypeError: x\n    at ${name} (https://a.example/${bundle}:1:2)\n    at https://a.example/${bundle}:1:9`;
		const one = group(minified("app.3f2a.js", "t"), "No price of 17");
		expect(group(minified("app.9c1d.js", "Xe"), "No price of 18")).toBe(one);
		expect(group(minified("app.3f2a.js", "t"), "No stock")).not.toBe(one);
	});

	it("consists of the message alone without a stack", () => {
		expect(group(undefined, "Order 4711 not found")).toBe(group("", "Order 12 not found"));
		expect(group(undefined, "Order 4711 not found")).not.toBe(group("", "Order 4711 not paid"));
	});

	it("is that of the sources where a source map has named the calls", () => {
		const frames = [{ function: "t", file: "webpack:///./src/cart.ts?3f2a" }];
		const one = errorGroupOf({ name: "TypeError", message, stack: chromium("a.js"), frames });
		expect(
			errorGroupOf({
				name: "TypeError",
				message: "other",
				frames: [{ ...frames[0], function: "t", file: "webpack:///./src/cart.ts" }],
			}),
		).toBe(one);
	});

	it("takes little time for text that is made to take long", () => {
		const texts = [
			"at ".repeat(20_000),
			"@".repeat(60_000),
			"a-".repeat(30_000),
			"1".repeat(60_000),
		];
		const start = performance.now();
		for (const text of texts) group(text, text);
		expect(performance.now() - start).toBeLessThan(500);
	});
});

describe("a stable message", () => {
	it.each([
		["User 12 has 1,234.50 EUR", "User # has # EUR"],
		["No row 3f2a9c1d-77aa-4b1c-9d2e-000000000000", "No row #"],
		["mail to ann@shop.example failed", "mail to @ failed"],
		[
			"Failed to fetch https://a.example/assets/Cart-B4kQx9_z.js?x=1",
			"Failed to fetch assets/Cart.js",
		],
		["since 2026-11-29T10:00:00Z", "since #"],
	])("of %j is %j", (text, stable) => expect(stableMessage(text)).toBe(stable));
});
