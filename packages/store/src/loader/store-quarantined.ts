import type { QueueRecord } from "@footfall/queue";
import { textOfQueuedEvent } from "@footfall/shared/queued-event";
import type { WritableStore } from "../client/client.ts";
import type { DecodedQuarantine } from "./decode-batch.ts";
import { type Persistently, storeInHalves } from "./persistently.ts";

const COLUMNS = [
	...["site_id", "event_id", "event_name", "timestamp", "user_id", "identified_user_id"],
	...["rules", "messages", "examples", "record", "ran_rules", "quarantined_at", "version"],
];

const cellsOf = ({
	quarantine: { event, version, violations, ranRules },
}: DecodedQuarantine): unknown[] => [
	...[event.site, event.id, event.eventName, event.occurredAt],
	...[BigInt(`0x${event.visitor}`).toString(), event.identifiedUser],
	...[
		violations.map(({ rule }) => rule),
		violations.map(({ message }) => message),
		violations.map(({ value }) => value),
	],
	...[textOfQueuedEvent(event), ranRules, event.receivedAt, version],
];

/**
 * Stores events that do not fit their schema, however long that takes; one that is stored already is replaced. Resolves to the
 * number of those set aside.
 */
export const storeQuarantined = async (
	{
		store,
		persistently,
		setAside,
	}: {
		store: WritableStore;
		persistently: Persistently;
		/** Keeps a record whose data cannot be stored. */
		setAside(record: QueueRecord, reason: string): Promise<void>;
	},
	quarantined: readonly DecodedQuarantine[],
): Promise<number> => {
	let refused = 0;
	await storeInHalves(
		persistently,
		quarantined,
		(some) => () => store.insert("quarantined_events", COLUMNS, some.map(cellsOf)),
		async ({ record }, reason) => {
			await setAside(record, reason);
			refused++;
		},
	);
	return refused;
};
