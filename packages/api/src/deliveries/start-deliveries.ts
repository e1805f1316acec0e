import { randomUUID } from "node:crypto";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { retry } from "@footfall/shared/waiting/retry";
import { sql } from "kysely";
import type { ChannelRow } from "../channels/stored-channels.ts";
import type { DeliveryStatus } from "../database/delivery-tables.ts";
import { claimDeliveries, type DeliveryRow, type InFlight } from "./claim-deliveries.ts";
import { noteOutcome } from "./note-outcome.ts";
import { purgeDeliveries } from "./purge-deliveries.ts";
import { type DeliveryServices, tryDelivery } from "./try-delivery.ts";

const LOOK_EVERY_MS = 1000;
const PURGE_EVERY_MS = 60 * 60 * 1000;
const NOTE_RETRIES = { pauseMs: 200, most: 5 } as const;

/** How many tries ended how since the start of this process; after a `retried` one comes another. */
export type DeliveryCounts = Readonly<
	Record<Exclude<DeliveryStatus, "waiting"> | "retried", number>
>;

/** Before the first try. */
export const NO_DELIVERIES: DeliveryCounts = { sent: 0, retried: 0, failed: 0, dropped: 0 };

export interface Deliveries {
	counts(): DeliveryCounts;
	/** Looks for deliveries that are due, and resolves once all that were found have been tried. */
	now(): Promise<void>;
	/** Takes no more deliveries, and waits for those that are being tried. */
	close(): Promise<void>;
}

/** Sends what was enqueued, until it is closed. Several processes with one database send each delivery once. */
export const startDeliveries = (
	services: DeliveryServices & {
		/** The present; by default that of the database. */
		now?: () => Date;
	},
): Deliveries => {
	const { database, logger } = services;
	const holder = randomUUID();
	const clock = () => (services.now ? sql<Date>`${services.now()}::timestamptz` : sql<Date>`now()`);
	const inFlight = new Map<Promise<void>, InFlight>();
	const counts = { ...NO_DELIVERIES };

	const channelOf = async ({ channelId }: DeliveryRow): Promise<ChannelRow | undefined> =>
		channelId === null
			? undefined
			: database
					.selectFrom("channel")
					.selectAll()
					.where("channelId", "=", channelId)
					.executeTakeFirst();

	const send = async (delivery: DeliveryRow): Promise<void> => {
		try {
			const channel = await channelOf(delivery);
			const outcome = await tryDelivery(services, delivery, channel);
			// Without the note it is sent again once its lease has ended.
			const status = await retry(
				() => noteOutcome(database, delivery, outcome, { channel, now: clock() }),
				{
					pauseMs: NOTE_RETRIES.pauseMs,
					shouldRetry: (_error, failures) => failures < NOTE_RETRIES.most,
				},
			);
			counts[status === "waiting" ? "retried" : status] += 1;
		} catch (err) {
			logger.error(
				{ err, deliveryId: delivery.deliveryId },
				"What came of a delivery could not be written down; it may be sent again",
			);
		}
	};

	/** Whether the last look that ended began with nothing in flight, and found nothing. */
	let isDone = false;

	const look = async (signal: AbortSignal): Promise<void> => {
		const busy = [...inFlight.values()];
		let claimed: Awaited<ReturnType<typeof claimDeliveries>> = [];
		try {
			claimed = await claimDeliveries(database, { inFlight: busy, holder, now: clock() });
		} finally {
			// Only now: the look may have begun before whoever waits for the one before it reads this.
			isDone = busy.length === 0 && claimed.length === 0;
		}
		for (const delivery of claimed) {
			const { recipient, organizationId, isMail } = delivery;
			const sending = send(delivery).finally(() => {
				inFlight.delete(sending);
				// The next one for this recipient may be due.
				if (!signal.aborted) void job.now();
			});
			inFlight.set(sending, { recipient, organizationId, isMail });
		}
	};

	const job = startPeriodicJob(look, {
		pauseMs: LOOK_EVERY_MS,
		immediately: false,
		failed: (err, isRepeated) => {
			if (!isRepeated) logger.error({ err }, "Deliveries could not be read; retrying");
		},
	});
	const purge = startPeriodicJob((signal) => purgeDeliveries(database, signal), {
		pauseMs: PURGE_EVERY_MS,
		immediately: false,
		failed: (err) => logger.error({ err }, "Old deliveries could not be deleted; retrying later"),
	});
	return {
		counts: () => ({ ...counts }),
		now: async () => {
			// A delivery that ends during a look is still in that look's way: the next for its recipient was not found.
			do {
				await Promise.all(inFlight.keys());
				await job.now();
			} while (!isDone);
		},
		close: async () => {
			await purge.close();
			await job.close();
			await Promise.all(inFlight.keys());
		},
	};
};
