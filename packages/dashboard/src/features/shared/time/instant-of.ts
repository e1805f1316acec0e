import { wallTimeOf } from "../../../format/wall-time.ts";

/** The instant at which a wall clock shows a time: the earlier one when clocks go back, the later side of a gap. */
export const instantOf = (wall: number, timeZone: string): number => {
	const first = wall - (wallTimeOf(wall, timeZone) - wall);
	return wall - (wallTimeOf(first, timeZone) - first);
};
