/** A part of a whole in percent with two decimals; 0 of nothing is 0. */
export const percentageOf = (part: number, whole: number): number =>
	whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

/** A mean; 0 where there is nothing to take it of. */
export const meanOf = (sum: number, many: number): number => (many === 0 ? 0 : sum / many);
