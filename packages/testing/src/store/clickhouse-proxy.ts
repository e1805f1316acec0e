import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	request,
	type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Query parameters that are no settings. */
const NO_SETTINGS = new Set(["query", "query_id", "database", "default_format"]);

/** A statement as it was received. */
export interface ReceivedStatement {
	sql: string;
	settings: Record<string, string>;
}

export interface ClickHouseProxyOptions {
	/** Uses HTTPS with this certificate. */
	tls?: { key: Buffer; cert: Buffer };
	/** Answers statements with this failure: all of them, or so many of those that match. */
	failure?: { code: number; text: string; of?: RegExp; times?: number };
	/** The version that the server seems to have. */
	version?: string;
}

/** An address of its own for a server. */
export interface ClickHouseProxy {
	/** With the user and the database of the server's URL. */
	url: string;
	/** Statements since the start, without pings. */
	statements(): ReceivedStatement[];
	/** Breaks every connection and accepts none any more, like a killed server. */
	close(): Promise<void>;
}

const read = async (message: IncomingMessage): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk);
	return Buffer.concat(chunks);
};

const refuse = (response: ServerResponse, { code, text }: { code: number; text: string }) => {
	response.writeHead(500, { "X-ClickHouse-Exception-Code": String(code) });
	response.end(`Code: ${code}. DB::Exception: ${text}. (REFUSED)`);
};

/** Records what is sent to a ClickHouse server, and answers in its place what that cannot be made to answer. */
export const startClickHouseProxy = async (
	serverUrl: string,
	{ tls, failure, version }: ClickHouseProxyOptions = {},
): Promise<ClickHouseProxy> => {
	const target = new URL(serverUrl);
	const statements: ReceivedStatement[] = [];
	let failuresLeft = failure?.times ?? Number.POSITIVE_INFINITY;
	const forward = async (incoming: IncomingMessage, response: ServerResponse) => {
		const { method, url = "/", headers } = incoming;
		const body = await read(incoming);
		const { searchParams } = new URL(url, serverUrl);
		const query = searchParams.get("query");
		const sql = query === null ? body.toString() : `${query}\n${body}`;
		const isStatement = !url.startsWith("/ping");
		if (isStatement)
			statements.push({
				sql,
				settings: Object.fromEntries([...searchParams].filter(([name]) => !NO_SETTINGS.has(name))),
			});
		if (failure && isStatement && failuresLeft > 0 && (failure.of?.test(sql) ?? true)) {
			failuresLeft--;
			return refuse(response, failure);
		}
		const sent =
			version === undefined ? body : Buffer.from(`${body}`.replace("version()", `'${version}'`));
		const { hostname, port } = target;
		const { "transfer-encoding": _chunked, ...others } = headers;
		const kept = { ...others, "content-length": String(sent.length) };
		const onward = request({ hostname, port, method, path: url, headers: kept }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.on("error", () => response.destroy()).pipe(response);
		});
		onward.on("error", () => response.destroy());
		response.on("close", () => onward.destroy());
		onward.end(sent);
	};
	const listener: RequestListener = (incoming, response) => {
		forward(incoming, response).catch(() => response.destroy());
	};
	const server = tls ? createTlsServer(tls, listener) : createServer(listener);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const own = new URL(serverUrl);
	own.port = String((server.address() as AddressInfo).port);
	return {
		url: tls ? own.href.replace("http:", "https:") : own.href,
		statements: () => [...statements],
		close: async () => {
			server.closeAllConnections();
			if (server.listening) await new Promise((resolve) => server.close(resolve));
		},
	};
};
