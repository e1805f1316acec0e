import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import { eventSchemaFaults, MAX_SCHEMAS_BYTES } from "./event-schemas.ts";
import { proposedSchema } from "./proposed-schema.ts";
import { violationsOf } from "./violations-of.ts";

const schemaOf = (event: string, schema: Record<string, unknown>) =>
	({ event, mode: "watch", schema }) as const;

describe("the schemas of a site", () => {
	it("are accepted if each compiles", () =>
		expect(eventSchemaFaults([schemaOf("a", {}), schemaOf("b", { type: "object" })])).toEqual([]));

	it("are refused by event and place", () =>
		expect(
			eventSchemaFaults([schemaOf("signup", { properties: { plan: { type: "text" } } })]),
		).toEqual([expect.stringMatching(/^signup: \/properties\/plan\/type: type must be/)]));

	it("are refused if two are of the same event", () =>
		expect(eventSchemaFaults([schemaOf("a", {}), schemaOf("a", {})])).toEqual([
			"a: there are two schemas of this event: remove one",
		]));

	it("are refused above 64 kB, counted in bytes", () => {
		const description = "é".repeat(MAX_SCHEMAS_BYTES / 2);
		expect(eventSchemaFaults([schemaOf("a", { description })])).toEqual([
			expect.stringMatching(/take 65\d{3} bytes as JSON, and may take 65536/),
		]);
	});
});

describe("a proposed schema", () => {
	const samples = Array.from({ length: 20 }, (_, at) => ({
		plan: at % 2 === 0 ? "free" : "pro",
		price: at % 3 === 0 ? 1.5 : 2,
		seats: at,
		at: "2026-11-28T10:00:00Z",
		...(at % 4 === 0 && { coupon: null }),
		...(at % 4 === 1 && { coupon: "X" }),
		cart: [{ sku: `A${at}` }],
	}));

	it("states types, what is always there, formats and repeated texts", () =>
		expect(proposedSchema(samples)).toEqual({
			type: "object",
			properties: {
				plan: { type: "string", enum: ["free", "pro"] },
				price: { type: "number" },
				seats: { type: "integer" },
				at: { type: "string", format: "date-time" },
				coupon: { type: ["null", "string"] },
				cart: {
					type: "array",
					items: {
						type: "object",
						properties: { sku: { type: "string" } },
						required: ["sku"],
					},
				},
			},
			required: ["plan", "price", "seats", "at", "cart"],
		}));

	it("compiles, and all samples fit it", () => {
		const { node, faults } = compileSchema(proposedSchema(samples));
		expect(faults).toEqual([]);
		expect(samples.flatMap((sample) => violationsOf(node, sample))).toEqual([]);
	});

	it("without samples says that properties are an object", () =>
		expect(proposedSchema([])).toEqual({ type: "object" }));
});
