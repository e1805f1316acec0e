import { hash } from "node:crypto";
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { readBlock } from "../driver/block.ts";
import { openEmbeddedQueue } from "./embedded-queue.ts";
import { isDamage, openEnvironment, QUEUE_FILE } from "./environment.ts";
import { foundBlocks } from "./found-blocks.ts";
import { mendFile } from "./mend-file.ts";

/** The result of recovering a queue with a damaged index. */
export interface Salvage {
	/** New path of the damaged file. */
	movedTo: string;
	/** Records that are in the queue again: unprocessed ones, and some processed ones. */
	records: number;
	/** Records that fail their checksum. */
	damaged: number;
	/** Records left in the damaged file, because they are more than a week older than the last one. */
	older: number;
}

const FRESH_DIRECTORY = "salvage";
/** Freed space keeps its bytes. Older records were processed, unless the loader was down for so long. */
const WORTH_SAVING_MS = 7 * 24 * 3600 * 1000;
const RECORDS_AT_ONCE = 5000;

/** The damage of the index; `undefined` if it is intact. */
const damageOf = async (directory: string): Promise<unknown> => {
	mendFile(join(directory, QUEUE_FILE));
	try {
		const environment = openEnvironment(directory);
		environment.check();
		await environment.close();
		return undefined;
	} catch (error) {
		if (isDamage(error)) return error;
		throw error;
	}
};

interface Place {
	appendedAt: number;
	position: number;
	length: number;
	records: number;
}

/** Positions of blocks in order of time, each once: LMDB copies pages with small blocks before it changes them. */
const placesIn = (descriptor: number, size: number): { places: Place[]; damaged: number } => {
	const seen = new Set<string>();
	const places: Place[] = [];
	let damaged = 0;
	for (const { position, bytes, block } of foundBlocks(descriptor, size)) {
		const content = hash("md5", bytes);
		if (seen.has(content)) continue;
		seen.add(content);
		const { appendedAt, count } = block;
		let records = 0;
		for (let index = 0; index < count; index++) if (block.record(index)) records++;
		// Without a header it is a processed block, partly overwritten by later ones.
		if (block.isWholeHeader) damaged += count - records;
		places.push({ appendedAt, position, length: bytes.length, records });
	}
	places.sort((one, other) => one.appendedAt - other.appendedAt || one.position - other.position);
	return { places, damaged };
};

/** Appends the records at these positions to a new queue; resolves to their number. */
const saveInto = async (
	directory: string,
	descriptor: number,
	places: readonly Place[],
): Promise<number> => {
	const queue = openEmbeddedQueue({ directory, maxBytes: Number.MAX_SAFE_INTEGER });
	const producer = queue.producer();
	let saved = 0;
	let appends: Promise<void>[] = [];
	try {
		for (const { position, length } of places) {
			const bytes = Buffer.alloc(length);
			readSync(descriptor, bytes, 0, length, position);
			const block = readBlock(bytes);
			for (let index = 0; block && index < block.count; index++) {
				const value = block.record(index);
				if (value) appends.push(producer.append({ key: "", value }));
			}
			if (appends.length < RECORDS_AT_ONCE) continue;
			await Promise.all(appends);
			saved += appends.length;
			appends = [];
		}
		await Promise.all(appends);
		return saved + appends.length;
	} finally {
		await queue.close();
	}
};

/**
 * If the index of an embedded queue is damaged, moves its file aside and creates a new one from every record with a
 * valid checksum, including processed ones: a loader stores an event id once. Resolves to `undefined` for an intact
 * queue. No other process may have the queue open. After an interruption, run it again.
 * @throws QueueUnavailableError if the disk has no room for another file; the damaged one stays in place
 */
export const salvageDamagedQueue = async (
	directory: string,
	logger: Logger,
): Promise<Salvage | undefined> => {
	const file = join(directory, QUEUE_FILE);
	const fresh = join(directory, FRESH_DIRECTORY);
	const adopt = () => {
		rmSync(`${file}-lock`, { force: true });
		renameSync(join(fresh, QUEUE_FILE), file);
		rmSync(fresh, { recursive: true });
	};
	if (!existsSync(file)) {
		// An earlier run was interrupted between the last two steps.
		if (existsSync(join(fresh, QUEUE_FILE))) adopt();
		return undefined;
	}
	rmSync(fresh, { recursive: true, force: true });
	const damage = await damageOf(directory);
	if (damage === undefined) return undefined;

	logger.error(
		{ directory, reason: String(damage) },
		"The queue's index is damaged, saving what it leads to",
	);
	const descriptor = openSync(file, "r");
	try {
		const { places, damaged } = placesIn(descriptor, statSync(file).size);
		const since = (places.at(-1)?.appendedAt ?? 0) - WORTH_SAVING_MS;
		const recent = places.filter(({ appendedAt }) => appendedAt >= since);
		const older = places.filter(({ appendedAt }) => appendedAt < since);
		const records = await saveInto(fresh, descriptor, recent);
		const movedTo = join(directory, `damaged-${new Date().toISOString().replaceAll(":", "-")}.mdb`);
		renameSync(file, movedTo);
		adopt();
		const left = older.reduce((sum, place) => sum + place.records, 0);
		return { movedTo, records, damaged, older: left };
	} finally {
		closeSync(descriptor);
	}
};
