import type { EventStore } from "../client/client.ts";
import { inParts } from "../client/parameters.ts";
import { digestOf } from "../people/erasures.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import type { Persistently } from "./persistently.ts";

/**
 * An order counts once per site for ever: its first event claims it in `orders` before its block is stored, and every
 * later one is stored without money. The table of claims is read for a batch's orders alone.
 */

const LIMITS = "SETTINGS max_execution_time = 120";

/** An event that claims an order. */
interface Claim {
	site: number;
	orderId: string;
	/** With its id, because a client may send an id again after a day. */
	receivedAt: number;
	event: string;
}

const keyOf = ({ site, orderId }: Claim) => `${site}/${orderId}`;
const isSame = (one: Claim, other: Claim | undefined) =>
	one.event === other?.event && one.receivedAt === other.receivedAt;

const claimOf = ({ event }: DecodedEvent): Claim | undefined => {
	const { site, orderId, revenue, currency, bot } = event;
	if (!orderId || !currency || revenue === undefined || bot !== undefined) return undefined;
	// Refunds of an order may be several, and zero counts nothing.
	if (revenue === "0" || revenue.startsWith("-")) return undefined;
	return { site, orderId, receivedAt: Math.trunc(event.receivedAt), event: event.id };
};

/** The events of a batch that may count an order; nearly always none. */
export const orderEventsOf = (events: readonly DecodedEvent[]): readonly DecodedEvent[] => {
	let found: DecodedEvent[] | undefined;
	for (const read of events) {
		if (!read.event.orderId || claimOf(read) === undefined) continue;
		found ??= [];
		found.push(read);
	}
	return found ?? [];
};

const ordersOf = (claims: readonly Claim[]) => ({
	sites: [...new Set(claims.map(({ site }) => site))],
	orders: [...new Set(claims.map(({ orderId }) => orderId))],
});
const inPartsOf = (claims: readonly Claim[]) =>
	inParts(claims, ({ site, orderId }) => [site, orderId]);
const OF_ORDERS = "site_id IN {sites:Array(UInt32)} AND order_id IN {orders:Array(String)}";

/** Of several events that claimed an order at once, the first received counts it. */
const WINNER = "argMin((event_id, received_at), (received_at, event_id))";

/** Which events count these orders, by `keyOf`. */
const winnersOf = async (
	store: EventStore,
	claims: readonly Claim[],
	having = "",
): Promise<Map<string, Claim>> => {
	// Another loader may have claimed at another server.
	await store.catchUp?.(["orders"]);
	const winners = new Map<string, Claim>();
	for (const part of inPartsOf(claims)) {
		const rows = await store.query<Claim>(
			`SELECT site_id AS site, order_id AS orderId, ${WINNER} AS first,
				first.1 AS event, toUnixTimestamp64Milli(first.2) AS receivedAt
			FROM orders WHERE ${OF_ORDERS} GROUP BY site_id, order_id ${having} ${LIMITS}`,
			ordersOf(part),
		);
		for (const row of rows) winners.set(keyOf(row), row);
	}
	return winners;
};

const subjectsOf = ({ event }: DecodedEvent): string[] => {
	const { site, identifiedUser, visitor, visitorYesterday } = event;
	if (identifiedUser !== "") return [digestOf(site, { user: identifiedUser })];
	// Which of the two is stored is not known yet; both are the same person.
	return [visitor, visitorYesterday]
		.filter((device) => device !== undefined)
		.map((device) => digestOf(site, { device }));
};

const withoutMoney = ({ record, event }: DecodedEvent): DecodedEvent => {
	const { revenue: _revenue, currency: _currency, ...rest } = event;
	return { record, event: rest };
};

/** Repeats a step until it succeeds. @throws what the store refuses for good */
const surely = async (persistently: Persistently, step: () => Promise<void>): Promise<void> => {
	const fault = await persistently(step);
	if (fault !== undefined) throw fault;
};

/**
 * Claims the orders of a block that nobody has claimed, in the order of its events. Resolves to its events, without money
 * where their order is another event's.
 */
export const claimOrders = async (
	store: EventStore,
	persistently: Persistently,
	block: readonly DecodedEvent[],
): Promise<readonly DecodedEvent[]> => {
	const claiming = orderEventsOf(block);
	if (claiming.length === 0) return block;
	const claims = new Map(claiming.map((read) => [read, claimOf(read) as Claim]));
	let winners = new Map<string, Claim>();
	await surely(persistently, async () => {
		winners = await winnersOf(store, [...claims.values()]);
		const rows: unknown[][] = [];
		for (const [read, claim] of claims) {
			if (winners.has(keyOf(claim))) continue;
			winners.set(keyOf(claim), claim);
			const { site, orderId, receivedAt, event } = claim;
			rows.push([site, orderId, receivedAt, event, subjectsOf(read)]);
		}
		const columns = ["site_id", "order_id", "received_at", "event_id", "subjects"];
		// Another loader may ask any of the servers.
		if (rows.length > 0) await store.insert("orders", columns, rows, { isOnAll: true });
	});
	const isLost = (read: DecodedEvent) => {
		const claim = claims.get(read);
		return claim !== undefined && !isSame(claim, winners.get(keyOf(claim)));
	};
	return block.map((read) => (isLost(read) ? withoutMoney(read) : read));
};

/** Takes the money of an order from all of its events but the one that counts it. */
const demote = async (store: EventStore, winner: Claim): Promise<void> => {
	const { site, orderId, event, receivedAt } = winner;
	await store.command(
		`ALTER TABLE events UPDATE currency = '', revenue = 0
		WHERE site_id = {site:UInt32} AND order_id = {orderId:String} AND currency != '' AND revenue > 0
			AND (event_id, toUnixTimestamp64Milli(received_at)) != ({event:String}, {receivedAt:Int64})
		SETTINGS mutations_sync = 2`,
		{ site, orderId, event, receivedAt },
	);
};

/**
 * Two loaders may claim the same order between each other's look and claim. Once the events are stored, whoever stored
 * last finds both claims, and takes the money from the one that does not count.
 * @param events from `orderEventsOf`
 */
export const settleOrders = async (
	store: EventStore,
	persistently: Persistently,
	events: readonly DecodedEvent[],
): Promise<void> => {
	const claims = events.map((read) => claimOf(read) as Claim);
	if (claims.length === 0) return;
	await surely(persistently, async () => {
		const contested = await winnersOf(store, claims, "HAVING uniqExact(received_at, event_id) > 1");
		for (const winner of contested.values()) await demote(store, winner);
	});
};
