import { isAscii } from "node:buffer";
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

/** What an answer begins with, and where it comes again, the whole of it as it was last sent. */
interface Head {
	status: number;
	text: string;
	latest: { date: string; keepAlive: string; body: string; whole: string; encoding: Encoding };
}

type Encoding = "latin1" | "utf8";

const NEVER_SENT: Head["latest"] = {
	date: "",
	keepAlive: "",
	body: "",
	whole: "",
	encoding: "utf8",
};

/** Of answers that come again with the same list of headers; such a list is frozen. */
const heads = new WeakMap<readonly string[], Head>();

const headFor = (status: number, headers: readonly string[]): Head => {
	const known = heads.get(headers);
	if (known?.status === status) return known;
	const head = { status, text: headOf(status, headers), latest: NEVER_SENT };
	if (Object.isFrozen(headers)) heads.set(headers, head);
	return head;
};

const repeated = (head: Head, keepAlive: string, body: string): Head["latest"] => {
	const { latest } = head;
	if (latest.date === date() && latest.body === body && latest.keepAlive === keepAlive)
		return latest;
	const whole = head.text + date() + keepAlive + body;
	const encoding = isAscii(Buffer.from(whole)) ? "latin1" : "utf8";
	head.latest = { date: date(), keepAlive, body, whole, encoding };
	return head.latest;
};

export interface FastResponse extends ResponseWriter {
	/** Makes it ready for the connection's next request. */
	renew(): void;
}

export interface FastResponseParts {
	socket: Socket;
	/** See `keepAliveHeaders`. */
	keepAlive: string;
	/** Called when an answer was written. */
	answered(): void;
}

/** The end of every head: how long the connection is kept when it is idle. */
export const keepAliveHeaders = (keepAliveMs: number): string =>
	`Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / SECOND_MS)}\r\n\r\n`;

/**
 * The response to a request of a direct connection, written as Node's server would write it. One serves all requests
 * of a connection, because they come one after the other.
 */
export const fastResponse = ({ socket, keepAlive, answered }: FastResponseParts): FastResponse => {
	let head: Head | undefined;
	let comesAgain = false;
	return {
		get destroyed() {
			return socket.destroyed;
		},
		get headersSent() {
			return head !== undefined;
		},
		writeHead: (status, headers) => {
			head = headFor(status, headers);
			comesAgain = Object.isFrozen(headers);
		},
		end: (body) => {
			const text = head?.text ?? headOf(200, []);
			// In one piece, which halves the cost of sending; everything in a head is ASCII.
			if (typeof body !== "string")
				socket.write(Buffer.concat([Buffer.from(text + date() + keepAlive), body]));
			else if (head === undefined || !comesAgain) socket.write(text + date() + keepAlive + body);
			else {
				const { whole, encoding } = repeated(head, keepAlive, body);
				socket.write(whole, encoding);
			}
			answered();
		},
		renew: () => {
			head = undefined;
		},
	};
};
