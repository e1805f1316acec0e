import type { DestinationFilter } from "@footfall/shared/destinations/destination";
import type { EventStore, ParameterValue } from "@footfall/store";
import type { DeliveredColumn } from "./columns.ts";

/** A row by the names of its columns; times in ms since the epoch. */
export type Row = Readonly<Record<string, unknown>>;

/** Records of a partition of the log, the last one excluded. */
export interface Span {
	partition: string;
	from: number;
	to: number;
}

const LIMITS = "SETTINGS max_execution_time = 120";

const IN_SPAN =
	"source = {partition:String} AND source_offset >= {from:UInt64} AND source_offset < {to:UInt64}";

const conditionOf = ({ sites, types }: DestinationFilter): string =>
	[
		IN_SPAN,
		...(sites ? ["site_id IN {sites:Array(UInt32)}"] : []),
		...(types ? ["type IN {types:Array(String)}"] : []),
	].join(" AND ");

const parametersOf = (
	{ partition, from, to }: Span,
	{ sites = [], types = [] }: DestinationFilter,
) => ({ partition, from, to, sites, types }) satisfies Record<string, ParameterValue>;

const ALL_TABLES = ["events", "bots"] as const;
const tablesOf = ({ hasBots }: DestinationFilter) =>
	ALL_TABLES.filter((table) => table === "events" || hasBots);

/** The rows that records of a span became, in the order of the log, at most so many of them. */
export const storedRows = (
	store: Pick<EventStore, "query">,
	columns: readonly DeliveredColumn[],
	filter: DestinationFilter,
	span: Span,
	limit: number,
): Promise<(Row & { source_offset: number })[]> => {
	const selected = tablesOf(filter).map((table) => {
		const cells = columns.map((column) => `${column[table]} AS \`${column.name}_\``);
		return `SELECT ${cells.join(", ")}, source_offset FROM ${table} WHERE ${conditionOf(filter)}`;
	});
	const names = columns.map(({ name }) => `\`${name}_\` AS \`${name}\``);
	return store.query(
		`SELECT ${names.join(", ")}, source_offset FROM (${selected.join(" UNION ALL ")})
		ORDER BY source_offset LIMIT {limit:UInt32} ${LIMITS}`,
		{ ...parametersOf(span, filter), limit },
		{ priority: "heavy" },
	);
};

/** What is in a span. */
export interface Waiting {
	/** Rows that the filter lets through. */
	rows: number;
	/** When the first of these was received, in ms since the epoch; 0 without any. */
	since: number;
	/** Rows of every kind. */
	all: number;
}

export const waitingRows = async (
	store: Pick<EventStore, "query">,
	filter: DestinationFilter,
	span: Span,
): Promise<Waiting> => {
	const condition = conditionOf(filter);
	const counted = ALL_TABLES.map((table) => {
		const isWanted = table === "events" || filter.hasBots ? condition : "false";
		return `SELECT countIf(${isWanted}) AS found, count() AS every,
			toUnixTimestamp64Milli(minIf(received_at, ${isWanted})) AS first FROM ${table} WHERE ${IN_SPAN}`;
	});
	const [row] = await store.query<Waiting>(
		`SELECT sum(found) AS rows, minIf(first, found > 0) AS since, sum(every) AS all
		FROM (${counted.join(" UNION ALL ")}) ${LIMITS}`,
		parametersOf(span, filter),
		{ priority: "heavy" },
	);
	return row ?? { rows: 0, since: 0, all: 0 };
};

/** Every partition that the store has rows of, and the offset after its last one. */
export const storedPartitions = async (
	store: Pick<EventStore, "query">,
): Promise<Map<string, number>> => {
	const rows = await store.query<{ partition: string; end: number }>(
		`SELECT toString(source) AS partition, max(source_offset) + 1 AS end FROM (
			SELECT source, source_offset FROM events UNION ALL SELECT source, source_offset FROM bots
		) GROUP BY source ORDER BY source ${LIMITS}`,
		{},
		{ priority: "heavy" },
	);
	return new Map(rows.map(({ partition, end }) => [partition, end]));
};
