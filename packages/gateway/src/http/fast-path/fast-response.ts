import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ResponseWriter } from "../reply/response-writer.ts";

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

const headOf = (status: number, headers: readonly string[]): string => {
	let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
	for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
	return head;
};

/**
 * The response on a connection of the fast path, written as Node's server would write it. One serves all requests of a
 * connection, because they come one after the other: a new one each time would cost 3.5 µs, 10 % of an event.
 */
export const fastResponse = ({
	socket,
	keepAliveMs,
	answered,
}: {
	socket: Socket;
	/** How long the connection is kept when it is idle. */
	keepAliveMs: number;
	/** Called when an answer was written. */
	answered(): void;
}): ResponseWriter & {
	/** Makes it ready for the connection's next request. */
	renew(): void;
} => {
	const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / SECOND_MS)}\r\n\r\n`;
	let head: string | undefined;
	return {
		get destroyed() {
			return socket.destroyed;
		},
		get headersSent() {
			return head !== undefined;
		},
		writeHead: (status, headers) => {
			head = headOf(status, headers);
		},
		end: (body) => {
			const whole = (head ?? headOf(200, [])) + date() + keepAlive;
			// In one piece, which halves the cost of sending; everything in a head is ASCII.
			socket.write(
				typeof body === "string" ? whole + body : Buffer.concat([Buffer.from(whole), body]),
			);
			answered();
		},
		renew: () => {
			head = undefined;
		},
	};
};
