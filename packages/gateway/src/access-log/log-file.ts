import { type FileHandle, open, stat } from "node:fs/promises";
import { pause } from "@footfall/shared/waiting/pause";
import type { ImportLines } from "./import-lines.ts";
import { createLineSplitter, type FileLine, START } from "./line-splitter.ts";
import type { Positions } from "./positions.ts";
import { readLogLine } from "./read-line.ts";

const PIECE_BYTES = 64 * 1024;
const POLL_MS = 500;
/** How often the position is saved while there is more to read. */
const KEEP_EVERY_MS = 1_000;

export interface LogFileOptions {
	lines: ImportLines;
	positions: Positions;
	/** Waits for more at the end, and continues with the file that takes this one's name. */
	follow: boolean;
	/** Stops following; the position is saved. */
	signal: AbortSignal;
	/** Overrides how often the end of a followed file is checked. */
	pollMs?: number;
}

const NEWLINE = 10;
const HASH = 35;

/**
 * The first line, by which the log is recognised; `undefined` while it is incomplete. Logs of one server may share the
 * lines above it, which describe the format.
 */
const firstLineOf = async (file: FileHandle): Promise<string | undefined> => {
	const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, 0);
	let start = 0;
	while (buffer[start] === HASH) {
		start = buffer.subarray(0, bytesRead).indexOf(NEWLINE, start) + 1;
		if (start === 0) return undefined;
	}
	const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE, start);
	if (end === -1) return bytesRead === PIECE_BYTES ? buffer.toString("utf8", start) : undefined;
	return buffer.toString("utf8", start, end);
};

/** What a log says about its format before the position at which reading resumes. */
const directivesBefore = async (file: FileHandle, position: number): Promise<FileLine[]> => {
	const piece = Buffer.allocUnsafe(PIECE_BYTES);
	const splitter = createLineSplitter(START);
	let latest: FileLine[] = [];
	for (let offset = 0; offset < position; ) {
		const length = Math.min(PIECE_BYTES, position - offset);
		const { bytesRead } = await file.read(piece, 0, length, offset);
		// Only a log that begins with such a line has more of them.
		if (bytesRead === 0 || (offset === 0 && piece[0] !== HASH)) break;
		offset += bytesRead;
		const found = splitter.take(piece.subarray(0, bytesRead));
		const last = found.findLast(({ text }) => text?.startsWith("#Fields"));
		if (last !== undefined) latest = [last];
	}
	return latest;
};

const isStillAt = async (path: string, file: FileHandle): Promise<boolean> => {
	const [there, here] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
	// Gone for a moment: rotation has renamed it, and the next file does not exist yet.
	return there === undefined || (there.ino === here.ino && there.dev === here.dev);
};

/**
 * Reads one file to its end, or for as long as it keeps its name. Resolves to whether another file has taken the name.
 */
const readToEnd = async (
	path: string,
	{ lines, positions, follow, signal, pollMs = POLL_MS }: LogFileOptions,
): Promise<boolean> => {
	const file = await open(path, "r");
	const piece = Buffer.allocUnsafe(PIECE_BYTES);
	try {
		let name = await firstLineOf(file);
		let kept = name === undefined ? START : await positions.of(name);
		if (kept.offset > (await file.stat()).size) kept = START;
		let position = kept;
		let splitter = createLineSplitter(position);
		let { offset } = position;
		let keptAt = performance.now();

		const keep = async () => {
			keptAt = performance.now();
			name ??= await firstLineOf(file);
			if (name === undefined || position === kept) return;
			await positions.keep(name, position);
			kept = position;
		};
		const take = async (found: readonly FileLine[]) => {
			await lines.take(found);
			const last = found.at(-1);
			if (last !== undefined) position = { offset: last.end, lines: last.number };
		};
		const readOn = async () => {
			while (!signal.aborted) {
				const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, offset);
				if (bytesRead === 0) break;
				offset += bytesRead;
				await take(splitter.take(piece.subarray(0, bytesRead)));
				if (performance.now() - keptAt > KEEP_EVERY_MS) await keep();
			}
			await keep();
		};
		/** Rotation by copying: the same file starts over. */
		const beginAnewIfCutOff = async () => {
			const first = await firstLineOf(file);
			const isCutOff = (await file.stat()).size < offset || (name !== undefined && first !== name);
			if (!isCutOff) return;
			name = first;
			position = kept = START;
			splitter = createLineSplitter(START);
			offset = 0;
		};

		await lines.take(await directivesBefore(file, position.offset));
		await readOn();
		while (follow && !signal.aborted) {
			const isRenamed = !(await isStillAt(path, file));
			await pause(pollMs, signal);
			await beginAnewIfCutOff();
			await readOn();
			// Not before that pause: a server keeps writing to the old file until it is signalled.
			if (isRenamed) break;
		}
		if (signal.aborted) return false;
		// A last line without a line end is imported when it is complete; otherwise its server is about to finish it.
		const rest = splitter.rest();
		if (rest?.text !== undefined && !("refused" in readLogLine(rest.text))) await take([rest]);
		await keep();
		return follow;
	} finally {
		await file.close();
	}
};

/**
 * Imports the bots of a log from where the last run stopped.
 * @throws when the file cannot be read or the queue stays unavailable
 */
export const importLogFile = async (path: string, options: LogFileOptions): Promise<void> => {
	while (await readToEnd(path, options));
};

/** Imports the bots of a stream, such as standard input, to its end. */
export const importLogStream = async (
	stream: AsyncIterable<Buffer>,
	lines: ImportLines,
): Promise<void> => {
	const splitter = createLineSplitter(START);
	for await (const piece of stream) await lines.take(splitter.take(piece));
	const rest = splitter.rest();
	if (rest !== undefined) await lines.take([rest]);
};
