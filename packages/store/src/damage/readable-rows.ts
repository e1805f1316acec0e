import type { Statements } from "../client/client.ts";

/** Rows that the engine reads together: where a column is damaged, all of them lose it. */
const GRANULE = 8192;
const GRANULES: Readonly<Record<string, number>> = { replay_chunks: 256 };
/** An almost unreadable part is abandoned after this many attempts; it stays where it was set aside. */
const MOST_ATTEMPTS = 5_000;

/** Columns without which a row is useless or misleading. Tables not listed here need all of theirs. */
const NEEDED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	["events", "bots"].map((table) => [
		table,
		[
			...["site_id", "timestamp", "received_at", "event_id", "type", "event_name", "pathname"],
			...["session_id", "user_id", "identified_user_id", "source", "source_offset"],
		],
	]),
);

export interface RowsToSave {
	/** The table whose columns the rows have. */
	table: string;
	/** The table that they are read from, and the condition that selects them. */
	from: string;
	where: string;
	/** The part's number of rows. */
	rows: number;
	/** An empty table like `table` that they are copied into. */
	into: string;
}

/** Settings under which nothing but the columns themselves is read. */
const PLAINLY =
	"SETTINGS optimize_use_projections = 0, use_skip_indexes = 0, max_threads = 1, max_execution_time = 120";

const columnsOf = async (store: Statements, table: string): Promise<string[]> => {
	const rows = await store.query<{ name: string }>(
		`SELECT name FROM system.columns
		WHERE database = currentDatabase() AND table = {table:String} AND default_kind NOT IN ('MATERIALIZED', 'ALIAS')
		ORDER BY position`,
		{ table },
	);
	return rows.map(({ name }) => name);
};

/**
 * Copies the readable rows of a damaged part range by range, without columns that cannot be read.
 * @returns how many rows it copied
 */
export const saveReadableRows = async (
	store: Statements,
	{ table, from, where, rows, into }: RowsToSave,
): Promise<number> => {
	const columns = await columnsOf(store, table);
	const needed = new Set(NEEDED[table] ?? columns);
	const others = columns.filter((name) => !needed.has(name));
	const granule = GRANULES[table] ?? GRANULE;
	let attempts = 0;

	const readable = async (stretch: string, names: readonly string[]): Promise<boolean> => {
		attempts++;
		try {
			await store.query(
				`SELECT count() FROM ${from} WHERE ${stretch} AND NOT ignore(${names.join(", ")}) ${PLAINLY}`,
				{},
				{ priority: "heavy" },
			);
			return true;
		} catch {
			return false;
		}
	};
	const copy = async (stretch: string, names: readonly string[]): Promise<void> =>
		store.command(
			`INSERT INTO ${into} (${names.join(", ")}) SELECT ${names.join(", ")} FROM ${from} WHERE ${stretch}
			${PLAINLY}, insert_deduplicate = 0, max_partitions_per_insert_block = 0`,
			{},
			{ priority: "heavy" },
		);

	/** The readable ones of some columns, found by halving the list. */
	const readableOf = async (stretch: string, names: readonly string[]): Promise<string[]> => {
		if (names.length === 0 || attempts > MOST_ATTEMPTS) return [];
		if (await readable(stretch, names)) return [...names];
		if (names.length === 1) return [];
		const half = Math.ceil(names.length / 2);
		return [
			...(await readableOf(stretch, names.slice(0, half))),
			...(await readableOf(stretch, names.slice(half))),
		];
	};

	const save = async (first: number, end: number): Promise<void> => {
		if (attempts > MOST_ATTEMPTS) return;
		// The whole part without a condition on offsets, which would need the index.
		const isWhole = first === 0 && end === rows;
		const stretch = isWhole
			? where
			: `${where} AND _part_offset >= ${first} AND _part_offset < ${end}`;
		if (await readable(stretch, columns)) return copy(stretch, columns);
		if (end - first > granule) {
			const middle = first + Math.ceil((end - first) / 2 / granule) * granule;
			await save(first, middle);
			return save(middle, end);
		}
		if (others.length === 0 || !(await readable(stretch, [...needed]))) return;
		await copy(stretch, [...needed, ...(await readableOf(stretch, others))]);
	};
	await save(0, rows);

	const [copied] = await store.query<{ count: number }>(`SELECT count() AS count FROM ${into}`);
	return copied?.count ?? 0;
};
