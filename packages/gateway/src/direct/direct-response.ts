import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Answerable } from "../receive/answerable.ts";

const SECOND_MS = 1000;

let dateSecond = 0;
let dateLine = "";

/** The `Date` line of now, made once a second. */
const date = (): string => {
	const second = Math.floor(Date.now() / SECOND_MS);
	if (second !== dateSecond) {
		dateSecond = second;
		dateLine = `Date: ${new Date(second * SECOND_MS).toUTCString()}\r\n`;
	}
	return dateLine;
};

export interface DirectResponse extends Answerable {
	/** Makes it ready for the connection's next request. */
	renew(): void;
}

export interface DirectResponseParts {
	socket: Socket;
	/** What replies say about how long an idle connection is kept. */
	keepAliveMs: number;
	/** Called when an answer was written. */
	answered(): void;
}

/**
 * The response to a request of a direct connection, written as Node's server would write it. One serves all requests
 * of a connection, because they come one after the other.
 */
export const directResponse = ({
	socket,
	keepAliveMs,
	answered,
}: DirectResponseParts): DirectResponse => {
	const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / SECOND_MS)}\r\n\r\n`;
	let head = "";
	return {
		get destroyed() {
			return socket.destroyed;
		},
		get headersSent() {
			return head !== "";
		},
		writeHead: (status, headers) => {
			head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
			for (let at = 0; at < headers.length; at += 2)
				head += `${headers[at]}: ${headers[at + 1]}\r\n`;
		},
		end: (body) => {
			const start = head + date() + keepAlive;
			// In one piece, which halves the cost of sending; everything in a head is ASCII.
			socket.write(
				typeof body === "string" ? start + body : Buffer.concat([Buffer.from(start), body]),
			);
			answered();
		},
		renew: () => {
			head = "";
		},
	};
};
