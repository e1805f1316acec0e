import { sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { LastDelivery } from "./report-mail-shapes.ts";
import type { StoredRecipient } from "./stored-report-mails.ts";

interface DeliveryOfReport {
	deliveryId: number;
	reportMailId: number;
	recipientId: number | null;
	userId: string | null;
	status: LastDelivery["status"];
	at: Date;
	answer: string | null;
}

/** What became of the newest mail of a report to each recipient, by their number; mails that they asked for included. */
export const lastDeliveries = async (
	database: Database,
	organizationId: string,
	recipients: readonly StoredRecipient[],
): Promise<ReadonlyMap<number, LastDelivery>> => {
	if (recipients.length === 0) return new Map();
	const { rows } = await sql<DeliveryOfReport>`
		SELECT DISTINCT ON ("payload"->'reportMailId', "payload"->'recipient')
			"deliveryId", ("payload"->>'reportMailId')::integer AS "reportMailId",
			("payload"->'recipient'->>'recipientId')::integer AS "recipientId",
			"payload"->'recipient'->>'userId' AS "userId",
			"status", coalesce("sentAt", "createdAt") AS "at", "lastAnswer" AS "answer"
		FROM "delivery"
		WHERE "organizationId" = ${organizationId} AND "payload"->>'kind' = 'report'
			AND ("payload"->>'reportMailId')::integer = ANY(${recipients.map((one) => one.reportMailId)}::integer[])
		ORDER BY "payload"->'reportMailId', "payload"->'recipient', "deliveryId" DESC`.execute(
		database,
	);
	const newest = new Map<number, DeliveryOfReport>();
	for (const recipient of recipients)
		for (const row of rows) {
			const isTheirs =
				row.reportMailId === recipient.reportMailId &&
				(row.recipientId === recipient.recipientId ||
					(row.userId !== null && row.userId === recipient.userId));
			if (isTheirs && row.deliveryId > (newest.get(recipient.recipientId)?.deliveryId ?? 0))
				newest.set(recipient.recipientId, row);
		}
	return new Map(
		[...newest].map(([recipientId, { deliveryId, status, at, answer }]) => [
			recipientId,
			{ deliveryId, status, at: at.toISOString(), answer },
		]),
	);
};
