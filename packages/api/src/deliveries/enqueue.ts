import { sql } from "kysely";
import type { DeliveryPayload } from "../database/delivery-tables.ts";
import type { Database } from "../database/schema.ts";

/** Something to send to one recipient: a channel of the organization, or a mail address. */
export type NewDelivery = {
	organizationId: string;
	/** The site that it is about; it is deleted with the site. */
	siteId?: number | null;
	/** What it is about, such as `alert:12:firing:2026-11-29T10:00:00Z`: a recipient gets each key once. */
	key: string;
	payload: DeliveryPayload;
} & ({ channelId: number } | { address: string });

/**
 * Writes down what has to be sent, in the caller's transaction if there is one. Deliveries to a channel that the
 * organization does not have, and those whose recipient has got their key before, are left out.
 * @returns the ids of the new ones
 */
export const enqueue = async (
	database: Database,
	deliveries: readonly NewDelivery[],
): Promise<number[]> => {
	if (deliveries.length === 0) return [];
	const { rows } = await sql<{ deliveryId: number }>`
		INSERT INTO "delivery" ("organizationId", "siteId", "channelId", "address", "key", "payload")
		SELECT "new"."organizationId", "new"."siteId", "channel"."channelId", "new"."address", "new"."key", "new"."payload"
		FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) AS "new" (
			"organizationId" text, "siteId" integer, "channelId" integer, "address" text, "key" text, "payload" jsonb
		)
		LEFT JOIN "channel" ON "channel"."channelId" = "new"."channelId"
			AND "channel"."organizationId" = "new"."organizationId"
		WHERE "channel"."channelId" IS NOT NULL OR "new"."address" IS NOT NULL
		ON CONFLICT ("recipient", "key") DO NOTHING
		RETURNING "deliveryId"`.execute(database);
	return rows.map(({ deliveryId }) => deliveryId);
};
