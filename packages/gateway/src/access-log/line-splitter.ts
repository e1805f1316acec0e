/** A line of a file, without its end. */
export interface FileLine {
	/** `undefined` for a line that is too long for a log. */
	text: string | undefined;
	/** Counted from 1. */
	number: number;
	/** Where it starts and where the next one starts, in bytes from the start of the file. */
	start: number;
	end: number;
}

/** A position to resume reading from. */
export interface FilePosition {
	offset: number;
	/** Lines before it. */
	lines: number;
}

export const START: FilePosition = { offset: 0, lines: 0 };

const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 10;

/** Assembles lines from pieces of a file that starts at `from`. */
export const createLineSplitter = (from: FilePosition) => {
	let { offset, lines } = from;
	let pieces: Buffer[] = [];
	let bytes = 0;

	const finished = (endBytes: number): FileLine => {
		const start = offset;
		offset += bytes + endBytes;
		lines++;
		const text =
			bytes > MAX_LINE_BYTES ? undefined : Buffer.concat(pieces).toString().replace(/\r$/, "");
		pieces = [];
		bytes = 0;
		return { text, number: lines, start, end: offset };
	};

	const keep = (piece: Buffer) => {
		bytes += piece.length;
		// The rest of an overlong line is counted and dropped.
		if (bytes <= MAX_LINE_BYTES) pieces.push(Buffer.from(piece));
	};

	return {
		/** The lines that end in this piece. */
		take: (piece: Buffer): FileLine[] => {
			const found: FileLine[] = [];
			let start = 0;
			for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
				keep(piece.subarray(start, end));
				found.push(finished(1));
				start = end + 1;
			}
			if (start < piece.length) keep(piece.subarray(start));
			return found;
		},
		/** The text after the last line end, if any. */
		rest: (): FileLine | undefined => (bytes === 0 ? undefined : finished(0)),
	};
};
