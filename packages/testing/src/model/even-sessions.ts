import type { EventStore } from "@footfall/store";

/** Sessions between two instants, ms since the epoch. */
export interface EvenSessions {
	from: number;
	to: number;
	count: number;
	/** Where the rows came from, such as `import:` with the id of an import. */
	source?: string;
}

/** Stores sessions of one page view each, evenly between two instants. */
export const evenSessions = (
	store: EventStore,
	site: number,
	{ from, to, count, source = "" }: EvenSessions,
): Promise<void> =>
	store.command(
		`INSERT INTO events (site_id, timestamp, received_at, event_id, type, session_id, user_id, pathname, hostname, source)
		SELECT {site:UInt32}, at, at, toString(generateUUIDv4()), 'pageview', rand64(1), rand64(2), '/', 'site.example', {source:String}
		FROM (
			SELECT fromUnixTimestamp64Milli(toInt64({from:Int64} + (number + 0.5) * {step:Float64}), 'UTC') AS at
			FROM numbers({count:UInt32})
		)`,
		{ site, from, count, source, step: (to - from) / count },
	);
