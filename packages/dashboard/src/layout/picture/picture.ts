/** A part of a picture. */
export interface Shape {
	/** The data of a path. */
	d: string;
	/** The colour of the text when absent. */
	fill?: string | undefined;
}

/** A small picture beside a value: a flag, a filled mark, lines, or the code of a country without a flag here. */
export type Picture =
	| { look: "flag"; shapes: readonly Shape[] }
	| { look: "mark" | "lines"; grid: 16 | 24; d: string }
	| { look: "code"; code: string };
