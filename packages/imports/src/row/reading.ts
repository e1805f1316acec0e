import type {
	ExportedDefinition,
	ExportedDevice,
	ExportedEvent,
	ExportedTrait,
	ImportedFigure,
	ImportedHit,
	SearchFigure,
} from "@footfall/shared/imported-hit";

/** A row of an export: a line of a CSV file by its header's names, or an object of a JSON file. */
export type RawRow = Readonly<Record<string, unknown>>;

/** The content of a row. Reasons are for people, and equal for all rows with the same error. */
export interface Reading {
	hits: readonly ImportedHit[];
	figures: readonly ImportedFigure[];
	/** The next five come from this product's own export only. */
	searches: readonly SearchFigure[];
	events: readonly ExportedEvent[];
	traits: readonly ExportedTrait[];
	devices: readonly ExportedDevice[];
	definitions: readonly ExportedDefinition[];
	/** Why parts of it are skipped on purpose. */
	skipped: readonly string[];
	/** Why parts of it cannot be read. */
	invalid: readonly string[];
}

/** Reads one product's rows. */
export type ReadRow = (row: RawRow) => Reading;

/** The reading of a row about the export itself. */
export const emptyReading: Reading = {
	hits: [],
	figures: [],
	searches: [],
	events: [],
	traits: [],
	devices: [],
	definitions: [],
	skipped: [],
	invalid: [],
};

export const readingOf = (parts: Partial<Reading>): Reading => ({ ...emptyReading, ...parts });
export const hitIn = (hit: ImportedHit): Reading => ({ ...emptyReading, hits: [hit] });
export const figureIn = (figure: ImportedFigure): Reading => readingOf({ figures: [figure] });
export const skippedFor = (reason: string): Reading => readingOf({ skipped: [reason] });
export const invalidFor = (reason: string): Reading => readingOf({ invalid: [reason] });

/** Several readings as one. */
export const together = (readings: readonly Reading[]): Reading =>
	readingOf({
		hits: readings.flatMap(({ hits }) => hits),
		skipped: readings.flatMap(({ skipped }) => skipped),
		invalid: readings.flatMap(({ invalid }) => invalid),
	});
