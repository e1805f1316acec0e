import type {
	ExportedDefinition,
	ExportedDevice,
	ExportedEvent,
	ExportedTrait,
	ImportedFigure,
	ImportedHit,
	SearchFigure,
} from "@footfall/shared/imported-hit";
import { hitFault } from "./hit-fault.ts";
import type { RawRow, ReadRow } from "./row/reading.ts";

/** Maximum hits of a row; the row's number times this is the position of its first hit. */
const HITS_PER_ROW = 10_000;

/** An item with its position in the export. */
export interface Placed<Value> {
	position: number;
	value: Value;
}

/** The content of consecutive rows, and how many were skipped and why. */
export interface ReadBatch {
	hits: Placed<ImportedHit>[];
	events: Placed<ExportedEvent>[];
	figures: Placed<ImportedFigure>[];
	/** Missing from older versions of the command. */
	searches?: Placed<SearchFigure>[];
	traits: ExportedTrait[];
	devices: ExportedDevice[];
	definitions: Placed<ExportedDefinition>[];
	/** Reason → count. */
	skipped: Record<string, number>;
	invalid: Record<string, number>;
	/** Reason → the first rows that could not be read for it, counted from 1. */
	invalidRows: Record<string, number[]>;
	/** What limits its figures, as a sentence without its number → the number. */
	noted?: Record<string, number>;
}

/** Enough to locate the error in a file. */
export const MAX_NAMED_ROWS = 5;

/** The accepted days: ms since the epoch, both included. */
export interface AllowedRange {
	from: number;
	to: number;
}

/**
 * Reads consecutive rows.
 * @param firstRow number of the first among all rows of the import
 */
export const readBatch = (
	read: ReadRow,
	rows: readonly (RawRow | undefined)[],
	firstRow: number,
	range: AllowedRange,
): ReadBatch => {
	const searches: Placed<SearchFigure>[] = [];
	const batch: ReadBatch = {
		hits: [],
		events: [],
		figures: [],
		searches,
		traits: [],
		devices: [],
		definitions: [],
		skipped: {},
		invalid: {},
		invalidRows: {},
	};
	const count = (kind: "skipped" | "invalid", reason: string) => {
		batch[kind][reason] = (batch[kind][reason] ?? 0) + 1;
	};
	const refuse = (reason: string, index: number) => {
		count("invalid", reason);
		const rows = batch.invalidRows[reason] ?? [];
		batch.invalidRows[reason] = rows;
		const row = firstRow + index + 1;
		if (rows.length < MAX_NAMED_ROWS && rows.at(-1) !== row) rows.push(row);
	};
	const isTaken = (at: number): boolean => {
		if (at >= range.from && at <= range.to) return true;
		count("skipped", at > range.to ? "later than today" : "before the year 2000");
		return false;
	};
	for (const [index, row] of rows.entries()) {
		if (row === undefined) {
			refuse("a row is not a JSON object", index);
			continue;
		}
		const reading = read(row);
		for (const reason of reading.skipped) count("skipped", reason);
		for (const reason of reading.invalid) refuse(reason, index);
		let position = (firstRow + index) * HITS_PER_ROW;
		for (const value of reading.hits) {
			const fault = hitFault(value);
			if (fault !== undefined) refuse(fault, index);
			else if (isTaken(value.at)) batch.hits.push({ position: position++, value });
		}
		for (const value of reading.events)
			if (isTaken(value.event.occurredAt)) batch.events.push({ position: position++, value });
		for (const value of reading.figures)
			if (isTaken(Date.parse(value.date))) batch.figures.push({ position: position++, value });
		for (const value of reading.searches)
			if (isTaken(Date.parse(value.date))) searches.push({ position: position++, value });
		for (const value of reading.definitions)
			batch.definitions.push({ position: position++, value });
		batch.traits.push(...reading.traits);
		batch.devices.push(...reading.devices);
	}
	return batch;
};
