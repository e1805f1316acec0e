import { DAY_MS, wallTimeOf } from "./wall-time.ts";

/** A time that the clocks of a zone show twice, because they go back. */
export interface RepeatedTime {
	/** The instant at which they go back. */
	at: number;
	/** What they show afterwards and before, as wall times: all times between these occur twice. */
	from: number;
	to: number;
}

const offsetAt = (instant: number, timeZone: string) => wallTimeOf(instant, timeZone) - instant;

/** The second at which the offset becomes that of `end`. */
const changeBetween = (start: number, end: number, timeZone: string): number => {
	let [before, after] = [Math.floor(start / 1000), Math.floor(end / 1000)];
	const offset = offsetAt(start, timeZone);
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(middle * 1000, timeZone) === offset) before = middle;
		else after = middle;
	}
	return after * 1000;
};

/** The times that occur twice near two wall times and between them. */
export const repeatedTimes = (first: number, last: number, timeZone: string): RepeatedTime[] => {
	const found: RepeatedTime[] = [];
	for (let day = first - DAY_MS; day <= last + DAY_MS; day += DAY_MS) {
		const [before, after] = [offsetAt(day, timeZone), offsetAt(day + DAY_MS, timeZone)];
		if (after >= before) continue;
		const at = changeBetween(day, day + DAY_MS, timeZone);
		found.push({ at, from: at + after, to: at + before });
	}
	return found;
};
