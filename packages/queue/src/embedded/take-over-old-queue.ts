import {
	closeSync,
	existsSync,
	fstatSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/files/process-lock";
import type { Logger } from "@footfall/shared/logger";
import type * as Lmdb from "lmdb";
import { readBlock } from "../driver/block.ts";
import { letterPath, type StoredLetter } from "./dead-letters.ts";
import { emptyFrame, FRAME_HEADER_BYTES, sealFrame } from "./frame.ts";
import { oldLogName, segmentPath } from "./names.ts";

const OLD_FILE = "queue.mdb";
const SEGMENT_BYTES = 64 * 1024 * 1024;
const MAP_BYTES = 256 * 1024 ** 3;

const syncNames = (directory: string): void => {
	const descriptor = openSync(directory, "r");
	fsyncSync(descriptor);
	closeSync(descriptor);
};

/** LMDB crashes the process on a file that is shorter than its first pages claim. */
const refuseTruncated = (path: string): void => {
	const [magicAt, pageSizeAt, lastPageAt, pageBytes] = [24, 48, 144, 4096];
	const descriptor = openSync(path, "r");
	const metas = Buffer.alloc(2 * pageBytes);
	readSync(descriptor, metas, 0, metas.length, 0);
	const { size } = fstatSync(descriptor);
	closeSync(descriptor);
	for (const meta of [metas, metas.subarray(pageBytes)]) {
		if (meta.readUInt32LE(magicAt) !== 0xbeefc0de) continue;
		const pages = Number(meta.readBigUInt64LE(lastPageAt)) + 1;
		if (size < pages * meta.readUInt32LE(pageSizeAt)) throw new Error("it is truncated");
	}
};

/** A process of the older version would continue to append to a removed file. */
const refuseShared = (root: Lmdb.RootDatabase): void => {
	root.readerCheck();
	for (const [, pid] of root.readerList().matchAll(/^[ \t]*(\d+)\s/gm))
		if (Number(pid) !== process.pid) throw new Error(`process ${pid} still uses it`);
};

const openOld = (path: string) => {
	refuseTruncated(path);
	// Loaded only here: nothing else needs LMDB.
	const { open } = createRequire(import.meta.url)("lmdb") as typeof Lmdb;
	const root = open({ path, noSubdir: true, readOnly: true, mapSize: MAP_BYTES });
	refuseShared(root);
	const about = root.openDB<string, string>({ name: "about", encoding: "string" });
	const blocks = root.openDB<Buffer, number>({ name: "blocks", encoding: "binary" });
	const letters = root.openDB<Omit<StoredLetter, "offset">, number>({
		name: "dead-letters",
		encoding: "json",
	});
	const positions = root.openDB<true, string>({
		name: "positions",
		encoding: "json",
		useVersions: true,
	});
	const position = (name: string) => positions.getEntry(name)?.version ?? 1;
	return { id: about.get("id") ?? "", blocks, letters, position, close: () => root.close() };
};

/** Writes the uncommitted blocks, under their offsets, as segments in a directory. */
const copyBlocks = (
	{ blocks, position }: ReturnType<typeof openOld>,
	directory: string,
): number => {
	const [committed, tail] = [position("committed"), position("tail")];
	let next = committed;
	let from = committed;
	let frames: Buffer[] = [];
	let size = 0;
	const end = () => {
		const bytes = Buffer.concat([...frames, emptyFrame("end", next)]);
		writeFileSync(segmentPath(directory, from, from), bytes, { mode: 0o600, flush: true });
		frames = [];
		size = 0;
		from = next;
	};
	// Blocks are stored by the offset of their last record.
	for (const { key: last, value } of blocks.getRange({ start: committed })) {
		const block = readBlock(value);
		const count = block?.count ?? last + 1 - next;
		const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), value]);
		const appendedAt = block?.appendedAt ?? 0;
		sealFrame(frame, { first: last + 1 - count, count, appendedAt });
		frames.push(frame);
		size += frame.length;
		next = last + 1;
		if (size > SEGMENT_BYTES) end();
	}
	next = Math.max(next, tail);
	end();
	return tail - committed;
};

const takeOver = (directory: string): number => {
	const path = join(directory, OLD_FILE);
	const old = openOld(path);
	const staging = join(directory, "taking-over");
	const log = join(directory, oldLogName(old.id));
	try {
		rmSync(staging, { recursive: true, force: true });
		mkdirSync(staging, { mode: 0o700 });
		const records = copyBlocks(old, staging);
		for (const { key: offset, value } of old.letters.getRange({})) {
			const letter: StoredLetter = { offset, ...value };
			const target = letterPath(directory, `${old.id}/0`, offset);
			writeFileSync(target, JSON.stringify(letter), { mode: 0o600, flush: true });
		}
		syncNames(staging);
		// It exists already if an earlier attempt ended before the last step.
		if (!existsSync(log)) renameSync(staging, log);
		rmSync(staging, { recursive: true, force: true });
		syncNames(directory);
		return records;
	} finally {
		void old.close();
	}
};

/**
 * Converts the queue of an older version, an LMDB file, into a log with the same offsets and partition, and removes the
 * file. No process of the older version may still be running. Does nothing while another process converts it.
 * @returns whether no such file is left
 * @throws EnvironmentError if it cannot be read or copied
 */
export const takeOverOldQueue = (directory: string, logger: Logger): boolean => {
	const path = join(directory, OLD_FILE);
	if (!existsSync(path)) return true;
	let release: () => void;
	try {
		release = acquireProcessLock(join(directory, "taking-over.lock"), `the queue in ${directory}`);
	} catch (error) {
		if (error instanceof ProcessLockError) return false;
		throw error;
	}
	try {
		if (!existsSync(path)) return true;
		const records = takeOver(directory);
		rmSync(path);
		rmSync(`${path}-lock`, { force: true });
		logger.info({ directory, records }, "The queue of an older version was taken over");
		return true;
	} catch (error) {
		throw new EnvironmentError(
			`The queue of an older version, ${path}, cannot be taken over (${String(error)}). Stop the processes that use it, and free up space for a copy of it; if it is damaged, move it elsewhere: the events that only it contains are then missing`,
			{ cause: error },
		);
	} finally {
		release();
	}
};
