import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { drainPending, Session } from "chdb";

/** Parameters of a request's address that steer the HTTP server and are no settings of the engine. */
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

const literal = (text: string) =>
	`'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
};

const statementOf = async (request: IncomingMessage): Promise<string> => {
	const { searchParams } = new URL(request.url ?? "/", "http://shim");
	const settings = [...searchParams]
		.filter(([name]) => !SERVER_ONLY.has(name))
		.map(([name, value]) => `SET ${name} = ${literal(value)}; `);
	const body = await bodyOf(request);
	const query = searchParams.get("query");
	return `${settings.join("")}${query === null ? body : `${query}\n${body}`}`;
};

/**
 * Speaks as much of ClickHouse's HTTP interface as its client uses, over an engine in this process. What it
 * does not stand for: authentication, TLS, compression, replication.
 */
export const startClickHouseShim = async (
	directory: string,
	{ host = "127.0.0.1", port = 0 }: { host?: string; port?: number } = {},
) => {
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const sql = await statementOf(request);
		// A session of its own per request: settings and parameters must not outlive it.
		const session = new Session(directory);
		try {
			const result = await session.queryAsync(sql, { format: "TabSeparated" });
			response.end(result.bytes());
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			response.statusCode = 500;
			response.setHeader("X-ClickHouse-Exception-Code", /Code: (\d+)/.exec(message)?.[1] ?? "1");
			response.end(message);
		} finally {
			session.close();
		}
	};
	// Keeps the engine running between requests.
	const keeper = new Session(directory);
	const server = createServer((request, response) => {
		if (request.url?.startsWith("/ping")) response.end("Ok.\n");
		else void answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(port, host, resolve));
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			keeper.close();
			await drainPending();
		},
	};
};
