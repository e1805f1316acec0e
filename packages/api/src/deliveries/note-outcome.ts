import { type RawBuilder, sql } from "kysely";
import type { ChannelRow } from "../channels/stored-channels.ts";
import { atomically } from "../database/atomically.ts";
import type { DeliveryStatus } from "../database/delivery-tables.ts";
import type { Database } from "../database/schema.ts";
import type { DeliveryRow } from "./claim-deliveries.ts";
import { pauseAfter } from "./next-try.ts";
import type { TryOutcome } from "./try-delivery.ts";

/** Switches a channel off whose server wants nothing any more, unless a person has changed it meanwhile. */
const switchOff = async (database: Database, channel: ChannelRow): Promise<void> => {
	await database
		.updateTable("channel")
		.set({ isOn: false, offReason: "gone" })
		.where("channelId", "=", channel.channelId)
		// Times of the database are finer than those of JavaScript.
		.where(sql<boolean>`date_trunc('milliseconds', "updatedAt") = ${channel.updatedAt}`)
		.execute();
};

/**
 * Writes down what came of a try, unless its lease ended meanwhile and another process has taken it.
 * @returns the status that it has now
 */
export const noteOutcome = (
	database: Database,
	{ deliveryId, holder, tries }: Pick<DeliveryRow, "deliveryId" | "holder" | "tries">,
	{ result, answer, retryAfterMs }: TryOutcome,
	{ channel, now }: { channel: ChannelRow | undefined; now: RawBuilder<Date> },
): Promise<DeliveryStatus> =>
	atomically(async () => {
		const pauseMs = result === "retry" ? pauseAfter(tries, { retryAfterMs }) : undefined;
		const ended = result === "sent" || result === "dropped" ? result : "failed";
		const status = pauseMs === undefined ? ended : "waiting";
		await database
			.updateTable("delivery")
			.set({
				...{ status, lastAnswer: answer, leaseUntil: null, holder: null },
				...(status === "sent" && { sentAt: now }),
				...(pauseMs !== undefined && {
					nextTryAt: sql<Date>`${now} + ${`${pauseMs} milliseconds`}::interval`,
				}),
			})
			.where("deliveryId", "=", deliveryId)
			.where("holder", "=", holder)
			.execute();
		if (result === "gone" && channel) await switchOff(database, channel);
		return status;
	});
