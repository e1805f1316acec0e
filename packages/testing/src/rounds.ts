/**
 * How often a fault is repeated: a few times in `npm test`, often in `npm run test:faults`, or as often as
 * FOOTFALL_ROUNDS says.
 */
export const rounds = (few: number, many: number): number => {
	const asked = process.env["FOOTFALL_ROUNDS"];
	if (asked === undefined) return few;
	return asked === "many" ? many : Number(asked);
};
