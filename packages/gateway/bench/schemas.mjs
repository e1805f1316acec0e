import { compileSchema } from "@footfall/shared/schemas/compile-schema";
import { violationsOf } from "@footfall/shared/schemas/violations-of";
import { cpuPerEvent } from "./cpu-per-event.mjs";

/**
 * CPU µs per custom event of comparing it with its schema: parsing its properties, and with all keywords that are usual; for
 * events that fit, and for those that violate three rules.
 */

const EVENTS = 20_000;

const { node, faults } = compileSchema({
	type: "object",
	properties: {
		plan: { type: "string", enum: ["free", "pro", "team"] },
		email: { type: "string", format: "email", maxLength: 200 },
		price: { type: "number", minimum: 0 },
		sku: { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" },
		cart: {
			type: "array",
			maxItems: 50,
			items: { type: "object", properties: { seats: { type: "integer", minimum: 1 } } },
		},
	},
	required: ["plan", "price"],
	additionalProperties: false,
});
if (faults.length > 0) throw new Error(JSON.stringify(faults));

const eventsWith = (change) =>
	Array.from({ length: EVENTS }, (_, index) =>
		JSON.stringify({
			plan: "pro",
			email: `person-${index}@shop.example`,
			price: index % 100,
			sku: `AB-${1000 + (index % 9000)}`,
			cart: [{ seats: 1 }, { seats: 1 + (index % 9) }],
			...change,
		}),
	);

/** How many violate as many rules as they should. */
const countWith = (violations) => (events) =>
	events.filter((text) => violationsOf(node, JSON.parse(text)).length === violations).length;

const fitting = cpuPerEvent(eventsWith({}), countWith(0));
const violating = cpuPerEvent(eventsWith({ price: "9", plan: "gold", sku: "x" }), countWith(3));
const parsing = cpuPerEvent(
	eventsWith({}),
	(events) => events.filter((text) => JSON.parse(text)).length,
);
console.log(`events that fit: ${fitting.toFixed(2)} µs, of which parsing ${parsing.toFixed(2)} µs`);
console.log(`events that violate three rules: ${violating.toFixed(2)} µs`);
