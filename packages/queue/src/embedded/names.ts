import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unlessMissing } from "@footfall/shared/files/unless-missing";

/** The log of one writer at a time. */
export interface LogDirectory {
	path: string;
	partition: string;
	/** From the queue of 0.1.0, converted by 0.2 or 0.3: nobody appends to it, and it is removed once it has been read. */
	isOld: boolean;
}

/** A file of a log. */
export interface Segment {
	path: string;
	/** Offset of its first record. */
	first: number;
	/**
	 * Where the log before it ends: records in earlier segments from this offset on were never acknowledged. Less than
	 * `first` if the log was not closed, so that no offset is used twice.
	 */
	follows: number;
}

/** Of the first record of a log. */
export const FIRST_OFFSET = 1;

const LOG_NAME = /^(log|old)-([0-9a-f]+)$/;
const SEGMENT_NAME = /^(\d{16})-(\d{16})\.log$/;

export const logName = (number: number): string => `log-${number}`;

const padded = (offset: number) => String(offset).padStart(16, "0");
export const segmentPath = (directory: string, follows: number, first: number): string =>
	join(directory, `${padded(follows)}-${padded(first)}.log`);

const namesIn = (directory: string) => unlessMissing(() => readdirSync(directory)) ?? [];

/** The logs of a queue, converted ones first. The first log has its name before its writer creates it. */
export const listLogs = (directory: string, queueId: string): LogDirectory[] => {
	const logs: LogDirectory[] = [];
	for (const name of new Set([logName(0), ...namesIn(directory)])) {
		const [, kind, rest] = LOG_NAME.exec(name) ?? [];
		if (kind === undefined) continue;
		const isOld = kind === "old";
		const partition = isOld ? `${rest}/0` : `${queueId}/${rest}`;
		logs.push({ path: join(directory, name), partition, isOld });
	}
	return logs.sort((one, other) => Number(other.isOld) - Number(one.isOld));
};

/** The segments of a log, in order. */
export const listSegments = (directory: string): Segment[] => {
	const segments: Segment[] = [];
	for (const name of namesIn(directory)) {
		const [, follows, first] = SEGMENT_NAME.exec(name) ?? [];
		if (first === undefined) continue;
		segments.push({ path: join(directory, name), first: Number(first), follows: Number(follows) });
	}
	return segments.sort((one, other) => one.first - other.first);
};

/** Removes processed segments; the consumer, if there is one, does the same. */
export const removeSegmentsBefore = (directory: string, offset: number): void => {
	for (const { path, first } of listSegments(directory))
		if (first < offset) rmSync(path, { force: true });
};
