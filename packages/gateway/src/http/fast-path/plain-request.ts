import type { IncomingHttpHeaders } from "node:http";
import { createHeaderNameReader } from "./header-names.ts";

/** A request that arrived in one piece and can be read in only one way. */
export interface PlainRequest {
	path: string;
	/** In the form of Node's own parser. */
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** The most that one read from a connection returns, and less than any path's limit. */
const MAX_BYTES = 64 * 1024;
/** Longer heads are rare, and Node's server refuses them at twice that length. */
const MAX_HEAD_BYTES = 8 * 1024;
const METHOD = "POST ";
const VERSION = " HTTP/1.1";
const LENGTH = /^(0|[1-9]\d{0,6})$/;

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;
const TILDE = 126;

const names = createHeaderNameReader();

/** The path in the first line of a request, which is known to be printable ASCII. */
const pathIn = (line: string): string | undefined => {
	if (!line.startsWith(METHOD) || !line.endsWith(VERSION)) return undefined;
	const path = line.slice(METHOD.length, -VERSION.length);
	return path.startsWith("/") && !path.includes(" ") ? path : undefined;
};

/** The head of a request, as far as it is printable ASCII with correct line ends. */
const headIn = (bytes: Buffer) => {
	const length = Math.min(bytes.length, MAX_HEAD_BYTES);
	const text = bytes.toString("latin1", 0, length);
	const headers: IncomingHttpHeaders = {};
	let path: string | undefined;
	let before = names.first;
	let start = 0;
	for (let at = 0; at < length; at++) {
		const byte = bytes[at] as number;
		if (byte >= SPACE && byte <= TILDE) continue;
		if (byte !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED) return undefined;
		if (path === undefined) {
			path = pathIn(text.slice(0, at));
			if (path === undefined) return undefined;
		} else if (at === start) return { path, headers, bytes: at + 2 };
		else {
			const header = names.after(before, text, start, at);
			if (header === undefined || header.needsFullParser) return undefined;
			const { name, written } = header;
			const valueAt = start + written.length;
			if (bytes[valueAt] === SPACE || bytes[at - 1] === SPACE) return undefined;
			// A repeated name, or one that every object inherits.
			if (headers[name] !== undefined) return undefined;
			headers[name] = text.slice(valueAt, at);
			before = header;
		}
		start = at + 2;
		at++;
	}
	return undefined;
};

const staysOpen = ({ connection }: IncomingHttpHeaders): boolean =>
	connection === undefined || connection.toLowerCase() === "keep-alive";

/**
 * Reads bytes that are exactly one POST in the plainest form of HTTP/1.1: a head of printable ASCII without repeated
 * names, a length, and the whole body. `undefined` for everything else, whether or not it is a request: Node's own
 * parser then decides.
 */
export const readPlainRequest = (bytes: Buffer): PlainRequest | undefined => {
	if (bytes.length > MAX_BYTES) return undefined;
	const head = headIn(bytes);
	if (head?.headers.host === undefined || !staysOpen(head.headers)) return undefined;
	const { path, headers, bytes: bodyAt } = head;
	const length = headers["content-length"];
	if (length === undefined || !LENGTH.test(length) || Number(length) !== bytes.length - bodyAt)
		return undefined;
	return { path, headers, body: bytes.subarray(bodyAt) };
};
