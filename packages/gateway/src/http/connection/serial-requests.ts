import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { headEndIn, lastBytesOf } from "./head-end.ts";

/** Requests of connections that Node's server reads. */
export interface SerialRequests {
	/** Takes over the reading of a connection that the server has just been given. */
	follow(socket: Socket): void;
	/** Called for every request that the server has read, before it is processed. */
	began(request: IncomingMessage, response: ServerResponse): void;
	/** The response in flight on a connection. */
	responseOn(socket: Socket): ServerResponse | undefined;
}

/** Bytes without requests, such as empty lines, are read in this many pieces before other connections are served. */
const MAX_PIECES_AT_ONCE = 1_000;

interface Reading {
	began(request: IncomingMessage, response: ServerResponse): void;
	response(): ServerResponse | undefined;
}

/** Reads a connection one request at a time and passes it to `parse`, Node's own listener. */
const createReading = (socket: Socket, parse: (bytes: Buffer) => void): Reading => {
	let open: ServerResponse | undefined;
	let latest: IncomingMessage | undefined;
	/** Whether bytes that were already read are waiting. */
	let isHeld = false;
	/** Length of the latest request's body, where it is known. */
	let bodyBytesLeft = 0;
	let before = lastBytesOf(Buffer.alloc(0));

	const isReadingBody = () => latest !== undefined && !latest.complete;
	const mustWait = () => !isReadingBody() && (open !== undefined || socket.writableNeedDrain);
	const goOn = () => {
		isHeld = false;
		if (!socket.destroyed) socket.resume();
	};

	/** Up to the end of a head, or of a body, so that the data after it is not read along. */
	const nextPiece = (bytes: Buffer): Buffer => {
		if (isReadingBody() && bodyBytesLeft > 0) {
			const piece = bytes.subarray(0, bodyBytesLeft);
			bodyBytesLeft -= piece.length;
			return piece;
		}
		const end = headEndIn(before, bytes);
		return end === -1 ? bytes : bytes.subarray(0, end);
	};

	const putBack = (bytes: Buffer) => {
		socket.pause();
		socket.unshift(bytes);
		isHeld = true;
		if (!mustWait()) setImmediate(goOn);
		// Otherwise the end of the response in flight continues with it.
		else if (open === undefined) socket.once("drain", goOn);
	};

	const onData = (bytes: Buffer) => {
		let rest = bytes;
		for (let pieces = 0; rest.length > 0; pieces++) {
			// After an error or the last response, further bytes are discarded.
			if (socket.destroyed || socket.writableEnded) return;
			if (mustWait() || pieces === MAX_PIECES_AT_ONCE) return putBack(rest);
			const piece = nextPiece(rest);
			before = lastBytesOf(piece);
			rest = rest.subarray(piece.length);
			parse(piece);
		}
	};
	socket.off("data", parse);
	// With a listener other than its own, the server's parser leaves the connection's bytes to the stream.
	socket.on("data", onData);

	return {
		response: () => open,
		began: (request, response) => {
			// Impossible, unless the parser and `nextPiece` disagree about where a request ends.
			if (open !== undefined) return void socket.destroy();
			open = response;
			latest = request;
			bodyBytesLeft = Number(request.headers["content-length"] ?? 0);
			response.once("close", () => {
				open = undefined;
				// Other connections are served between two requests of one that sends many at once.
				if (isHeld) setImmediate(goOn);
				else goOn();
			});
		},
	};
};

/**
 * Allows one request in flight per connection. Node's server reads ahead: from 64 KB it makes a request and a response
 * for each of two thousand short requests before the first is answered. Here the next request is read from a connection
 * when its last response was handed to the system; until then further bytes wait, mostly on the client's side.
 */
export const createSerialRequests = (): SerialRequests => {
	const readings = new WeakMap<Socket, Reading>();
	return {
		follow: (socket) => {
			const parse = socket.listeners("data").at(-1);
			// A connection that was closed before it reached the server has none.
			if (parse !== undefined) readings.set(socket, createReading(socket, parse as () => void));
		},
		began: (request, response) => readings.get(request.socket)?.began(request, response),
		responseOn: (socket) => readings.get(socket)?.response(),
	};
};
