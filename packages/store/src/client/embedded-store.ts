import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { acquireProcessLock } from "@footfall/shared/files/process-lock";
import type * as Chdb from "chdb";
import { createBlockFiles } from "./block-files.ts";
import { coalesceQueries } from "./coalesce-queries.ts";
import { createEmbeddedConnection, type EmbeddedConnection } from "./embedded-connection.ts";
import { engineConfiguration } from "./engine-configuration.ts";
import { engineMemory } from "./engine-memory.ts";
import type { EventStore } from "./event-store.ts";
import { insertStatement, rowsText } from "./insert-statement.ts";
import { createListedParts, type ListedParts } from "./listed-parts.ts";
import { nativeBlock } from "./native-block.ts";
import { inFields, type StatementParameters, setParameters } from "./parameters.ts";
import { createPool } from "./pool.ts";
import type { QueryPriority } from "./query-options.ts";
import { storeErrorOf } from "./store-error.ts";
import { COLUMN_TYPES, type ColumnType, createTableTypes } from "./table-types.ts";

const require = createRequire(import.meta.url);
/** Loaded by the first embedded store: its library is half a gigabyte that a client of a server does not need. */
const loadEngine = () => require("chdb") as typeof Chdb;

export interface EmbeddedStoreOptions {
	/** Where the engine keeps its data; created when missing, and locked for this process. */
	directory: string;
	/** The most memory that the engine may take, this process's own included; see `engineMemory`. */
	maxMemoryBytes?: number;
	/** Maximum number of queries of a priority that may wait for a session. 1,000 by default. */
	maxWaiting?: number;
}

/** Enough for a burst of reports from many callers, who limit how long each may wait. */
const MAX_WAITING = 1000;

/** Sessions of the embedded engine by priority. */
const READERS: Readonly<Record<QueryPriority, number>> = { prompt: 2, heavy: 3 };

/** No caller gets all sessions for heavy queries, so that another caller's first one need not wait. */
const heavyOfOneCaller = (sessions: number) => Math.max(1, sessions - 1);

/** Threads of a single heavy query, and of each of several concurrent ones, which share the machine's cores. */
const CORES = availableParallelism();
const SHARED_CORES = Math.max(1, Math.floor(CORES / heavyOfOneCaller(READERS.heavy)));

/**
 * Settings of a session for its whole life. Heavy queries yield while a prompt one or an insert runs (the engine
 * counts priorities from 1, the most urgent). Compiling a query takes 35 ms or more each time, since nothing is
 * cached; it saves less than that at tens of millions of rows. By default the engine allows a thread for each free
 * GiB, and a small machine has one.
 */
const settingsOf = (priority: QueryPriority) =>
	`SET priority = ${priority === "prompt" ? 1 : 2},
		compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0,
		max_threads_min_free_memory_per_thread = 0`;

