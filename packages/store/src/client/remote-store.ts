import { Readable } from "node:stream";
import { ClickHouseError } from "@clickhouse/client";
import { onCluster } from "./cluster-statement.ts";
import { coalesceQueries } from "./coalesce-queries.ts";
import type { EventStore } from "./event-store.ts";
import { insertStatement, rowsText } from "./insert-statement.ts";
import { inFields } from "./parameters.ts";
import { createPool } from "./pool.ts";
import { createReplicas, type Replica } from "./replicas.ts";
import {
	activeReplicas,
	answers,
	catchUp,
	connectServer,
	execBefore,
	insertObstacle,
	insertsEnded,
	type Server,
} from "./server-connection.ts";
import { StoreError, storeErrorOf } from "./store-error.ts";

export interface RemoteStoreOptions {
	/**
	 * `http(s)://user:password@host:port/database` of a ClickHouse server, or of several replicas with commas between
	 * them; the user, password and database of the first one apply to those without their own.
	 */
	url: string;
	/**
	 * Name of the servers' cluster, or one of their macros such as `{cluster}`: tables are created on
	 * all of its servers.
	 */
	cluster?: string | undefined;
	/**
	 * How many replicas must have a block before it counts as stored: a number, or `auto` for a
	 * majority, the default.
	 */
	insertQuorum?: string | undefined;
	/** PEM of the authority that signed the servers' certificates, in addition to those that Node knows. */
	certificateAuthority?: Buffer | undefined;
	/** Maximum number of concurrent queries, half of them heavy. 10 by default. */
	readers?: number;
	/** Maximum number of queued queries of a priority. 1,000 by default. */
	maxWaiting?: number;
	/** A request without a response fails after this long. 60 s by default. */
	requestTimeoutMs?: number;
	/** How long a replica may take for a table to get what the others have stored. 60 s by default. */
	catchUpMs?: number;
	/** Called when another replica is used from now on. URLs without user and password. */
	switched?(from: string, to: string, reason: string): void;
	/** Called when a replica is used without blocks that only replicas have that are down. */
	incomplete?(server: string, blocks: number): void;
}

const MAX_WAITING = 1000;
const WATCH_MS = 5000;
const QUORUM_TIMEOUT_MS = 20_000;
const CATCH_UP_MS = 60_000;
/** A block takes well under a second; one that takes longer is waiting for servers that Keeper has not given up yet. */
const SLOW_INSERT_MS = 4000;

/** TABLE_IS_READ_ONLY, of a server that has lost Keeper. */
const UNABLE = new Set(["242"]);
/** UNFINISHED: a replica is down and will run the statement when it is back. */
const UNFINISHED = "341";

/**
 * Settings of every insert. Newer servers collect the blocks of several requests by default, and then do not
 * recognise one that is sent again. A block without a token is stored even if it equals an earlier one.
 */
const insertSettings = (quorum: string | undefined, token: string | undefined) => ({
	async_insert: 0 as const,
	...(quorum !== undefined && {
		...(quorum !== "0" && quorum !== "1" && { insert_quorum: quorum }),
		insert_quorum_timeout: QUORUM_TIMEOUT_MS,
		insert_deduplicate: (token === undefined ? 0 : 1) as 0 | 1,
	}),
});

/** The URLs in CLICKHOUSE_URL; the first supplies what the others omit. */
export const addressesOf = (url: string): [URL, ...URL[]] => {
	const [first = "", ...others] = url.split(",").map((one) => one.trim());
	const main = new URL(first);
	return [
		main,
		...others.map((text) => {
			const address = new URL(text);
			if (address.username === "") {
				address.username = main.username;
				address.password = main.password;
			}
			if (address.pathname === "/") address.pathname = main.pathname;
			return address;
		}),
	];
};

const inStoreErrors = async <Result>(result: Promise<Result>): Promise<Result> => {
	try {
		return await result;
	} catch (error) {
		throw storeErrorOf(error);
	}
};

const openReplicas = (
	options: RemoteStoreOptions,
	{ readers, requestTimeoutMs }: { readers: number; requestTimeoutMs: number },
) => {
	const { url, cluster, certificateAuthority, switched = () => {} } = options;
	const catchUpWith = async ({ client, name }: Server, tables?: readonly string[]) => {
		const { catchUpMs: maxMs = CATCH_UP_MS, incomplete } = options;
		const blocks = await catchUp(client, { maxMs, ...(tables && { tables }) });
		if (blocks > 0) incomplete?.(name, blocks);
	};
	const createReplica = (address: URL): Replica<Server> => {
		const server = connectServer(address, { readers, requestTimeoutMs, certificateAuthority });
		return {
			name: server.name,
			client: server,
			ping: () => answers(server.client),
			catchUp: () => (cluster === undefined ? Promise.resolve() : catchUpWith(server)),
		};
	};
	const [first, ...others] = addressesOf(url);
	const replicas = [createReplica(first), ...others.map(createReplica)] as const;
	const statements = createReplicas([replicas[0], ...replicas.slice(1)], {
		// An error with a code is the server's own answer; any other is from the connection to it.
		isConnectionLost: (error) => !(error instanceof ClickHouseError),
		isUnableToServe: (error) => error instanceof ClickHouseError && UNABLE.has(error.code),
		watchMs: WATCH_MS,
		switched,
	});
	return {
		run: statements.run,
		catchUpWith,
		/** For each one that answers: what runs on another can no longer be seen, and ends with it. */
		each: async (task: (server: Server) => Promise<void>) => {
			const answering = replicas.map(async (one) => (await one.ping()) && task(one.client));
			await Promise.all(answering);
		},
		close: async () => {
			statements.close();
			await Promise.all(replicas.map(({ client }) => client.close()));
		},
	};
};

