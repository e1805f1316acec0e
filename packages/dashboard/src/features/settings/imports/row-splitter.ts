/** A row of an export: a line of a CSV file by its header's names, or an object of a JSON file. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Splits a file into rows as its text comes in. What is no row is an empty text, which the api counts and names. */
export interface RowSplitter {
	push(text: string): unknown[];
	end(): unknown[];
}

/** Why a file cannot be read at all. */
export type FileFault = "kind" | "parquet" | "zip" | "huge" | "gzip" | "endless" | "empty";

/** A file that cannot be read, whatever its rows are. */
export class UnreadableFile extends Error {
	override name = "UnreadableFile";
	readonly fault: FileFault;
	constructor(fault: FileFault) {
		super(fault);
		this.fault = fault;
	}
}
