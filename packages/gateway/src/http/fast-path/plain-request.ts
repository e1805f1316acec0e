import type { IncomingHttpHeaders } from "node:http";
import { type HeaderName, headerNameReader } from "./header-names.ts";
import { headerShapes } from "./header-shapes.ts";

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
const PATH = /^\/[!-~]*$/;
const LENGTH = /^(0|[1-9]\d{0,6})$/;

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;
const TILDE = 126;

const names = headerNameReader();

let latestLine = "";
let latestPath: string | undefined;
/** Reads the first line of a request, which is mostly the same as the last one's. */
const pathIn = (line: string): string | undefined => {
	if (line === latestLine) return latestPath;
	const path = line.slice(METHOD.length, -VERSION.length);
	const isPlain = line === METHOD + path + VERSION && PATH.test(path);
	latestLine = line;
	latestPath = isPlain ? path : undefined;
	return latestPath;
};

interface Head {
	path: string;
	headers: IncomingHttpHeaders;
	/** Where the body begins. */
	bytes: number;
}

/** Names and values of the head that is being read; kept so that no list is made for each request. */
const found: HeaderName[] = [];
const values: string[] = [];
const headersWith = headerShapes();

/** The head of a request, as far as it is of printable ASCII and its lines all end as they should. */
const headIn = (bytes: Buffer): Head | undefined => {
	const length = Math.min(bytes.length, MAX_HEAD_BYTES);
	const text = bytes.toString("latin1", 0, length);
	let path: string | undefined;
	let before = names.first;
	let count = 0;
	let start = 0;
	for (let at = 0; at < length; at++) {
		const byte = bytes[at] as number;
		if (byte >= SPACE && byte <= TILDE) continue;
		if (byte !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED) return undefined;
		if (path === undefined) {
			path = pathIn(text.slice(0, at));
			if (path === undefined) return undefined;
		} else if (at === start) {
			const headers = headersWith(found, values, count);
			return headers && { path, headers, bytes: at + 2 };
		} else {
			const header = names.after(before, text, start, at);
			if (header === undefined || header.needsFullParser) return undefined;
			const valueAt = start + header.written.length;
			if (bytes[valueAt] === SPACE || bytes[at - 1] === SPACE) return undefined;
			found[count] = header;
			values[count] = text.slice(valueAt, at);
			count++;
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
 * parser decides about that.
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
