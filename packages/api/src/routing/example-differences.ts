/** The figures of another product and ours, whose difference is the sum of its parts. */
const DIFFERENCE = {
	...{ theirs: 118, ours: 110, difference: -8 },
	...{ zones: 1, bots: -6, sessions: 0, people: -2, unexplained: -1 },
};

export const DIFFERENCE_EXAMPLES: Readonly<Record<string, unknown>> = {
	"DifferenceReason.sentence": "Plausible counts browsers",
	"ComparedImport.product": "Plausible",
	...Object.fromEntries(
		["ProductDifference", "DayDifference"].flatMap((component) =>
			Object.entries(DIFFERENCE).map(([name, figure]) => [`${component}.${name}`, figure]),
		),
	),
};