export const openRemote = (options: RemoteStoreOptions): EventStore => {
	const { readers = 10, maxWaiting = MAX_WAITING, requestTimeoutMs = 60_000, cluster } = options;
	const { insertQuorum = "auto" } = options;
	const quorum = cluster === undefined ? undefined : insertQuorum;
	const replicas = openReplicas(options, { readers, requestTimeoutMs });
	const createServerPool = (many: number, maxPerCaller = many) =>
		createPool(
			Array.from({ length: many }, (_none, place) => place),
			{ maxWaiting, maxPerCaller },
		);
	const heavyReaders = Math.ceil(readers / 2);
	const pools = {
		prompt: createServerPool(Math.max(1, readers - heavyReaders)),
		heavy: createServerPool(heavyReaders, Math.max(1, heavyReaders - 1)),
	};
	const writers = createServerPool(2);
	/** When the inserts in progress started. */
	const inserting = new Set<number>();
	// Older servers quote 64-bit counts by default.
	const reading = { output_format_json_quote_64bit_integers: 0 } as const;
	const spread = (sql: string) => (cluster === undefined ? sql : onCluster(sql.trim(), cluster));

	/** A statement that replicas finish by themselves is complete when all available replicas have run it. */
	const untilDone = async (statement: Promise<unknown>): Promise<void> => {
		try {
			await statement;
		} catch (error) {
			const isDown = error instanceof ClickHouseError && error.code === UNFINISHED;
			if (cluster === undefined || !isDown) throw error;
		}
	};

	return {
		query: coalesceQueries((statement, wait, begin) =>
			pools[statement.priority].run(() => {
				begin();
				const { sql, parameters } = inFields(statement.sql, statement.parameters);
				return inStoreErrors(
					replicas.run(
						({ client }, abort_signal) =>
							client
								.query({
									...{ query: sql, format: "JSONEachRow" as const, query_params: parameters },
									...{ clickhouse_settings: reading, abort_signal },
								})
								.then((result) => result.json<unknown>()),
						true,
					),
				);
			}, wait),
		),
		insert: async (table, columns, rows, { deduplicationToken, isOnAll = false, signal } = {}) => {
			if (rows.length === 0) return;
			const query = insertStatement(table, columns, deduplicationToken);
			const body = Buffer.from(rowsText(rows));
			await writers.run(async () => {
				const since = performance.now();
				inserting.add(since);
				const inserted = replicas.run(async (server, abort_signal) => {
					const blockQuorum =
						quorum && isOnAll ? await activeReplicas(server.client, table) : quorum;
					const { stream } = await execBefore(server, signal, {
						...{ query, abort_signal },
						values: Readable.from([body], { objectMode: false }),
						clickhouse_settings: insertSettings(blockQuorum, deduplicationToken),
					});
					stream.resume();
				}, deduplicationToken !== undefined);
				await inStoreErrors(inserted).finally(() => inserting.delete(since));
			});
		},
		command: async (sql, parameters = {}, { priority } = {}) => {
			const query = spread(sql);
			const isInsert = /^\s*INSERT\s/i.test(query);
			await (priority ? pools[priority] : writers).run(() =>
				inStoreErrors(
					replicas.run(
						({ client }, abort_signal) =>
							untilDone(
								client.command({
									...{ query, query_params: parameters, abort_signal },
									...(isInsert && { clickhouse_settings: insertSettings(quorum, undefined) }),
								}),
							),
						false,
					),
				),
			);
		},
		insertsEnded: (tokenStart) =>
			inStoreErrors(
				replicas.each(({ client }) => insertsEnded(client, tokenStart, requestTimeoutMs)),
			),
		...(cluster !== undefined && {
			catchUp: (tables: readonly string[]) =>
				inStoreErrors(replicas.run((server) => replicas.catchUpWith(server, tables), true)),
			requireInsertable: async () => {
				const obstacle = await inStoreErrors(
					replicas.run(({ client }) => insertObstacle(client, "events", insertQuorum), true),
				);
				const [since = Number.POSITIVE_INFINITY] = inserting;
				const isSlow = performance.now() - since > SLOW_INSERT_MS;
				if (obstacle !== "" || isSlow)
					throw new StoreError(obstacle || "too few replicas have stored the block", undefined);
			},
		}),
		close: async () => {
			await Promise.all([writers, pools.prompt, pools.heavy].map((pool) => pool.idle()));
			await replicas.close();
		},
	};
};
