import { constants, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { unlessMissing } from "@footfall/shared/files/unless-missing";

/** The place of the first uncommitted record of a log. */
export interface Position {
	/** First offset of its segment. */
	segment: number;
	/** Start of its frame within the segment. */
	byte: number;
	offset: number;
}

/** Each cell in a sector of its own, because a power cut damages no sector but the one being written. */
const CELL_BYTES = 512;
const NUMBERS = 4;
const CHECKSUM_AT = 8 * NUMBERS;
const FILE = "position";

const readCell = (bytes: Buffer) => {
	const numbers = bytes.subarray(0, CHECKSUM_AT);
	if (bytes.length < CHECKSUM_AT + 4 || bytes.readUInt32LE(CHECKSUM_AT) !== crc32(numbers))
		return { version: 0, segment: 0, byte: 0, offset: 0 };
	const [version = 0, segment = 0, byte = 0, offset = 0] = new Float64Array(
		new Uint8Array(numbers).buffer,
	);
	return { version, segment, byte, offset };
};

/** The last committed position of a log. If missing or damaged, the start of the log. */
export const readPosition = (directory: string): Position & { version: number } => {
	const bytes = unlessMissing(() => readFileSync(join(directory, FILE))) ?? Buffer.alloc(0);
	const [one, other] = [
		readCell(bytes.subarray(0, CELL_BYTES)),
		readCell(bytes.subarray(CELL_BYTES)),
	];
	return one.version > other.version ? one : other;
};

/** Commits a position: alternately to two cells, so that one is intact at any time. Resolves once it is on disk. */
export const writePosition = async (
	directory: string,
	{ segment, byte, offset }: Position,
): Promise<void> => {
	const version = readPosition(directory).version + 1;
	const cell = Buffer.alloc(CELL_BYTES);
	cell.set(new Uint8Array(Float64Array.of(version, segment, byte, offset).buffer));
	cell.writeUInt32LE(crc32(cell.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
	const file = await open(join(directory, FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
	try {
		await file.write(cell, 0, CELL_BYTES, (version % 2) * CELL_BYTES);
		await file.datasync();
	} finally {
		await file.close();
	}
};
