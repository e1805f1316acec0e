import type { Readable } from "node:stream";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { createResettableAgent } from "./fenced-inserts.ts";

const PING_MS = 2000;

export interface ServerOptions {
	readers: number;
	requestTimeoutMs: number;
	certificateAuthority: Buffer | undefined;
}

/** The connections to one server. */
export interface Server {
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

/** Waits until a server has everything that the others have stored so far. */
export const catchUp = async (client: Client, tables?: readonly string[]): Promise<void> => {
	const names =
		tables ??
		(
			await client
				.query({ query: REPLICATED_TABLES, format: "JSONEachRow" })
				.then((result) => result.json<{ table: string }>())
		).map(({ table }) => table);
	for (const table of names)
		await client.command({ query: `SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT` });
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
		...{ client, fenced, reset },
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
	if (isReadonly) return "the server has lost its connection to Keeper, so nothing can be stored";
	const needed = quorum === "auto" ? Math.floor(total / 2) + 1 : Number(quorum);
	return active < needed
		? `${active} of ${total} servers of the cluster are up, but storing needs ${needed}`
		: "";
};
