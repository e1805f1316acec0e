import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { syncDirectory } from "./sync-directory.ts";

/** The place of the first record of a log that is not committed. */
export interface Position {
	/** First offset of its segment. */
	segment: number;
	/** Of its frame within the segment. */
	byte: number;
	offset: number;
}

/** Each cell in a sector of its own, because a power cut damages no other sector than the one being written. */
const CELL_BYTES = 512;
const CONTENT_BYTES = 32;
const FILE = "position";

const readCell = (bytes: Buffer, index: number): (Position & { version: number }) | undefined => {
	const cell = bytes.subarray(index * CELL_BYTES, index * CELL_BYTES + CONTENT_BYTES + 4);
	if (cell.length < CONTENT_BYTES + 4) return undefined;
	if (cell.readUInt32LE(CONTENT_BYTES) !== crc32(cell.subarray(0, CONTENT_BYTES))) return undefined;
	const [version = 0, segment = 0, byte = 0, offset = 0] = [0, 8, 16, 24].map((at) =>
		cell.readDoubleLE(at),
	);
	return version === 0 ? undefined : { version, segment, byte, offset };
};

const readLatest = (directory: string) => {
	let bytes: Buffer;
	try {
		bytes = readFileSync(join(directory, FILE));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
	const [one, other] = [readCell(bytes, 0), readCell(bytes, 1)];
	return (one?.version ?? 0) > (other?.version ?? 0) ? one : other;
};

/** The position of a log as it was committed last; `undefined` before that, or if it is damaged: read from the start. */
export const readPosition = (directory: string): Position | undefined => readLatest(directory);

/** Writes the positions of a log alternately to two cells, so that one is whole at any time. */
export const openPosition = (directory: string) => {
	let version = readLatest(directory)?.version ?? 0;
	let file: Promise<FileHandle> | undefined;

	const opened = async () => {
		const path = join(directory, FILE);
		closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
		await syncDirectory(directory);
		return open(path, "r+");
	};

	return {
		/** Resolves once it is on disk. */
		write: async ({ segment, byte, offset }: Position): Promise<void> => {
			file ??= opened();
			file.catch(() => {
				file = undefined;
			});
			const handle = await file;
			const cell = Buffer.alloc(CELL_BYTES);
			version++;
			for (const [index, value] of [version, segment, byte, offset].entries())
				cell.writeDoubleLE(value, 8 * index);
			cell.writeUInt32LE(crc32(cell.subarray(0, CONTENT_BYTES)), CONTENT_BYTES);
			await handle.write(cell, 0, CELL_BYTES, (version % 2) * CELL_BYTES);
			await handle.datasync();
		},
		close: async (): Promise<void> => {
			await (await file)?.close();
		},
	};
};
