import { type FileHandle, open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { QueueUnavailableError } from "../driver/queue.ts";
import { type Environment, QUEUE_FILE } from "./environment.ts";

const MEBIBYTE = 1024 * 1024;
const STEP = Buffer.alloc(MEBIBYTE);
/** How long a measurement is valid; in between, written bytes are added up. */
const MEASURED_FOR_MS = 100;
/** Space of a commit besides its blocks: copied tree pages, and pages of the free list. */
const COMMIT_BYTES = 256 * 1024;
/** Extra growth that saves measuring before each commit. */
const STOCK_BYTES = 4 * MEBIBYTE;
/** Multiple of a block's size that must be free within the file, because a block needs consecutive pages. */
const SCATTER = 4;

export interface HeadroomOptions {
	directory: string;
	/** Written space to keep behind the last page. */
	headroomBytes: number;
	/** Free space that growth leaves on the disk. */
	reserveBytes: number;
}

export interface Headroom {
	/**
	 * Resolves once there is space for a commit of this size.
	 * @throws QueueUnavailableError when the disk has none left.
	 */
	ensure(bytes: number): Promise<void>;
	/** Measures at the next call instead of estimating. */
	forget(): void;
	/** Bytes of records in the file, by the last measurement. */
	usedBytes(): number;
	close(): Promise<void>;
}

/**
 * Keeps written space behind the last page of the queue's file, so that a commit never meets a full disk: instead this
 * append of zeros fails, harmlessly. (If LMDB cannot write a page, lmdb 3.5.6 formats the message into a buffer that is
 * too short, which may end the process.) Appending never overwrites a page of another process, because the kernel
 * appends atomically. Copy-on-write file systems do not keep the written space for LMDB; there only the free-space
 * reserve protects it.
 */
export const createHeadroom = (environment: Environment, options: HeadroomOptions): Headroom => {
	const { directory, headroomBytes, reserveBytes } = options;
	const path = join(directory, QUEUE_FILE);
	let file: Promise<FileHandle> | undefined;
	let behind = 0;
	let within = 0;
	let usedBytes = 0;
	let measuredAt = Number.NEGATIVE_INFINITY;

	const opened = () => {
		file ??= open(path, "a");
		return file;
	};

	const measure = async () => {
		const { size } = await (await opened()).stat();
		const { pageSize, lastPage, treePages, blockPages } = environment.space();
		behind = size - (lastPage + 1) * pageSize;
		within = (lastPage + 1 - treePages) * pageSize;
		usedBytes = blockPages * pageSize;
		measuredAt = performance.now();
	};

	/** Appends a step; false if the disk has no room for it. */
	const grow = async (): Promise<boolean> => {
		const { bavail, bsize } = await statfs(directory);
		if (bavail * bsize - STEP.length < reserveBytes) return false;
		try {
			const { bytesWritten } = await (await opened()).write(STEP);
			behind += bytesWritten;
			return bytesWritten === STEP.length;
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === "ENOSPC" || code === "EDQUOT") return false;
			throw error;
		}
	};

	return {
		ensure: async (bytes) => {
			const need = bytes + COMMIT_BYTES;
			if (performance.now() - measuredAt > MEASURED_FOR_MS || behind < need + headroomBytes)
				await measure();
			if (behind < need + headroomBytes)
				while (behind < need + headroomBytes + STOCK_BYTES && (await grow()));
			if (behind < need + headroomBytes) {
				// Pages freed by the loader are written space as well.
				if (behind < need || within < SCATTER * need + headroomBytes)
					throw new QueueUnavailableError(
						`The disk of ${directory} is full; records are taken again once more than ${reserveBytes} bytes are free, or the loader has caught up`,
					);
			}
			behind -= need;
			usedBytes += bytes;
		},
		forget: () => {
			measuredAt = Number.NEGATIVE_INFINITY;
		},
		usedBytes: () => usedBytes,
		close: async () => {
			await (await file)?.close();
		},
	};
};
