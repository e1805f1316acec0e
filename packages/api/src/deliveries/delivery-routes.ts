import { pageOf, pageParameters } from "@footfall/reports/query/page";
import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { isAuditDelivery, maySendAuditLog } from "../audit/audit-delivery.ts";
import { CHANNEL_WRITING } from "../channels/channel-routes.ts";
import { DELIVERY_STATUSES, type DeliveryPayload } from "../database/delivery-tables.ts";
import type { Database } from "../database/schema.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { testChannelRoute } from "./test-channel-route.ts";
import type { DeliveryServices } from "./try-delivery.ts";

const DELIVERIES_PER_PAGE = 50;

const path = "/api/organizations/{organizationId}/deliveries";

const Delivery = z
	.strictObject({
		deliveryId: z.int(),
		siteId: z.int().nullable(),
		channelId: z.int().nullable(),
		channelName: z.string().nullable(),
		address: z.string().nullable().describe("Of a mail to a person; null for a channel"),
		key: z.string().describe("What it is about; a recipient gets each key once"),
		kind: z
			.enum(["notice", "report", "confirmation"])
			.describe("`confirmation` asks an address without an account whether it wants a report"),
		title: z.string().nullable().describe("Of a notice"),
		status: z
			.enum(DELIVERY_STATUSES)
			.describe("`failed` after the last try; `dropped` because its channel was off"),
		tries: z.int(),
		nextTryAt: z.iso.datetime().nullable().describe("null unless it waits"),
		lastAnswer: z
			.string()
			.nullable()
			.describe("What the last try came to: the server's status and the beginning of its answer"),
		createdAt: z.iso.datetime(),
		sentAt: z.iso.datetime().nullable(),
	})
	.meta({ component: "Delivery" });

const DeliveryQuery = z.object({
	...pageParameters(DELIVERIES_PER_PAGE),
	channel: z
		.string()
		.regex(/^\d{1,9}$/, "channel must be the number of a channel")
		.optional()
		.meta({ description: "Those of one channel" }),
	status: z.enum(DELIVERY_STATUSES).optional(),
});

const listDeliveries = (database: Database): Route =>
	route({
		method: "get",
		path,
		summary: "What was sent to channels and by mail, newest first",
		description:
			"Of the last 30 days, with tries and the last answer. A delivery is tried for about a day before it fails.",
		tags: ["Channels"],
		access: { organization: "admin", scope: "channels:read" },
		query: DeliveryQuery,
		response: z.strictObject({ data: z.array(Delivery), totalCount: z.int() }),
		handle: async ({ organizationId, query }) => {
			const { limit, offset } = pageOf(query, DELIVERIES_PER_PAGE);
			const { channel, status } = query;
			const all = database
				.selectFrom("delivery")
				.where("delivery.organizationId", "=", organizationId)
				.$if(channel !== undefined, (rows) =>
					rows.where("delivery.channelId", "=", Number(channel)),
				)
				.$if(status !== undefined, (rows) => rows.where("status", "=", status ?? "sent"));
			const { count } = await all
				.select((select) => select.fn.countAll().as("count"))
				.executeTakeFirstOrThrow();
			const rows = await all
				.leftJoin("channel", "channel.channelId", "delivery.channelId")
				.select(["deliveryId", "siteId", "delivery.channelId", "address", "key", "status", "tries"])
				.select(["nextTryAt", "lastAnswer", "delivery.createdAt", "sentAt"])
				.select("channel.name as channelName")
				.select([
					sql<DeliveryPayload["kind"]>`"payload"->>'kind'`.as("kind"),
					sql<string | null>`"payload"->'notice'->>'title'`.as("title"),
				])
				.orderBy("deliveryId", "desc")
				.limit(limit)
				.offset(offset)
				.execute();
			return {
				data: rows.map(({ nextTryAt, createdAt, sentAt, ...row }) => ({
					...row,
					nextTryAt: row.status === "waiting" ? nextTryAt.toISOString() : null,
					createdAt: createdAt.toISOString(),
					sentAt: sentAt?.toISOString() ?? null,
				})),
				totalCount: Number(count),
			};
		},
	});

/**
 * A report is made when it is sent, with what the organization has that the site belongs to by then. The site cannot be
 * moved until the transaction ends.
 * @throws ApiError 409 for a site that was moved to another organization
 */
const requireOwnSite = async (
	database: Database,
	siteId: number,
	organizationId: string,
): Promise<void> => {
	const site = await database
		.selectFrom("site")
		.select("organizationId")
		.where("siteId", "=", siteId)
		.forShare()
		.executeTakeFirst();
	if (site && site.organizationId !== organizationId)
		throw new ApiError("CONFLICT", "The site of this delivery was moved to another organization", {
			resolution: "Ask an administrator of that organization to send it.",
		});
};

const sendAgain = (database: Database): Route =>
	route({
		...CHANNEL_WRITING,
		method: "post",
		path: `${path}/{deliveryId}/send-again`,
		summary: "Sends a delivery again",
		description:
			"At once, with a full set of tries. One that was not accepted keeps its id (`webhook-id`, Message-ID); one that was is sent as another copy with an id of its own. A waiting one is tried at once. 400 while it is being sent. 403 for an entry of the audit log, unless an owner asks, signed in or with an unlimited key; 409 for what is about a site that was moved to another organization.",
		audit: "delivery.send-again",
		params: z.object({ deliveryId: z.string().min(1) }),
		response: Success,
		handle: async ({ organizationId, caller, role, params: { deliveryId } }) => {
			const one = { organizationId, deliveryId: definitionNumber(deliveryId) };
			const row = await database
				.selectFrom("delivery")
				.select(["siteId", "status", "leaseUntil", isAuditDelivery.as("isAudit")])
				.where("organizationId", "=", one.organizationId)
				.where("deliveryId", "=", one.deliveryId)
				.executeTakeFirst();
			const { siteId, status, leaseUntil, isAudit } = found("Delivery", row);
			if (isAudit && !maySendAuditLog({ caller, role }))
				throw new ApiError("FORBIDDEN", "Only an owner sends an entry of the audit log again");
			if (siteId !== null) await requireOwnSite(database, siteId, organizationId);
			if (status === "waiting" && (leaseUntil ?? 0) > new Date())
				throw new ApiError(
					"INVALID_REQUEST",
					"It is being sent at this moment: look again in a minute",
				);
			await database
				.updateTable("delivery")
				.set({
					status: "waiting",
					tries: 0,
					copy: sql<number>`"copy" + ("status" = 'sent')::integer`,
					nextTryAt: sql`now()`,
					leaseUntil: null,
					holder: null,
					sentAt: null,
				})
				.where("deliveryId", "=", one.deliveryId)
				.execute();
			return { success: true };
		},
	});

/** What was sent out of an organization. */
export const deliveryRoutes = (services: DeliveryServices): readonly Route[] => [
	testChannelRoute(services),
	listDeliveries(services.database),
	sendAgain(services.database),
];
