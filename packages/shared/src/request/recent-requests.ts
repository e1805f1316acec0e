/** Each request has a slot of this many bytes: six numbers, then its method and route. */
const SLOT_BYTES = 128;
const SLOTS = 16;
const NUMBERS = 6;
const ROUTE_AT = NUMBERS * 4;

const memory = new SharedArrayBuffer(SLOTS * SLOT_BYTES);
const numbers = new Int32Array(memory);
const bytes = Buffer.from(memory);
let next = 0;

/** Path segments that reveal nothing about the caller. */
const PATH_WORDS = new Set(
	`api assets auth evaluate events exports feature-flags funnels goals health healthz identify imports live metrics
	organizations pixel.gif private-link ready record replay.js reports script.js session-replay sessions sign-in site
	sites tracking-config track users version`.split(/\s+/),
);
const MAX_SEGMENTS = 8;

/** A path without what identifies a site or a person: `/api/sites/5/users/anna` → `/api/sites/*\/users/*`. */
export const pathShape = (url: string): string => {
	const query = url.indexOf("?");
	const path = (query === -1 ? url : url.slice(0, query)).slice(0, 512);
	return path
		.split("/", MAX_SEGMENTS)
		.map((segment) => (segment === "" || PATH_WORDS.has(segment) ? segment : "*"))
		.join("/");
};

/**
 * Records the shape of a request before it is handled: method and route, and the size of its parts, but none of its
 * content. If the event loop blocks during it, another thread reads it from `recentRequestsMemory`.
 */
export const recordRequest = (
	route: string,
	headers: Readonly<Record<string, string | string[] | undefined>>,
	bodyBytes: number,
	targetBytes: number,
): void => {
	let headerBytes = 0;
	let longestHeader = 0;
	for (const name in headers) {
		const length = headers[name]?.length ?? 0;
		headerBytes += name.length + length;
		if (length > longestHeader) longestHeader = length;
	}
	const slot = next % SLOTS;
	next += 1;
	const at = (slot * SLOT_BYTES) / 4;
	numbers[at + 1] = targetBytes;
	numbers[at + 2] = headerBytes;
	numbers[at + 3] = longestHeader;
	numbers[at + 4] = bodyBytes;
	numbers[at + 5] = bytes.write(
		route,
		slot * SLOT_BYTES + ROUTE_AT,
		SLOT_BYTES - ROUTE_AT,
		"latin1",
	);
	// Written last: a slot with a number is complete.
	numbers[at] = next;
};

/** The memory of `recordRequest` for other threads, and the text of a function that reads it there, newest first. */
export const recentRequestsMemory = memory;
export const READ_RECENT_REQUESTS = `(memory) => {
	const bytes = Buffer.from(memory);
	return Array.from({ length: ${SLOTS} }, (_, slot) => {
		const [number, targetBytes, headerBytes, longestHeader, bodyBytes, routeBytes] =
			new Int32Array(memory, slot * ${SLOT_BYTES}, ${NUMBERS});
		const routeAt = slot * ${SLOT_BYTES} + ${ROUTE_AT};
		const route = bytes.toString("latin1", routeAt, routeAt + routeBytes);
		return { number, route, targetBytes, headerBytes, longestHeader, bodyBytes };
	})
		.filter(({ number }) => number > 0)
		.sort((one, other) => other.number - one.number)
		.map(({ number, ...shape }) => shape);
}`;
