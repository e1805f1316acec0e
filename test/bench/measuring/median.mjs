/** The middle one of some numbers, the upper of two. */
export const median = (numbers) =>
	numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
