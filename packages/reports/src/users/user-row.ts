import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import { lifetimeFields } from "../money/lifetime.ts";
import { withTraits } from "../people/traits.ts";
import { channelBy, hexId, ORDER, PERSON } from "../query/dimensions.ts";
import { countedRows, type QuerySql } from "../query/report-query.ts";
import { PLACE, SCREEN, SOFTWARE } from "../report/attributes.ts";
import {
	count,
	fields,
	PLAIN_COLUMNS,
	type ReportContext,
	type RunSql,
	texts,
} from "../report/report.ts";

/** Attributes of a person from their latest event. */
const LATEST = [
	...PLACE,
	"language",
	...SOFTWARE,
	...(["device_type", "hostname", "timezone"] as const),
] as const;
/** The latest value that is known. */
const LATEST_KNOWN = ["referrer", "tag"] as const;

/** A person as a list shows them: the site's own user, or a device without a known user. */
export const UserRow = z
	.object({
		/** The device of their latest event. */
		user_id: z.string(),
		identified_user_id: z.string(),
		/** Their id in paths: the site's own, else the device's. */
		effective_user_id: z.string(),
		traits: z.record(z.string(), z.unknown()).nullable(),
		...texts(LATEST),
		...fields(SCREEN, count),
		...texts(LATEST_KNOWN),
		channel: z.string(),
		pageviews: count(),
		/** Custom events. */
		events: count(),
		/** That began in the range. */
		sessions: count(),
		first_seen: z.string(),
		last_seen: z.string(),
		...lifetimeFields,
	})
	.meta({ component: "User" });
export type UserRow = z.infer<typeof UserRow>;

const columnsOf = (isBegun: string) =>
	[
		`${PERSON} AS person`,
		`${hexId(`argMax(user_id, ${ORDER})`)} AS user_id`,
		"any(identified_user_id) AS identified_user_id",
		...[...LATEST, ...SCREEN].map((name) => `argMax(${name}, ${ORDER}) AS ${name}`),
		...LATEST_KNOWN.map((name) => `argMaxIf(${name}, ${ORDER}, ${name} != '') AS ${name}`),
		/** The channel of their latest arrival. */
		`${channelBy("argMax")} AS channel`,
		"countIf(type = 'pageview') AS pageviews",
		"countIf(type = 'custom_event') AS events",
		`uniqExactIf(session_id, ${isBegun}) AS sessions`,
		"toUnixTimestamp64Milli(min(timestamp)) AS first_ms",
		"toUnixTimestamp64Milli(max(timestamp)) AS last_ms",
	].join(",\n    ");

/** A person as the store has them. */
type KnownUser = Omit<UserRow, "traits" | "effective_user_id">;
type StoredUser = Omit<KnownUser, "first_seen" | "last_seen"> & {
	person: string;
	first_ms: number;
	last_ms: number;
};

const STORED_NAMES = [
	...(["user_id", "identified_user_id"] as const),
	...[...LATEST, ...SCREEN, ...LATEST_KNOWN],
	...(["channel", "pageviews", "events", "sessions"] as const),
] as const;

/**
 * A row with all fields present: its copies keep its hidden class. An object that gets dozens of fields by name
 * becomes a hash table, and making one from the rest of another takes seven times as long.
 */
const EMPTY: Readonly<Record<string, unknown>> = JSON.parse(
	`{${[...STORED_NAMES, "first_seen", "last_seen", "traits", "effective_user_id"].map((name) => `"${name}":null`).join(",")}}`,
);

const knownUserOf = (stored: StoredUser): KnownUser => {
	const row: Record<string, unknown> = { ...EMPTY };
	for (const name of STORED_NAMES) row[name] = stored[name];
	row["first_seen"] = new Date(stored.first_ms).toISOString();
	row["last_seen"] = new Date(stored.last_ms).toISOString();
	return row as KnownUser;
};

/** People by their id in paths, from the events of a query; those without events are missing. */
export const usersByPerson = async (
	runSql: RunSql,
	querySql: QuerySql,
	people: readonly string[],
): Promise<Map<string, KnownUser>> => {
	if (people.length === 0) return new Map();
	const text = `
  SELECT
    ${columnsOf(querySql.isOfBegunSession)}
  FROM events
  WHERE ${countedRows(querySql)} AND ${IS_ACT}
    AND ${PERSON} IN {people:Array(String)}
  GROUP BY person`;
	const rows = await runSql<StoredUser>(text, { ...querySql.parameters, people }, PLAIN_COLUMNS);
	return new Map(rows.map((stored) => [stored.person, knownUserOf(stored)]));
};

/** People with their traits, as the caller may see them. */
export const toUserRows = async (
	context: Pick<ReportContext, "runSql" | "site" | "query">,
	users: readonly KnownUser[],
): Promise<UserRow[]> => {
	const rows = await withTraits(context, users);
	return rows.map((row) =>
		Object.assign(row, { effective_user_id: row.identified_user_id || row.user_id }),
	);
};
