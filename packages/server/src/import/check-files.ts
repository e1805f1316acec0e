import {
	type PlainMapping,
	type PlatformName,
	plainColumnFault,
	type RawRow,
	readBatch,
	readerOf,
} from "@footfall/imports";
import { UnusableInputError } from "../faults/unusable-input-error.ts";
import type { ImportFile } from "./import-files.ts";
import { rowsOfFile } from "./read-batches.ts";

/** Enough to distinguish another kind of file from one with a few bad rows. */
const MOST_ROWS = 10_000;
const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

const firstRows = async (path: string) => {
	const rows: (RawRow | undefined)[] = [];
	for await (const chunk of rowsOfFile(path)) {
		rows.push(...chunk.rows);
		if (rows.length >= MOST_ROWS) return { rows, isWhole: false };
	}
	return { rows, isWhole: true };
};

const columnsOf = (rows: readonly (RawRow | undefined)[]) =>
	Object.keys(rows.find((row) => row !== undefined) ?? {})
		.slice(0, 20)
		.join(", ");

/**
 * Checks the first rows of each file before anything is changed.
 * @throws UnusableInputError for a file with the wrong columns, or without a readable row
 */
export const checkFiles = async (
	platform: PlatformName,
	mapping: PlainMapping,
	files: readonly ImportFile[],
): Promise<void> => {
	const read = readerOf(platform, mapping);
	for (const { path } of files) {
		const { rows, isWhole } = await firstRows(path);
		const fault = platform === "plain" ? plainColumnFault(mapping, rows, isWhole) : undefined;
		if (fault !== undefined) throw new UnusableInputError(`${path}: ${fault}.`);
		const batch = readBatch(read, rows, 0, EVER);
		const reasons = Object.entries(batch.invalid).sort(([, one], [, other]) => other - one);
		const unreadable = reasons.reduce((sum, [, count]) => sum + count, 0);
		if (
			rows.length > 0 &&
			unreadable >= rows.length &&
			batch.hits.length + batch.figures.length === 0
		)
			throw new UnusableInputError(
				`${path}: none of its rows is a valid ${platform} row: ${reasons[0]?.[0]}. Its columns are ${columnsOf(rows)}.`,
			);
	}
};
