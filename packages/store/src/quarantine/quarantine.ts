import type { Statements, WritableStore } from "../client/client.ts";
import type { StatementParameters } from "../client/parameters.ts";

/** Quarantined events of a site; what is absent does not limit them. */
export interface QuarantineSelection {
	event?: string | undefined;
	rule?: string | undefined;
	ids?: readonly string[] | undefined;
	/** When it happened, in ms since the epoch: from this time, and before that. */
	from?: number | undefined;
	before?: number | undefined;
	/** Only events that were quarantined at this time, in ms since the epoch, or earlier. */
	quarantinedUntil?: number | undefined;
}

/** An event that does not fit its schema. */
export interface QuarantinedRow {
	id: string;
	event: string;
	/** When it happened, and when it was quarantined: ms since the epoch. */
	occurredAt: number;
	quarantinedAt: number;
	rules: string[];
	messages: string[];
	examples: string[];
	/** As `textOfQueuedEvent` writes it. */
	record: string;
	/** Digests of the rules that have run for it. */
	ranRules: string[];
	/** Rises with each time that it is quarantined. */
	version: number;
}

const LIMITS = "SETTINGS max_execution_time = 60";

const ROWS = `SELECT event_id AS id, event_name AS event, toFloat64(toUnixTimestamp64Milli(timestamp)) AS occurredAt,
		toFloat64(toUnixTimestamp64Milli(quarantined_at)) AS quarantinedAt, rules, messages, examples, record, ran_rules AS ranRules,
		toFloat64(version) AS version
	FROM quarantined_events FINAL`;

const conditionOf = (selection: QuarantineSelection): string =>
	[
		"site_id = {site:UInt32} AND is_released = 0",
		selection.event !== undefined && "event_name = {event:String}",
		selection.rule !== undefined && "has(rules, {rule:String})",
		selection.ids !== undefined && "event_id IN {ids:Array(String)}",
		selection.from !== undefined && "toUnixTimestamp64Milli(timestamp) >= {from:Int64}",
		selection.before !== undefined && "toUnixTimestamp64Milli(timestamp) < {before:Int64}",
		selection.quarantinedUntil !== undefined && "version <= {until:UInt64}",
	]
		.filter(Boolean)
		.join(" AND ");

const boundOf = (
	site: number,
	{ quarantinedUntil: until, ...given }: QuarantineSelection,
): StatementParameters =>
	Object.fromEntries(
		Object.entries({ site, until, ...given }).filter(([, value]) => value !== undefined),
	) as StatementParameters;

/**
 * Quarantined events of a site, the latest first, and how many the selection has in all.
 * @param limit how many rows at most
 * @param offset how many rows to leave out
 */
export const listQuarantined = async (
	store: Pick<Statements, "query">,
	site: number,
	selection: QuarantineSelection,
	{ limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ total: number; rows: QuarantinedRow[] }> => {
	const condition = conditionOf(selection);
	const bound = boundOf(site, selection);
	const [counted] = await store.query<{ total: number }>(
		`SELECT toUInt32(count()) AS total FROM quarantined_events FINAL WHERE ${condition} ${LIMITS}`,
		bound,
	);
	const rows = await store.query<QuarantinedRow>(
		`${ROWS} WHERE ${condition}
		ORDER BY quarantined_events.version DESC, event_id
		LIMIT {limit:UInt32} OFFSET {offset:UInt32} ${LIMITS}`,
		{ ...bound, limit, offset },
	);
	return { total: counted?.total ?? 0, rows };
};

/** The next quarantined events of a site in the order of their ids, which is the table's: read in parts, each is read once. */
export const quarantinedAfter = (
	store: Pick<Statements, "query">,
	site: number,
	selection: QuarantineSelection,
	{ after, limit }: { after: string; limit: number },
): Promise<QuarantinedRow[]> =>
	store.query<QuarantinedRow>(
		`${ROWS} WHERE ${conditionOf(selection)} AND event_id > {after:String}
		ORDER BY site_id, event_id LIMIT {limit:UInt32} ${LIMITS}`,
		{ ...boundOf(site, selection), after, limit },
	);

/**
 * Takes events out of quarantine, unless they were quarantined again since.
 * @param now ms since the epoch
 */
export const releaseQuarantined = async (
	store: Pick<WritableStore, "insert">,
	site: number,
	released: readonly { id: string; version: number }[],
	now: number,
): Promise<void> => {
	if (released.length === 0) return;
	await store.insert(
		"quarantined_events",
		["site_id", "event_id", "quarantined_at", "version", "is_released"],
		released.map(({ id, version }) => [site, id, now, version + 1, 1]),
	);
};
