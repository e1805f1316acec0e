import { isDeepStrictEqual } from "node:util";
import { ApiError } from "@footfall/shared/api-error";
import { EventSchema, eventSchemas } from "@footfall/shared/schemas/event-schemas";
import { proposedSchema } from "@footfall/shared/schemas/proposed-schema";
import { typeDeclarations } from "@footfall/shared/schemas/type-declarations";
import { z } from "zod";
import { requireScopes } from "../access/rights.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import {
	checkedSettings,
	mergedSettings,
	SITE_READING,
	SITE_WRITING,
} from "../sites/configure-site.ts";
import type { QuarantineStore } from "./resends.ts";
import { checkSchemas, latestProperties, SchemaCheck } from "./schema-check.ts";

const PATH = "/api/sites/{site}/event-schemas";

const Schemas = z.object({
	data: z
		.object({
			schemas: z.array(EventSchema),
			/** TypeScript that declares these events to the tracker's npm package. */
			types: z.string(),
		})
		.meta({ component: "EventSchemas" }),
});
const answerOf = (schemas: EventSchema[]): z.output<typeof Schemas> => ({
	data: { schemas, types: typeDeclarations(schemas) },
});

/** A quarantine that would take all events of a name is probably a mistake. */
const requireConfirmed = (
	checks: readonly SchemaCheck[],
	schemas: readonly EventSchema[],
	known: readonly EventSchema[],
): void => {
	const isNew = (schema: EventSchema) => !known.some((other) => isDeepStrictEqual(other, schema));
	const risky = schemas.filter(({ mode }, at) => {
		const check = checks[at];
		return mode === "quarantine" && check !== undefined && check.checked > 0 && check.fitting === 0;
	});
	const names = risky.filter(isNew).map(({ event }) => event);
	if (names.length > 0)
		throw new ApiError(
			"CONFLICT",
			`None of the latest events of these names fits, so all of them would be quarantined: ${names.join(", ")}. Use another mode, or send "confirm": true`,
		);
};

/** Reads, checks and replaces the schemas of a site's events. */
export const schemaRoutes = (
	database: Database,
	store: Pick<QuarantineStore, "query">,
): Route[] => [
	route({
		...SITE_READING,
		path: PATH,
		summary: "The schemas of a site's custom events",
		description:
			"By the event's name, with the mode of each: `watch` counts violations, `warn` also names them in the reply, `quarantine` keeps the events apart. `types` is for the tracker's npm package.",
		response: Schemas,
		handle: async ({ site }) => answerOf(site.eventSchemas),
	}),
	route({
		...SITE_READING,
		path: `${PATH}/proposal`,
		summary: "A schema that the latest events of a name fit",
		description:
			"Derived from at most 1,000 events, as a start for a schema of your own. A key also needs `events:read`.",
		query: z.object({ event: z.string().min(1).max(256) }),
		response: z.object({
			data: z
				.object({ schema: z.record(z.string(), z.unknown()), checked: z.int() })
				.meta({ component: "SchemaProposal" }),
		}),
		handle: async ({ site, caller, query: { event } }) => {
			requireScopes(caller, ["events:read"]);
			const latest = await latestProperties(store, site.siteId, [event]);
			const values = latest.get(event) ?? [];
			const objects = values.filter(
				(value): value is Record<string, unknown> =>
					typeof value === "object" && value !== null && !Array.isArray(value),
			);
			return { data: { schema: proposedSchema(objects), checked: objects.length } };
		},
	}),
	route({
		...SITE_READING,
		method: "post",
		path: `${PATH}/check`,
		isQuestion: true,
		summary: "Compares the latest events with schemas, and changes nothing",
		description:
			"Reads at most 1,000 of the latest events of these names. 400 for schemas that could not be saved either. A key also needs `events:read`.",
		body: z.object({ schemas: eventSchemas }).meta({ component: "SchemaCheckRequest" }),
		response: z.object({ data: z.array(SchemaCheck) }),
		handle: async ({ site, caller, body: { schemas } }) => {
			requireScopes(caller, ["events:read"]);
			checkedSettings({ eventSchemas: schemas });
			return { data: await checkSchemas(store, site.siteId, schemas) };
		},
	}),
	route({
		...SITE_WRITING,
		method: "put",
		path: PATH,
		summary: "Replaces the schemas of a site's custom events",
		description:
			"All of them; they take effect within seconds. 409 for a new schema with the mode `quarantine` that none of the latest events fits, unless `confirm` is true.",
		audit: "site.configure",
		body: z
			.object({ schemas: eventSchemas, confirm: z.boolean().optional() })
			.meta({ component: "EventSchemasUpdate" }),
		response: Schemas,
		handle: async ({ site, body: { schemas, confirm = false } }) => {
			checkedSettings({ eventSchemas: schemas });
			if (!confirm && schemas.some(({ mode }) => mode === "quarantine"))
				requireConfirmed(
					await checkSchemas(store, site.siteId, schemas),
					schemas,
					site.eventSchemas,
				);
			await database
				.updateTable("site")
				.set({ updatedAt: new Date(), settings: mergedSettings({ eventSchemas: schemas }) })
				.where("siteId", "=", site.siteId)
				.execute();
			return answerOf(schemas);
		},
	}),
];
