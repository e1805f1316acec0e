import { expect, it } from "vitest";
import { z } from "zod";
import { closedObjects, unknownFields } from "./unknown-fields.ts";

const Step = z.object({ type: z.string(), value: z.string().optional() });
const Body = z
	.object({
		name: z.string(),
		steps: z.array(Step).min(1).default([]),
		either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
		byName: z.record(z.string(), Step).optional(),
		open: z.looseObject({ known: z.string() }).optional(),
		anything: z.unknown(),
		strict: z.strictObject({ one: z.number() }).nullish(),
	})
	.refine(() => true)
	.transform((body) => body);

const pathsIn = (value: unknown) => unknownFields(Body, value).map(({ path }) => path.join("."));

it("Unknown fields of a body are found at every level", () => {
	expect(
		pathsIn({
			nam: "x",
			steps: [{ type: "page" }, { type: "page", valeu: "/" }],
			either: { c: 1 },
			byName: { first: { tpye: "page" } },
			strict: { tow: 2 },
		}),
	).toEqual(["nam", "steps.1.valeu", "either.c", "byName.first.tpye", "strict.tow"]);
});

it("Known fields are not reported, nor any field of an open value", () => {
	expect(
		pathsIn({
			name: "x",
			steps: [{ type: "page", value: "/" }],
			either: { b: "" },
			byName: { any: { type: "page" } },
			open: { more: 1 },
			anything: { at: { all: 1 } },
			strict: { one: 1 },
		}),
	).toEqual([]);
	for (const value of [null, "text", [], 1, undefined]) expect(pathsIn(value)).toEqual([]);
});

it("At most ten unknown fields are reported for each level", () => {
	const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
	expect(pathsIn(many)).toHaveLength(10);
	expect(pathsIn(JSON.parse('{"__proto__":1,"constructor":1}'))).toEqual([
		"__proto__",
		"constructor",
	]);
});

it("The closed objects of a schema are exactly those whose unknown fields are found, each once", () => {
	const shapes = closedObjects(Body).map(({ shape }) => Object.keys(shape).join());
	expect(shapes).toEqual([
		"name,steps,either,byName,open,anything,strict",
		...["type,value", "a", "b", "one"],
	]);
	const Tree = z.object({
		get inner() {
			return z.array(Tree);
		},
	});
	expect(closedObjects(Tree)).toEqual([Tree]);
});
