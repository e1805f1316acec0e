import { z } from "zod";
import { MAX_LENGTH } from "../limits.ts";
import { compileSchema } from "./compile-schema.ts";

/** What happens to an event that does not fit its schema. */
export const SCHEMA_MODES = [
	/** It is stored, and its violations are counted. */
	"watch",
	/** The same, and the reply lists them. */
	"warn",
	/** It is set aside instead of being counted in reports. */
	"quarantine",
] as const;
export type SchemaMode = (typeof SCHEMA_MODES)[number];

/** Most bytes of all schemas of a site, as JSON, and most of them. */
export const MAX_SCHEMAS_BYTES = 64 * 1024;
export const MAX_SCHEMAS = 200;

/** The schema that a site declares for the properties of custom events with a name. */
export const EventSchema = z
	.object({
		/** Compared exactly. */
		event: z.string().min(1).max(MAX_LENGTH.eventName),
		mode: z.enum(SCHEMA_MODES),
		schema: z
			.record(z.string(), z.unknown())
			.describe("JSON Schema 2020-12 of the event's properties, within the supported keywords."),
	})
	.meta({ component: "EventSchema" });
export type EventSchema = z.infer<typeof EventSchema>;

/** Whether the schemas compile is checked when they are saved: it would take too long whenever a site is read. */
export const eventSchemas = z.array(EventSchema).max(MAX_SCHEMAS);

/** The most characters that the properties of a site's custom events may take. */
export const longestPropertiesOf = (schemas: readonly EventSchema[]): number =>
	schemas.length === 0 ? MAX_LENGTH.properties : MAX_LENGTH.schemaProperties;

/** What is wrong with the schemas of a site, one sentence each; empty if they can be used. */
export const eventSchemaFaults = (schemas: readonly EventSchema[]): string[] => {
	const bytes = new TextEncoder().encode(
		JSON.stringify(schemas.map(({ schema }) => schema)),
	).length;
	if (bytes > MAX_SCHEMAS_BYTES)
		return [
			`The schemas take ${bytes} bytes as JSON, and may take ${MAX_SCHEMAS_BYTES} per site: remove some, or their descriptions`,
		];
	const seen = new Set<string>();
	return schemas.flatMap(({ event, schema }) => {
		if (seen.has(event)) return [`${event}: there are two schemas of this event: remove one`];
		seen.add(event);
		return compileSchema(schema).faults.map(
			({ path, message }) => `${event}: ${path === "" ? "/" : path}: ${message}`,
		);
	});
};
