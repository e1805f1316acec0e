import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A file of a log. */
export interface Segment {
	path: string;
	/** Offset of its first record. */
	first: number;
	/**
	 * Where the log before it ends: what earlier segments hold from this offset on was never acknowledged. Less than
	 * `first` if the log was not closed, so that no offset is given twice.
	 */
	follows: number;
}

const NAME = /^(\d{16})-(\d{16})\.log$/;

const padded = (offset: number) => String(offset).padStart(16, "0");

export const segmentPath = (directory: string, follows: number, first: number): string =>
	join(directory, `${padded(follows)}-${padded(first)}.log`);

/** The segments of a log, in order. */
export const listSegments = (directory: string): Segment[] => {
	const segments: Segment[] = [];
	for (const name of existsSync(directory) ? readdirSync(directory) : []) {
		const [, follows, first] = NAME.exec(name) ?? [];
		if (first === undefined) continue;
		segments.push({ path: join(directory, name), first: Number(first), follows: Number(follows) });
	}
	return segments.sort((one, other) => one.first - other.first);
};
