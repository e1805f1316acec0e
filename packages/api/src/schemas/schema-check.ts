import { jsonValue } from "@footfall/shared/json-value";
import { compileSchema } from "@footfall/shared/schemas/compile-schema";
import type { EventSchema } from "@footfall/shared/schemas/event-schemas";
import { MAX_EXAMPLES } from "@footfall/shared/schemas/violation-report";
import { violationsOf } from "@footfall/shared/schemas/violations-of";
import { z } from "zod";
import type { QuarantineStore } from "./resends.ts";

/** How many of the latest events a check reads. */
const MAX_CHECKED = 1000;

/** A violated rule with its number of events and some of the values. */
export const ViolatedRule = z
	.object({
		rule: z.string(),
		message: z.string(),
		count: z.int(),
		/** Values as JSON, cut; "" for one that is missing. */
		examples: z.array(z.string()),
	})
	.meta({ component: "ViolatedRule" });

/** How the latest events of one name fit a schema. */
export const SchemaCheck = z
	.object({
		event: z.string(),
		checked: z.int(),
		fitting: z.int(),
		violations: z.array(ViolatedRule),
		/** null if there is nothing to warn of. */
		warning: z.string().nullable(),
	})
	.meta({ component: "SchemaCheck" });
export type SchemaCheck = z.infer<typeof SchemaCheck>;

/** The properties of the latest custom events of a site, by name. */
export const latestProperties = async (
	store: Pick<QuarantineStore, "query">,
	site: number,
	names: readonly string[],
): Promise<Map<string, unknown[]>> => {
	const rows = await store.query<{ event: string; properties: string }>(
		`SELECT event_name AS event, properties FROM events
		WHERE site_id = {site:UInt32} AND type = 'custom_event' AND event_name IN {names:Array(String)}
		ORDER BY timestamp DESC LIMIT ${MAX_CHECKED} SETTINGS max_execution_time = 60`,
		{ site, names },
	);
	const found = new Map<string, unknown[]>();
	for (const { event, properties } of rows)
		found.set(event, [...(found.get(event) ?? []), jsonValue(properties)]);
	return found;
};

const checkOf = ({ event, schema }: EventSchema, values: readonly unknown[]): SchemaCheck => {
	const { node } = compileSchema(schema);
	const rules = new Map<string, z.infer<typeof ViolatedRule>>();
	let fitting = 0;
	for (const value of values) {
		const violations = violationsOf(node, value);
		if (violations.length === 0) fitting++;
		for (const { rule, message, value: example } of violations) {
			const known = rules.get(rule) ?? { rule, message, count: 0, examples: [] };
			rules.set(rule, known);
			known.count++;
			if (known.examples.length < MAX_EXAMPLES && !known.examples.includes(example))
				known.examples.push(example);
		}
	}
	const nothing = values.length === 0 ? "No such event is among the latest of the site" : null;
	return {
		event,
		checked: values.length,
		fitting,
		violations: [...rules.values()].sort((one, other) => other.count - one.count),
		warning: fitting > 0 ? null : (nothing ?? "None of the latest events fits this schema"),
	};
};

/** Compares the latest events of a site with schemas that compile. */
export const checkSchemas = async (
	store: Pick<QuarantineStore, "query">,
	site: number,
	schemas: readonly EventSchema[],
): Promise<SchemaCheck[]> => {
	const latest = await latestProperties(
		store,
		site,
		schemas.map(({ event }) => event),
	);
	return schemas.map((schema) => checkOf(schema, latest.get(schema.event) ?? []));
};
