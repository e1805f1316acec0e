import { amountOfTicks, ticksOfAmount } from "@footfall/shared/money/amount";
import type { ExchangeRate } from "@footfall/shared/site";
import { countedRows, passingSessions, type ReferenceQuery, sessionValue } from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import { beganAt, personOf, wallClock } from "./semantics.ts";

/** Attribution computed naively: each event with money looks through all sessions of its person. */

const DAY_MS = 86_400_000;
const DIRECT = ["Direct", "Internal", ""];

export interface Attribution {
	model: string;
	lookback: number;
	parameter: string;
	/** Amounts are converted to it by these rates of the site's zone. */
	currency?: string;
	rates: readonly ExchangeRate[];
	timeZone: string;
}

/** n · rate, with a rate of up to ten digits, rounded to whole numbers, halves away from zero. */
const timesRate = (ticks: bigint, rate: string): bigint => {
	const [whole = "", fraction = ""] = rate.split(".");
	const scale = 10n ** 10n;
	const product = ticks * BigInt(whole + fraction.padEnd(10, "0"));
	const [size, sign] = product < 0n ? [-product, -1n] : [product, 1n];
	return sign * ((2n * size + scale) / (2n * scale));
};

const ticksIn = (event: SiteEvent, { currency, rates, timeZone }: Attribution) => {
	const { amount, currency: own } = event.money ?? { amount: "0", currency: "" };
	const ticks = ticksOfAmount(amount) ?? 0n;
	if (currency === undefined || currency === own) return { ticks, currency: own };
	const day = wallClock(event.at, timeZone).slice(0, 10);
	const rate = rates
		.filter(({ from, to, date }) => from === own && to === currency && date <= day)
		.sort((one, other) => (one.date < other.date ? 1 : -1))[0];
	return rate && { ticks: timesRate(ticks, rate.rate), currency };
};

/** Equal parts, the rest in the last. */
const split = (whole: bigint, many: number): bigint[] => {
	const share = whole / BigInt(many);
	return Array.from({ length: many }, (_, nth) =>
		nth === many - 1 ? whole - share * BigInt(many - 1) : share,
	);
};

/** Rows as the report gives them, in no order, and what they add up to. */
export const attribution = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	asked: Attribution,
) => {
	const sessions = passingSessions(events, { filters: [] }).sort(
		({ rows: one, all: [a] }, { rows: other, all: [b] }) =>
			beganAt(one) - beganAt(other) || (a?.session ?? 0) - (b?.session ?? 0),
	);
	const isOuter = ({ all }: (typeof sessions)[number]) =>
		all.some(({ channel }) => !DIRECT.includes(channel));
	const found = new Map<string, { sessions: Set<number>; orders: bigint; ticks: bigint }>();
	const totals = new Map<string, { orders: number; ticks: bigint }>();
	for (const event of countedRows(events, question).filter(({ money }) => money)) {
		const money = ticksIn(event, asked);
		if (money === undefined) continue;
		const mine = sessions.filter(({ all }) => all[0] && personOf(all[0]) === personOf(event));
		const reached = mine.filter(
			({ rows, all }) =>
				all[0]?.session === event.session ||
				(beganAt(rows) <= event.at && beganAt(rows) >= event.at - asked.lookback * DAY_MS),
		);
		const outer = reached.filter(isOuter);
		const credited =
			asked.model === "linear"
				? reached
				: asked.model === "first"
					? reached.slice(0, 1)
					: (asked.model === "last_non_direct" && outer.length > 0 ? outer : reached).slice(-1);
		const isOrder = (ticksOfAmount(event.money?.amount ?? "0") ?? 0n) > 0n;
		const amounts = split(money.ticks, credited.length);
		const orders = split(isOrder ? 10_000n : 0n, credited.length);
		for (const [nth, session] of credited.entries()) {
			const key = JSON.stringify([sessionValue(session, asked.parameter), money.currency]);
			const row = found.get(key) ?? { sessions: new Set<number>(), orders: 0n, ticks: 0n };
			row.sessions.add(session.all[0]?.session ?? 0);
			row.orders += orders[nth] ?? 0n;
			row.ticks += amounts[nth] ?? 0n;
			found.set(key, row);
		}
		const total = totals.get(money.currency) ?? { orders: 0, ticks: 0n };
		total.orders += isOrder ? 1 : 0;
		total.ticks += money.ticks;
		totals.set(money.currency, total);
	}
	return {
		rows: [...found].map(([key, row]) => {
			const [value, currency] = JSON.parse(key) as [string, string];
			return {
				...{ value, currency, sessions: row.sessions.size },
				...{ orders: Number(row.orders) / 10_000, revenue: amountOfTicks(row.ticks) },
			};
		}),
		totals: [...totals]
			.map(([currency, { orders, ticks }]) => ({
				...{ currency, orders, revenue: amountOfTicks(ticks) },
			}))
			.sort((one, other) => (one.currency < other.currency ? -1 : 1)),
	};
};
