import type {
	ExportedDefinition,
	ExportedDevice,
	ExportedEvent,
	ExportedTrait,
	ImportedFigure,
	ImportedHit,
} from "@footfall/shared/imported-hit";
import { hitFault } from "./hit-fault.ts";
import type { RawRow, ReadRow } from "./row/reading.ts";

/** Most hits of a row; its number times this is the position of the first. */
const HITS_PER_ROW = 10_000;

/** Something that has its place in the order of the export. */
export interface Placed<Value> {
	position: number;
	value: Value;
}

/** The content of consecutive rows, and how many of them were left out and why. */
export interface ReadBatch {
	hits: Placed<ImportedHit>[];
	events: Placed<ExportedEvent>[];
	figures: Placed<ImportedFigure>[];
	traits: ExportedTrait[];
	devices: ExportedDevice[];
	definitions: Placed<ExportedDefinition>[];
	/** Reason → how many. */
	skipped: Record<string, number>;
	invalid: Record<string, number>;
}

/** The days that are taken: ms since the epoch, both included. */
export interface AllowedRange {
	from: number;
	to: number;
}

/**
 * Reads rows that follow each other.
 * @param firstRow number of the first among all rows of the import
 */
export const readBatch = (
	read: ReadRow,
	rows: readonly (RawRow | undefined)[],
	firstRow: number,
	range: AllowedRange,
): ReadBatch => {
	const batch: ReadBatch = {
		hits: [],
		events: [],
		figures: [],
		traits: [],
		devices: [],
		definitions: [],
		skipped: {},
		invalid: {},
	};
	const count = (kind: "skipped" | "invalid", reason: string) => {
		batch[kind][reason] = (batch[kind][reason] ?? 0) + 1;
	};
	const isTaken = (at: number): boolean => {
		if (at >= range.from && at <= range.to) return true;
		count("skipped", at > range.to ? "later than today" : "before the year 2000");
		return false;
	};
	for (const [index, row] of rows.entries()) {
		if (row === undefined) {
			count("invalid", "a row is no JSON object");
			continue;
		}
		const reading = read(row);
		for (const reason of reading.skipped) count("skipped", reason);
		for (const reason of reading.invalid) count("invalid", reason);
		let position = (firstRow + index) * HITS_PER_ROW;
		for (const value of reading.hits) {
			const fault = hitFault(value);
			if (fault !== undefined) count("invalid", fault);
			else if (isTaken(value.at)) batch.hits.push({ position: position++, value });
		}
		for (const value of reading.events)
			if (isTaken(value.event.occurredAt)) batch.events.push({ position: position++, value });
		for (const value of reading.figures)
			if (isTaken(Date.parse(value.date))) batch.figures.push({ position: position++, value });
		for (const value of reading.definitions)
			batch.definitions.push({ position: position++, value });
		batch.traits.push(...reading.traits);
		batch.devices.push(...reading.devices);
	}
	return batch;
};
