import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonStripper, jsonWithoutParameters } from "./json-without-parameters.ts";
import { withoutParameters } from "./without-parameters.ts";

const EXCLUDED = new Set(["token"]);
const stripped = (json: string) => jsonWithoutParameters(json, EXCLUDED);

const strippedValue = (value: unknown): unknown => {
	if (typeof value === "string") return withoutParameters(value, EXCLUDED);
	if (Array.isArray(value)) return value.map(strippedValue);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [
			withoutParameters(key, EXCLUDED),
			strippedValue(one),
		]),
	);
};

describe("the excluded parameters within JSON", () => {
	it.each([
		['{"url":"/?token=s3cret&a=1"}', '{"url":"/?a=1"}'],
		[String.raw`{"url":"\/?token\u003ds3cret\u0026s=\u00e9"}`, '{"url":"/?s=é"}'],
		[String.raw`["\\","/?token=s3cret\\","\"/?token=s3cret\""]`, String.raw`["\\","/","\"/\""]`],
		['[{"/?token=s3cret": {"a": "/?token=s3cret"}}, 1e99]', '[{"/": {"a": "/"}}, 1e99]'],
	])("are dropped from %s", (json, rest) => expect(stripped(json)).toBe(rest));

	it.each(['{"a":"x=1", "b": 12345678901234567890}', '{"open":"?token=1', "", '"\\q?token=1"'])(
		"are not found in %s, which stays as it is",
		(json) => expect(stripped(json)).toBe(json),
	);

	it("are dropped from all its texts, in steps of any size", () => {
		const text = fc.oneof(
			fc.string(),
			fc.constantFrom("/?token=a\\b&c=1", "?TOKEN=1", 'say "?token=1"', "é?token=é%26&ü=1"),
		);
		const value = fc.jsonValue({ stringUnit: "binary" });
		fc.assert(
			fc.property(
				fc.array(fc.oneof(text, value)),
				fc.integer({ min: 1, max: 40 }),
				(body, step) => {
					const json = Buffer.from(JSON.stringify(body));
					const stripper = createJsonStripper(json, EXCLUDED);
					for (let until = step; stripper.advance(until); ) until += step;
					expect(JSON.parse(stripper.result().toString())).toEqual(
						strippedValue(JSON.parse(json.toString())),
					);
				},
			),
		);
	});
});
