/** The median; of an even count, the upper of the two middle numbers. */
export const median = (numbers) =>
	numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
