/** A row of an export: a line of a CSV file keyed by its header, or an object of a JSON file. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Splits a file into rows as its text arrives. An invalid row is an empty string, which the API counts and reports. */
export interface RowSplitter {
	push(text: string): unknown[];
	end(): unknown[];
}

/** Why a file cannot be read at all. */
export type FileFault = "kind" | "parquet" | "zip" | "huge" | "gzip" | "endless" | "empty";

/** A file that cannot be read at all, as opposed to one with invalid rows. */
export class UnreadableFile extends Error {
	override name = "UnreadableFile";
	readonly fault: FileFault;
	constructor(fault: FileFault) {
		super(fault);
		this.fault = fault;
	}
}
