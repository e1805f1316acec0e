import { ApiError } from "@footfall/shared/api-error";
import { jsonValue } from "@footfall/shared/json-value";
import { decodeQueuedEvent } from "@footfall/shared/queued-event";
import { MAX_EXAMPLES } from "@footfall/shared/schemas/violation-report";
import { listQuarantined, type QuarantinedRow, type QuarantineSelection } from "@footfall/store";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { firstViolationDay } from "./record-violations.ts";
import type { QuarantineStore } from "./resends.ts";
import { ViolatedRule } from "./schema-check.ts";

const PATH = "/api/sites/{site}/quarantined-events";
const MAX_RULES = 500;
/** Requests of a site that wait at once. */
const MAX_WAITING = 20;
const MAX_IDS = 1000;

const selectionFields = {
	event: z.string().max(256).optional(),
	rule: z.string().max(300).optional(),
	/** When it happened: from this time, and before that. */
	from: z.iso.datetime({ offset: true }).optional(),
	before: z.iso.datetime({ offset: true }).optional(),
};
const Selection = z.object(selectionFields);

const selectionOf = ({ event, rule, from, before }: z.output<typeof Selection>) =>
	({
		event,
		rule,
		from: from === undefined ? undefined : Date.parse(from),
		before: before === undefined ? undefined : Date.parse(before),
	}) satisfies QuarantineSelection;

const QuarantinedEvent = z
	.object({
		id: z.string(),
		event: z.string(),
		happenedAt: z.iso.datetime(),
		quarantinedAt: z.iso.datetime(),
		violations: z.array(
			z
				.object({ rule: z.string(), message: z.string(), value: z.string() })
				.meta({ component: "SchemaViolation" }),
		),
		properties: z.record(z.string(), z.unknown()),
	})
	.meta({ component: "QuarantinedEvent" });

const propertiesOf = (record: string): Record<string, unknown> => {
	const value = jsonValue(decodeQueuedEvent(Buffer.from(record)).properties);
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
};

const eventOf = (row: QuarantinedRow): z.output<typeof QuarantinedEvent> => ({
	id: row.id,
	event: row.event,
	happenedAt: new Date(row.occurredAt).toISOString(),
	quarantinedAt: new Date(row.quarantinedAt).toISOString(),
	violations: row.rules.map((rule, at) => ({
		...{ rule, message: row.messages[at] ?? "", value: row.examples[at] ?? "" },
	})),
	properties: propertiesOf(row.record),
});

const violationsOfSite = async (database: Database, siteId: number, now: number) => {
	const rows = await database
		.selectFrom("schema_violation")
		.select([
			"event",
			"rule",
			sql<string>`max("message")`.as("message"),
			sql<string>`sum("count")`.as("count"),
			sql<string[][]>`jsonb_agg("examples")`.as("examples"),
		])
		.where("siteId", "=", siteId)
		.where("day", ">=", firstViolationDay(now))
		.groupBy(["event", "rule"])
		.orderBy(sql`sum("count")`, "desc")
		.orderBy("event")
		.orderBy("rule")
		.limit(MAX_RULES)
		.execute();
	return rows.map(({ count, examples, ...row }) => ({
		...row,
		count: Number(count),
		examples: [...new Set(examples.flat())].slice(0, MAX_EXAMPLES),
	}));
};

/** Lists violations of event schemas and quarantined events, and sends these again. */
export const quarantineRoutes = (
	database: Database,
	store: QuarantineStore,
	now = Date.now,
): Route[] => [
	route({
		method: "get",
		path: "/api/sites/{site}/schema-violations",
		summary: "How the events of the last 30 days violated their schemas",
		description:
			"By event and rule, the most frequent first, with examples of values. Counted by the gateways, with a delay of a few seconds.",
		tags: ["Sites"],
		access: { site: "viewer", scope: "events:read" },
		response: z.object({
			data: z.array(
				ViolatedRule.extend({ event: z.string() }).meta({ component: "EventRuleViolations" }),
			),
		}),
		handle: async ({ site }) => ({ data: await violationsOfSite(database, site.siteId, now()) }),
	}),
	route({
		method: "get",
		path: PATH,
		summary: "Events that are kept apart because they do not fit their schema",
		description: "The latest first. They are deleted after 30 days.",
		tags: ["Sites"],
		access: { site: "viewer", scope: "events:read" },
		query: Selection.extend({
			limit: z.coerce.number().int().min(1).max(200).default(50),
			offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
		}),
		response: z.object({
			data: z
				.object({
					total: z.int(),
					events: z.array(QuarantinedEvent),
					/** Whether events are waiting to be sent again. */
					isResending: z.boolean(),
				})
				.meta({ component: "QuarantinedEvents" }),
		}),
		handle: async ({ site: { siteId }, query: { limit, offset, ...given } }) => {
			const { total, rows } = await listQuarantined(store, siteId, selectionOf(given), {
				...{ limit, offset },
			});
			const waiting = await database
				.selectFrom("resend")
				.select("id")
				.where("siteId", "=", siteId)
				.executeTakeFirst();
			return { data: { total, events: rows.map(eventOf), isResending: waiting !== undefined } };
		},
	}),
	route({
		method: "post",
		path: `${PATH}/resend`,
		summary: "Sends quarantined events again, through the schemas as they are now",
		description:
			"All that the body selects, with their own times and ids; an empty body selects all. One that still does not fit is quarantined again. It takes some seconds per thousand events.",
		tags: ["Sites"],
		access: { site: "admin", scope: "sites:write" },
		audit: "site.configure",
		body: z
			.object({
				...selectionFields,
				ids: z.array(z.string().min(1).max(256)).min(1).max(MAX_IDS).optional(),
			})
			.meta({ component: "ResendRequest" }),
		response: z.object({
			data: z.object({ total: z.int() }).meta({ component: "ResendAnswer" }),
		}),
		handle: async ({ site: { siteId }, body: { ids, ...given } }) => {
			const selection = { ...selectionOf(given), ids, quarantinedUntil: now() };
			const { total } = await listQuarantined(store, siteId, selection, { limit: 1 });
			const waiting = await database
				.selectFrom("resend")
				.select("id")
				.where("siteId", "=", siteId)
				.execute();
			if (waiting.length >= MAX_WAITING)
				throw new ApiError("CONFLICT", "Too many requests to resend are waiting: try again later");
			if (total > 0)
				await database
					.insertInto("resend")
					.values({ siteId, selection: JSON.stringify(selection) })
					.execute();
			return { data: { total } };
		},
	}),
];
