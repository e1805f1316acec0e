import { jsonValue } from "@footfall/shared/json-value";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import type { SchemaMode } from "@footfall/shared/schemas/event-schemas";
import { type Violation, violationsOf } from "@footfall/shared/schemas/violations-of";
import type { CompiledSite } from "../site-config/compiled-site.ts";

/** What is wrong with an event, by the schema that its site has for its name. */
export interface SchemaFinding {
	mode: SchemaMode;
	/** At least one. */
	violations: readonly Violation[];
}

/**
 * Compares the properties of a custom event, as they would be stored, with their schema. `undefined` for an event that fits, has
 * no schema or is a bot's, which no report counts as an event.
 */
export const checkSchema = (
	{ type, eventName, properties, bot }: QueuedEvent,
	{ eventSchemas }: CompiledSite,
): SchemaFinding | undefined => {
	if (eventSchemas === undefined || type !== "custom_event" || bot !== undefined) return undefined;
	const schema = eventSchemas.get(eventName);
	if (schema === undefined) return undefined;
	const violations = violationsOf(schema.node, jsonValue(properties));
	return violations.length === 0 ? undefined : { mode: schema.mode, violations };
};
