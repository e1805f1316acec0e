import { botRequestAt } from "./bot-requests.ts";
import { type Chance, createChance } from "./chance.ts";
import { RECORDED_DAYS, recordingsOf } from "./recording/recording.ts";
import { FRONT_PAGE, TRAFFIC_SOURCES } from "./traffic-sources.ts";
import { type EventRow, eventsOfVisit } from "./visit.ts";
import { createVisitors, type Visitor } from "./visitors.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface TrafficOptions {
	seed: number;
	days: number;
	/** Visits on an average day. */
	visitsPerDay: number;
	/** ms since the epoch; no event is later. */
	now: number;
}

/** The events of one day. */
export interface DayOfTraffic {
	/** Sorted by time. */
	events: EventRow[];
	bots: EventRow[];
	/** Visitors who signed up. */
	users: Visitor[];
	/** Rows with the recordings of some of the visits. */
	recordings: EventRow[];
}

/** The weight of each weekday from Sunday, for a product used at work. */
const WEEKDAYS = [0.62, 1.05, 1.15, 1.18, 1.12, 1, 0.68];
/** The weight of each local hour. */
const HOURS = [1, 1, 1, 1, 1, 2, 4, 7, 11, 13, 13, 12, 11, 12, 13, 12, 11, 10, 9, 9, 9, 8, 5, 3];

const hours = HOURS.map((weight, hour) => ({ weight, hour }));

/** The day on which a post reached a front page, counted from the first of so many days. */
export const frontPageDay = (days: number): number => Math.floor(days * 0.6);

/** A time typical of the visitor's time zone, on the day that begins at `midnight` UTC. */
const momentOf = (chance: Chance, midnight: number, { place }: Visitor): number => {
	const local = chance.weighted(hours).hour + chance.share();
	const utc = (((local - place.ahead) % 24) + 24) % 24;
	return midnight + Math.floor(utc * HOUR_MS);
};

/** Visits in progress at the end, for the live count. */
const LIVE = 12;

/** Realistic traffic day by day, the same for the same options. */
export const trafficOf = function* ({
	seed,
	days,
	visitsPerDay,
	now,
}: TrafficOptions): Generator<DayOfTraffic> {
	const chance = createChance(seed);
	const nextVisitor = createVisitors(chance);
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	for (let day = 0; day < days; day += 1) {
		const midnight = today - (days - 1 - day) * DAY_MS;
		const users: Visitor[] = [];
		const visitAt = (at: number, visitor: Visitor, isFromPost = false): EventRow[] => {
			const wasUser = visitor.user !== undefined;
			const flags = { signup_form: BigInt(visitor.id) % 2n === 0n ? "short" : "long" };
			const source = isFromPost ? FRONT_PAGE : chance.weighted(TRAFFIC_SOURCES);
			const rows = eventsOfVisit(chance, { visitor, source, at, flags, now });
			if (!wasUser && visitor.user && visitor.user.since <= now) users.push(visitor);
			return rows;
		};
		const growth = 0.75 + (0.5 * day) / days;
		const usual = visitsPerDay * growth * (WEEKDAYS[new Date(midnight).getUTCDay()] ?? 1);
		const visits = Math.round(usual * (0.92 + 0.16 * chance.share()));
		const fromPost = day === frontPageDay(days) ? Math.round(visitsPerDay * 1.8) : 0;
		const seen: EventRow[][] = [];
		for (let visit = 0; visit < visits + fromPost; visit += 1) {
			const visitor = nextVisitor();
			const at = momentOf(chance, midnight, visitor);
			if (at <= now) seen.push(visitAt(at, visitor, visit >= visits));
		}
		if (day === days - 1)
			for (let visit = 0; visit < LIVE; visit += 1)
				seen.push(visitAt(now - chance.whole(1000, 240_000), nextVisitor()));
		const bots = Array.from({ length: Math.round(usual * 0.35) }, () =>
			botRequestAt(chance, midnight + Math.floor(chance.share() * DAY_MS)),
		);
		const past = (rows: EventRow[]) =>
			rows
				.filter(({ timestamp }) => Number(timestamp) <= now)
				.sort((one, other) => Number(one["timestamp"]) - Number(other["timestamp"]));
		const isRecorded = days - day <= RECORDED_DAYS;
		const recordings = isRecorded ? recordingsOf(seen, now) : [];
		yield { events: past(seen.flat()), bots: past(bots), users, recordings };
	}
};
