import { afterEach, describe, expect, it } from "vitest";
import { json } from "./json.ts";

type Shared = { toJSON?: unknown };
const shared: readonly Shared[] = [Array.prototype, Object.prototype, String.prototype];
afterEach(() => {
	for (const prototype of shared) delete prototype.toJSON;
});

const value = { list: [1, ["two"]], at: new Date(0), none: null, left: undefined };
const text = '{"list":[1,["two"]],"at":"1970-01-01T00:00:00.000Z","none":null}';

describe("JSON", () => {
	it("matches the browser's own", () => expect(json(value)).toBe(text));

	it.each([
		["arrays", Array.prototype],
		["objects", Object.prototype],
		["texts", String.prototype],
	])("is unaffected if the page has its own for %s", (_what, prototype: Shared) => {
		Object.defineProperty(prototype, "toJSON", { value: () => "other", configurable: true });
		expect(json(value)).toBe(text);
	});

	it("respects a class's own `toJSON`, and then works as before", () => {
		Object.defineProperty(Array.prototype, "toJSON", { value: () => "other", configurable: true });
		expect(json([{ toJSON: () => ({ own: [1] }) }])).toBe('[{"own":[1]}]');
	});
});
