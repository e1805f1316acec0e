import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { drainPending, Session } from "chdb";

/** Query parameters that control the HTTP server and are no settings of the engine. */
const SERVER_ONLY = new Set([
	"query",
	"query_id",
	"database",
	"session_id",
	"default_format",
	"wait_end_of_query",
	"send_progress_in_http_headers",
	"http_headers_progress_interval_ms",
	"enable_http_compression",
]);
/** Settings that need Keeper, and are only recorded. */
const OF_CLUSTERS = new Set(["insert_quorum", "insert_quorum_timeout"]);

/** A statement as it was received. */
export interface ShimRequest {
	sql: string;
	database: string;
	settings: Record<string, string>;
}

export interface ShimOptions {
	host?: string;
	port?: number;
	/** Uses HTTPS with this certificate. */
	tls?: { key: Buffer; cert: Buffer };
	/** Answers every statement with this failure. */
	failure?: { code: number; text: string };
	/** The version that it reports; the engine's by default. */
	version?: string;
}

export interface ClickHouseShim {
	url: string;
	/** Statements since the start, without pings. */
	requests(): ShimRequest[];
	/** Breaks every connection and accepts none any more, like a killed server. */
	stop(): Promise<void>;
	close(): Promise<void>;
}

const literal = (text: string) =>
	`'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
};

const readRequest = async (request: IncomingMessage): Promise<ShimRequest> => {
	const { searchParams } = new URL(request.url ?? "/", "http://shim");
	const body = await bodyOf(request);
	const query = searchParams.get("query");
	return {
		sql: query === null ? body : `${query}\n${body}`,
		database: searchParams.get("database") ?? "default",
		settings: Object.fromEntries([...searchParams].filter(([name]) => !SERVER_ONLY.has(name))),
	};
};

const statementOf = ({ sql, database, settings }: ShimRequest, version: string | undefined) => {
	const set = Object.entries(settings)
		.filter(([name]) => !OF_CLUSTERS.has(name))
		.map(([name, value]) => `SET ${name} = ${literal(value)}; `);
	const use = `USE \`${database}\`; `;
	const text = version === undefined ? sql : sql.replace("version()", `'${version}'`);
	return `${use}${set.join("")}${text}`;
};

/**
 * Implements as much of ClickHouse's HTTP interface as its client uses, over an engine in this process; several on one
 * directory are servers with the same data. Not implemented: compression, accounts, replication.
 */
export const startClickHouseShim = async (
	directory: string,
	{ host = "127.0.0.1", port = 0, tls, failure, version }: ShimOptions = {},
): Promise<ClickHouseShim> => {
	const requests: ShimRequest[] = [];
	const refuse = (response: ServerResponse, code: string, message: string) => {
		response.statusCode = 500;
		response.setHeader("X-ClickHouse-Exception-Code", code);
		response.end(message);
	};
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const read = await readRequest(request);
		requests.push(read);
		if (failure)
			return refuse(
				response,
				String(failure.code),
				`Code: ${failure.code}. DB::Exception: ${failure.text}. (REFUSED)`,
			);
		// A session of its own per request: settings and parameters must not outlive it.
		const session = new Session(directory);
		try {
			const result = await session.queryAsync(statementOf(read, version), {
				format: "TabSeparated",
			});
			response.end(result.bytes());
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			refuse(response, /Code: (\d+)/.exec(message)?.[1] ?? "1", message);
		} finally {
			session.close();
		}
	};
	// Keeps the engine running between requests.
	const keeper = new Session(directory);
	const listener: RequestListener = (request, response) => {
		if (request.url?.startsWith("/ping")) response.end("Ok.\n");
		else answer(request, response).catch((error) => response.destroy(error));
	};
	const server = tls ? createTlsServer(tls, listener) : createServer(listener);
	await new Promise<void>((resolve) => server.listen(port, host, resolve));
	const url = `${tls ? "https" : "http"}://${host}:${(server.address() as AddressInfo).port}`;
	let stopping: Promise<void> | undefined;
	const stop = () => {
		server.closeAllConnections();
		stopping ??= new Promise((resolve) => server.close(() => resolve()));
		return stopping;
	};
	return {
		url,
		requests: () => [...requests],
		stop,
		close: async () => {
			await stop();
			keeper.close();
			await drainPending();
		},
	};
};
