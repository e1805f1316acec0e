import type { IncomingHttpHeaders } from "node:http";
import { headerNames } from "./header-names.ts";

/** A request that came in one piece and leaves nothing open to reading. */
export interface PlainRequest {
	path: string;
	/** As Node's own parser gives them. */
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** What one reading from a connection brings at most, and less than any path allows. */
const MAX_BYTES = 64 * 1024;
/** Longer heads are rare, and at twice that Node's server refuses them. */
const MAX_HEAD_BYTES = 8 * 1024;
const METHOD = "POST ";
const VERSION = " HTTP/1.1";
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const PATH = /^\/[!-~]*$/;
const LENGTH = /^(0|[1-9]\d{0,6})$/;

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;
const TILDE = 126;

const names = headerNames();

interface Head {
	path: string;
	headers: IncomingHttpHeaders;
}

/** The head in the first so many bytes, which end where an empty line begins. */
const headIn = (bytes: Buffer, length: number): Head | undefined => {
	const text = bytes.toString("latin1", 0, length);
	const headers: IncomingHttpHeaders = {};
	let path: string | undefined;
	let before = names.first;
	let start = 0;
	// Up to and with the line's end that the empty line begins with.
	for (let at = 0; at <= length; at++) {
		const byte = bytes[at] ?? 0;
		if (byte >= SPACE && byte <= TILDE) continue;
		if (byte !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED) return undefined;
		if (path === undefined) {
			const endOfPath = at - VERSION.length;
			if (!text.startsWith(METHOD) || !text.startsWith(VERSION, endOfPath)) return undefined;
			path = text.slice(METHOD.length, endOfPath);
			if (!PATH.test(path)) return undefined;
		} else {
			const header = names.after(before, text, start, at);
			// Names that every object knows count as repeated too.
			if (header === undefined || header.isTelling || headers[header.name] !== undefined)
				return undefined;
			const valueAt = start + header.written.length;
			if (bytes[valueAt] === SPACE || bytes[at - 1] === SPACE) return undefined;
			headers[header.name] = text.slice(valueAt, at);
			before = header;
		}
		start = at + 2;
		at++;
	}
	return path === undefined ? undefined : { path, headers };
};

const staysOpen = ({ connection }: IncomingHttpHeaders): boolean =>
	connection === undefined || connection.toLowerCase() === "keep-alive";

/**
 * Reads bytes that are exactly one POST in the plainest form of HTTP/1.1: a head of printable ASCII without repeated
 * names, a length, and the whole body. `undefined` for everything else, whether or not it is a request: Node's own
 * parser decides about that.
 */
export const plainRequestIn = (bytes: Buffer): PlainRequest | undefined => {
	if (bytes.length > MAX_BYTES) return undefined;
	const headBytes = bytes.indexOf(END_OF_HEAD);
	if (headBytes === -1 || headBytes > MAX_HEAD_BYTES) return undefined;
	const head = headIn(bytes, headBytes);
	if (head?.headers.host === undefined || !staysOpen(head.headers)) return undefined;
	const { path, headers } = head;
	const length = headers["content-length"];
	const bodyAt = headBytes + END_OF_HEAD.length;
	if (length === undefined || !LENGTH.test(length) || Number(length) !== bytes.length - bodyAt)
		return undefined;
	return { path, headers, body: bytes.subarray(bodyAt) };
};
