import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { OtherConnections } from "../connection/close-gracefully.ts";
import type { Take } from "../request/request-head.ts";
import { fastResponse } from "./fast-response.ts";
import { readPlainRequest } from "./plain-request.ts";

export interface FastPathParts {
	/** What takes the requests to each path. */
	takes: ReadonlyMap<string, Take>;
	/** Whether the server takes its leave: then every request is Node's. */
	isClosing(): boolean;
	/** How long a connection may be silent before its first request, and after one. */
	silentMs: number;
	keepAliveMs: number;
	/** How long it may wait for its client to read an answer. */
	unreadMs: number;
	/** Called with a connection that has just become the server's, before it reads anything. */
	handedOver(socket: Socket): void;
}

interface Connection {
	socket: Socket;
	isBusy: boolean;
}

/**
 * Answers plain requests to a few paths straight from the connection: reading and writing HTTP for any request at all
 * costs Node's server more than taking an event does otherwise. The first bytes that are not exactly one such request
 * give the connection to that server, and it stays there: what the server is asked to allow and to refuse, and when,
 * is decided in one place. Called before anything else listens for the server's connections.
 */
export const serveFastPath = (server: Server, parts: FastPathParts): OtherConnections => {
	const open = new Set<Connection>();
	const [takeOver] = server.listeners("connection");
	server.removeAllListeners("connection");

	const accept = (socket: Socket) => {
		const connection: Connection = { socket, isBusy: false };
		let hasEnded = false;
		let isFirst = true;
		/** What comes before the answer to what came first. */
		let waiting: Buffer | undefined;

		const leave = () => {
			open.delete(connection);
			socket.off("data", onData);
			socket.off("end", onEnd);
			socket.off("error", onError);
			socket.off("timeout", onSilence);
			socket.off("drain", onDrain);
			socket.off("close", leave);
		};
		const handOver = (bytes: Buffer) => {
			leave();
			takeOver?.call(server, socket);
			parts.handedOver(socket);
			socket.emit("data", bytes);
		};
		const response = fastResponse({
			socket,
			keepAliveMs: parts.keepAliveMs,
			answered: () => {
				connection.isBusy = false;
				if (isFirst) socket.setTimeout(parts.keepAliveMs);
				isFirst = false;
				if (!socket.writableNeedDrain) return proceed();
				socket.pause();
				socket.setTimeout(parts.unreadMs);
				socket.once("drain", onDrain);
			},
		});
		const proceed = () => {
			if (waiting !== undefined) setImmediate(goOn);
			else if (hasEnded) socket.end();
		};
		const onDrain = () => {
			socket.setTimeout(parts.keepAliveMs);
			// What waits comes before what is read next.
			if (waiting === undefined) socket.resume();
			proceed();
		};
		const onData = (bytes: Buffer) => {
			if (connection.isBusy) {
				waiting = waiting === undefined ? bytes : Buffer.concat([waiting, bytes]);
				socket.pause();
				return;
			}
			const request = parts.isClosing() ? undefined : readPlainRequest(bytes);
			const take = request && parts.takes.get(request.path);
			if (request === undefined || take === undefined) return handOver(bytes);
			connection.isBusy = true;
			response.renew();
			take(request.body, { headers: request.headers, socket }, response);
		};
		const goOn = () => {
			if (waiting === undefined || socket.destroyed) return;
			const bytes = waiting;
			waiting = undefined;
			onData(bytes);
			socket.resume();
		};
		const onEnd = () => {
			hasEnded = true;
			if (!connection.isBusy && waiting === undefined) socket.end();
		};
		const onSilence = () => {
			// Who waits for us is not the one who is silent.
			if (!connection.isBusy) socket.destroy();
		};
		// The connection is gone then, which is all that there is to know: "close" follows.
		const onError = () => undefined;

		open.add(connection);
		socket.setTimeout(parts.silentMs);
		socket.on("data", onData);
		socket.on("end", onEnd);
		socket.on("error", onError);
		socket.on("timeout", onSilence);
		socket.on("close", leave);
	};

	server.on("connection", accept);
	return {
		closeIdle: () => {
			for (const { socket, isBusy } of open) if (!isBusy) socket.destroy();
		},
		closeAll: () => {
			for (const { socket } of open) socket.destroy();
		},
	};
};
