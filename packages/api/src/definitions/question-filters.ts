type Part = readonly unknown[];

const joinsOthers = (part: Part): boolean =>
	part[0] === "and" || part[0] === "or" || part[0] === "not";

/** A valid question's filters with each condition replaced. */
export const withConditions = (tree: Part, replaced: (condition: Part) => Part): unknown[] => {
	if (!joinsOthers(tree)) return [...replaced(tree)];
	const [junction, ...below] = tree;
	// Below `and`, `or` and `not` are filters only.
	return [junction, ...(below as Part[]).map((one) => withConditions(one, replaced))];
};
