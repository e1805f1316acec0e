import type { Readable } from "node:stream";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { pause } from "@footfall/shared/waiting/pause";
import { createResettableAgent } from "./fenced-inserts.ts";
import { tokenSetting } from "./insert-statement.ts";
import { StoreError } from "./store-error.ts";

const PING_MS = 2000;
/** How long one statement waits for a server to catch up. */
const SYNC_S = 3;
/** How often an insert is looked for that another process left running. */
const SETTLING_MS = 50;
/** TIMEOUT_EXCEEDED. */
const NOT_IN_TIME = "159";

export interface ServerOptions {
	readers: number;
	requestTimeoutMs: number;
	certificateAuthority: Buffer | undefined;
}

/** The connections to one server. */
export interface Server {
	/** Host and port. */
	name: string;
	client: Client;
	/** For inserts that must not arrive late. */
	fenced: Client;
	/** Resets the connections of `fenced`. */
	reset(): void;
	close(): Promise<void>;
}

type Client = ReturnType<typeof createClient>;

/** Our tables that other servers have too, read where they are. */
const REPLICATED_TABLES =
	"SELECT table FROM system.replicas WHERE database = currentDatabase() ORDER BY table";

/**
 * Blocks of a table that a server knows of and does not have, and those of them that no other server that is up has
 * either. ClickHouse waits for these without end, although only the return of their server can bring them.
 */
const MISSING_BLOCKS = `
	SELECT count() AS missing,
		countIf(last_exception LIKE '%NO_REPLICA_HAS_PART%' OR active_replicas = 1) AS unavailable
	FROM system.replication_queue AS queued
	JOIN system.replicas AS replicas ON queued.database = replicas.database AND queued.table = replicas.table
	WHERE queued.database = currentDatabase() AND queued.table = {table:String}
		AND type IN ('GET_PART', 'ATTACH_PART', 'DROP_RANGE', 'DROP_PART', 'REPLACE_RANGE')`;

/** Resolves to how many blocks the server does without. @throws ClickHouseError if it is behind for longer than that */
const catchUpTable = async (client: Client, table: string, maxMs: number): Promise<number> => {
	const until = performance.now() + maxMs;
	for (;;)
		try {
			await client.command({
				query: `SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`,
				clickhouse_settings: { receive_timeout: SYNC_S },
			});
			return 0;
		} catch (error) {
			if (!(error instanceof ClickHouseError) || error.code !== NOT_IN_TIME) throw error;
			const result = await client.query({
				query: MISSING_BLOCKS,
				query_params: { table },
				format: "JSONEachRow",
				clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
			});
			const [row] = await result.json<{ missing: number; unavailable: number }>();
			const { missing = 0, unavailable = 0 } = row ?? {};
			if (missing === unavailable && missing > 0) return missing;
			if (performance.now() > until) throw error;
		}
};

export interface CatchUpOptions {
	/** All that are replicated, by default. */
	tables?: readonly string[];
	/** How long a server may take for a table. */
	maxMs: number;
}

/**
 * Waits until a server has everything that the others have stored so far. Resolves to the number of blocks that only
 * servers have that are down.
 */
export const catchUp = async (
	client: Client,
	{ tables, maxMs }: CatchUpOptions,
): Promise<number> => {
	const names =
		tables ??
		(
			await client
				.query({ query: REPLICATED_TABLES, format: "JSONEachRow" })
				.then((result) => result.json<{ table: string }>())
		).map(({ table }) => table);
	let unavailable = 0;
	for (const table of names) unavailable += await catchUpTable(client, table, maxMs);
	return unavailable;
};

/** Statements that store rows under a token with a certain start, whoever sent them. */
const RUNNING_INSERTS = `
	SELECT count() AS running FROM system.processes
	WHERE startsWith(query, 'INSERT INTO ') AND position(query, {setting:String}) > 0`;

/** Waits until a server runs no insert under a token that starts like this. */
export const insertsEnded = async (
	client: Client,
	tokenStart: string,
	maxMs: number,
): Promise<void> => {
	const until = performance.now() + maxMs;
	for (;;) {
		const result = await client.query({
			query: RUNNING_INSERTS,
			query_params: { setting: tokenSetting(tokenStart) },
			format: "JSONEachRow",
			clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
		});
		const [row] = await result.json<{ running: number }>();
		if (row?.running === 0) return;
		if (performance.now() > until)
			throw new StoreError("an insert of another loader does not end", undefined);
		await pause(SETTLING_MS);
	}
};

export const answers = async (client: Client): Promise<boolean> => {
	const ping = await client
		.ping({ select: false, abort_signal: AbortSignal.timeout(PING_MS) })
		.catch(() => undefined);
	return ping?.success === true;
};

export const connectServer = (
	url: URL,
	{ readers, requestTimeoutMs, certificateAuthority }: ServerOptions,
): Server => {
	const shared = {
		url,
		request_timeout: requestTimeoutMs,
		// The client's messages quote rows that a server could not read; errors are thrown, and logged by the caller.
		log: { level: ClickHouseLogLevel.OFF },
		// Long values do not fit in a URL.
		use_multipart_params_auto: true,
	};
	const client = createClient({
		...shared,
		max_open_connections: readers + 2,
		...(certificateAuthority &&
			url.protocol === "https:" && { tls: { ca_cert: certificateAuthority } }),
	});
	const { agent, reset } = createResettableAgent(url, certificateAuthority);
	const fenced = createClient({ ...shared, http_agent: agent });
	return {
		...{ name: url.host, client, fenced, reset },
		close: async () => {
			await Promise.all([client.close(), fenced.close()]);
		},
	};
};

/** Sends a statement that must not take effect after the signal. */
export const execBefore = async (
	{ client, fenced, reset }: Server,
	signal: AbortSignal | undefined,
	statement: Parameters<Client["exec"]>[0] & { values: Readable },
) => {
	if (signal === undefined) return client.exec(statement);
	signal.throwIfAborted();
	signal.addEventListener("abort", reset);
	try {
		return await fenced.exec(statement);
	} finally {
		signal.removeEventListener("abort", reset);
	}
};

interface Replication {
	/** The server has lost Keeper. */
	is_readonly: 0 | 1;
	/** Servers that are up and have the table. */
	active_replicas: number;
	total_replicas: number;
}

/** How a server sees the replicas of a table; `undefined` for a table that is not replicated. */
const replicationOf = async (client: Client, table: string): Promise<Replication | undefined> => {
	const result = await client.query({
		query: `
			SELECT is_readonly, active_replicas, total_replicas FROM system.replicas
			WHERE database = currentDatabase() AND table = {table:String}`,
		query_params: { table },
		format: "JSONEachRow",
	});
	const [row] = await result.json<Replication>();
	return row;
};

/** How many available servers have a table. */
export const activeReplicas = async (client: Client, table: string): Promise<string> =>
	String((await replicationOf(client, table))?.active_replicas ?? 1);

/** Why a block for a table would not be stored by the required number of servers; "" if it would. */
export const insertObstacle = async (
	client: Client,
	table: string,
	quorum: string,
): Promise<string> => {
	const found = await replicationOf(client, table);
	if (found === undefined) return "";
	const { is_readonly: isReadonly, active_replicas: active, total_replicas: total } = found;
	// Without Keeper, a server does not know of any replica, not even of itself.
	if (isReadonly || total === 0)
		return "the server has lost its connection to Keeper, so nothing can be stored";
	const needed = quorum === "auto" ? Math.floor(total / 2) + 1 : Number(quorum);
	return active < needed
		? `${active} of ${total} servers of the cluster are up, but storing needs ${needed}`
		: "";
};