const rowsOf = (lines: string): unknown[] =>
	lines === "" ? [] : JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`);

const inStoreErrors = async <Result>(result: Promise<Result>): Promise<Result> => {
	try {
		return await result;
	} catch (error) {
		throw storeErrorOf(error);
	}
};

/** Runs a statement with its values bound in the session, which keeps them until they are replaced. */
const runBound = async (
	{ run }: Pick<EmbeddedConnection, "run">,
	statement: string,
	values: StatementParameters,
): Promise<string> => {
	const { sql, parameters } = inFields(statement, values);
	const sets = setParameters(parameters);
	if (sets.length <= 1) return run([...sets, sql].join("; "));
	for (const set of sets) await run(set);
	const answer = await run(sql);
	// Every later statement of the session would copy them.
	const emptied = Object.fromEntries(Object.keys(parameters).map((name) => [name, ""]));
	for (const set of setParameters(emptied)) await run(set);
	return answer;
};

/**
 * The engine inside this process. Sessions are used directly and not through chdb's hook for the ClickHouse
 * client: the hook cannot hand the engine its configuration, sends settings that stick to the session, and
 * runs bound queries one after the other (four of 1 s took 4.0 s; 1.0 s here). Streams would run in parallel
 * too, but analyse the query on the event loop: a scalar subquery of 0.2 s blocked it for as long.
 */
export const openEmbedded = (options: EmbeddedStoreOptions): EventStore => {
	const { directory, maxMemoryBytes = engineMemory(), maxWaiting = MAX_WAITING } = options;
	const { drainPending, Session } = loadEngine();
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const unlock = acquireProcessLock(
		join(directory, "store.lock"),
		`the event store in ${directory}`,
		{ endOrphan: true },
	);
	const configuration = join(directory, "engine.xml");
	const connections: EmbeddedConnection[] = [];
	const createOwnPool = (priority: QueryPriority, many: number, maxPerCaller = many) => {
		const open = () => {
			const session = new Session(join(directory, "engine"), {
				connectionArgs: [`--config-file=${configuration}`],
			});
			session.query(settingsOf(priority));
			return session;
		};
		const lent = Array.from({ length: many }, () => {
			const connection = createEmbeddedConnection(open);
			connections.push(connection);
			return connection;
		});
		return createPool(lent, { maxWaiting, maxPerCaller });
	};
	const openPools = () => {
		writeFileSync(configuration, engineConfiguration(maxMemoryBytes));
		return {
			writers: createOwnPool("prompt", 1),
			prompt: createOwnPool("prompt", READERS.prompt),
			heavy: createOwnPool("heavy", READERS.heavy, heavyOfOneCaller(READERS.heavy)),
		};
	};
	let listedParts: ListedParts;
	let pools: ReturnType<typeof openPools>;
	try {
		listedParts = createListedParts(directory);
		pools = openPools();
	} catch (error) {
		for (const connection of connections) connection.close();
		unlock();
		throw error;
	}
	const { writers } = pools;

	let heavyQueries = 0;
	const threadsOf = (priority: QueryPriority) =>
		priority === "heavy" ? `SET max_threads = ${heavyQueries > 1 ? SHARED_CORES : CORES}; ` : "";

	const blockFiles = createBlockFiles(join(directory, "inserts"));
	// Separate from the queries: inserts must not wait for reports.
	const tableTypes = createTableTypes((table) =>
		writers.run(
			async (writer) =>
				rowsOf(await inStoreErrors(runBound(writer, COLUMN_TYPES, { table }))) as ColumnType[],
		),
	);

	return {
		listedParts,
		query: coalesceQueries(async ({ priority, sql, parameters }, wait, begin) => {
			if (priority === "heavy") heavyQueries++;
			try {
				return await pools[priority].run(async (reader) => {
					begin();
					const statement = `${threadsOf(priority)}${sql}`;
					return rowsOf(await inStoreErrors(runBound(reader, statement, parameters)));
				}, wait);
			} finally {
				if (priority === "heavy") heavyQueries--;
			}
		}),
		insert: async (table, columns, rows, { deduplicationToken } = {}) => {
			if (rows.length === 0) return;
			const block = nativeBlock(columns, await tableTypes.of(table), rows);
			const write = (statement: string) => writers.run(({ run }) => inStoreErrors(run(statement)));
			if (block === undefined) {
				const statement = insertStatement(table, columns, deduplicationToken);
				await write(`${statement}\n${rowsText(rows)}\n`);
			} else
				await blockFiles.lend(block, (file) =>
					write(insertStatement(table, columns, deduplicationToken, file)),
				);
		},
		command: async (sql, parameters = {}, { priority } = {}) => {
			await listedParts.during(sql, () =>
				(priority ? pools[priority] : writers).run(async (connection) => {
					await inStoreErrors(runBound(connection, sql, parameters));
				}),
			);
			tableTypes.forget();
		},
		close: async () => {
			await Promise.all(Object.values(pools).map((pool) => pool.idle()));
			for (const connection of connections) connection.close();
			await drainPending();
			unlock();
		},
	};
};
