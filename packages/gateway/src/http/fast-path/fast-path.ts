import type { Server } from "node:http";
import type { Socket } from "node:net";
import { recordRequest } from "@footfall/shared/request/recent-requests";
import type { OtherConnections } from "../connection/close-gracefully.ts";
import type { Intake } from "../request/request-head.ts";
import { createFastResponse, createReplyFormat, type ReplyFormat } from "./fast-response.ts";
import { readPlainRequest } from "./plain-request.ts";

export interface FastPathParts {
	/** Handlers by path. */
	intakes: ReadonlyMap<string, Intake>;
	/** Whether the server is closing: Node's server then answers every request. */
	isClosing(): boolean;
	/** How long a connection may be silent before its first request, and after one. */
	silentMs: number;
	keepAliveMs: number;
	/** Called with a connection that was just handed to the server, before it reads anything. */
	handedOver(socket: Socket): void;
}

interface Connection {
	socket: Socket;
	/** Whether a request is in flight on it. */
	isBusy: boolean;
}

/** Answers the requests of one connection until the first that is not plain, which goes to `handOver`. */
const answerPlainRequests = (
	connection: Connection,
	parts: FastPathParts & { format: ReplyFormat },
	handOver: (bytes: Buffer) => void,
): void => {
	const { socket } = connection;
	let hasEnded = false;
	let isFirst = true;
	/** Bytes that arrived before the answer to the request in flight. */
	let queued: Buffer | undefined;

	const response = createFastResponse({
		socket,
		format: parts.format,
		answered: () => {
			connection.isBusy = false;
			if (isFirst) socket.setTimeout(parts.keepAliveMs);
			isFirst = false;
			if (!socket.writableNeedDrain) return proceed();
			socket.pause();
			socket.once("drain", onDrain);
		},
	});
	const proceed = () => {
		if (queued !== undefined) setImmediate(readQueued);
		else if (hasEnded) socket.end();
	};
	const onDrain = () => {
		// Queued bytes come before those that are read next.
		if (queued === undefined) socket.resume();
		proceed();
	};
	const onData = (bytes: Buffer) => {
		if (connection.isBusy) {
			queued = queued === undefined ? bytes : Buffer.concat([queued, bytes]);
			socket.pause();
			return;
		}
		const request = parts.isClosing() ? undefined : readPlainRequest(bytes);
		const intake = request && parts.intakes.get(request.path);
		if (request === undefined || intake === undefined) {
			leave();
			return handOver(bytes);
		}
		const { path, headers, body } = request;
		recordRequest(`POST ${path}`, headers, body.length, path.length);
		connection.isBusy = true;
		response.renew();
		intake.take(body, { headers, socket }, response);
	};
	const readQueued = () => {
		if (queued === undefined || socket.destroyed) return;
		const bytes = queued;
		queued = undefined;
		onData(bytes);
		socket.resume();
	};
	const listeners = {
		data: onData,
		drain: onDrain,
		end: () => {
			hasEnded = true;
			if (!connection.isBusy && queued === undefined) socket.end();
		},
		timeout: () => {
			// A client that waits for its answer does not count as silent.
			if (!connection.isBusy) socket.destroy();
		},
		// "close" follows and contains all that matters.
		error: () => undefined,
	};
	const leave = () => {
		for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
	};

	socket.setTimeout(parts.silentMs);
	socket.on("data", listeners.data);
	socket.on("end", listeners.end);
	socket.on("error", listeners.error);
	socket.on("timeout", listeners.timeout);
};

/**
 * Answers plain requests to a few paths directly on the connection: Node's server reads and writes HTTP for any
 * request, and an event through it takes 40 % more CPU (115 µs instead of 82 on a busy machine). The first bytes that
 * are not exactly one such request hand the connection over to that server permanently, so that limits and refusals are
 * decided in one place. Called before anything else listens for the server's connections.
 */
export const serveFastPath = (server: Server, given: FastPathParts): OtherConnections => {
	const parts = { ...given, format: createReplyFormat(given.keepAliveMs) };
	const open = new Set<Connection>();
	const [takeOver] = server.listeners("connection");
	server.removeAllListeners("connection");

	server.on("connection", (socket: Socket) => {
		const connection: Connection = { socket, isBusy: false };
		const forget = () => open.delete(connection);
		open.add(connection);
		socket.once("close", forget);
		answerPlainRequests(connection, parts, (bytes) => {
			forget();
			socket.off("close", forget);
			takeOver?.call(server, socket);
			parts.handedOver(socket);
			socket.emit("data", bytes);
		});
	});
	return {
		closeIdle: () => {
			for (const { socket, isBusy } of open) if (!isBusy) socket.destroy();
		},
		closeAll: () => {
			for (const { socket } of open) socket.destroy();
		},
	};
};
