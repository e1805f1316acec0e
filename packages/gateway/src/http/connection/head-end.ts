const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

const NOTHING_READ = Buffer.alloc(0);
/** How many of the previously read bytes can belong to the end of a head. */
const OVERLAP_BYTES = 2;

/** The last bytes of what was read, as `headEndIn` takes them. */
export const lastBytesOf = (bytes: Buffer): Buffer =>
	bytes.length === 0 ? NOTHING_READ : Buffer.from(bytes.subarray(-OVERLAP_BYTES));

/** Where a head ends if its final empty line started before these bytes. */
const sharedEnd = (before: Buffer, bytes: Buffer): number => {
	const last = before.at(-1);
	if (last === LINE_FEED) {
		if (bytes[0] === LINE_FEED) return 1;
		if (bytes[0] === CARRIAGE_RETURN && bytes[1] === LINE_FEED) return 2;
	}
	const isLineOver = last === CARRIAGE_RETURN && before.at(-2) === LINE_FEED;
	return isLineOver && bytes[0] === LINE_FEED ? 1 : -1;
};

/**
 * The number of these bytes up to and including the first empty line, which ends a head or a chunked body; -1 if there
 * is none. `before` are the last bytes that came earlier.
 */
export const headEndIn = (before: Buffer, bytes: Buffer): number => {
	const shared = sharedEnd(before, bytes);
	if (shared !== -1) return shared;
	const usual = bytes.indexOf("\n\r\n");
	const bare = (usual === -1 ? bytes : bytes.subarray(0, usual + 1)).indexOf("\n\n");
	if (bare !== -1) return bare + 2;
	return usual === -1 ? -1 : usual + 3;
};
