import type { QueryParameters } from "../api/site-reports.ts";
import { repeatedTimes } from "../format/repeated-time.ts";
import { type Bucket, endOfBucket, parseWallTime, repeatedText } from "../format/wall-time.ts";

interface Row {
	time: string;
	previous?: unknown;
}
/** The part of an answer with a series. */
export interface SeriesAnswer {
	data: readonly Row[];
}

/** The parameters of a series with buckets shorter than a day. */
export type HourlyParameters = QueryParameters & { bucket: Bucket; time_zone: string };

type Ask = (parameters: QueryParameters) => Promise<SeriesAnswer>;

const MINUTE_MS = 60_000;

/** The parameters of the same series without a comparison, for other instants. */
const within = (parameters: QueryParameters, from: number, to: number): QueryParameters => {
	const others = Object.entries(parameters).filter(
		([name]) => !/^(start_|end_|past_minutes_|compare)/.test(name),
	);
	const text = (instant: number) => new Date(instant).toISOString().slice(0, 19).replace("T", " ");
	return { ...Object.fromEntries(others), start_datetime: text(from), end_datetime: text(to) };
};

/**
 * A series in which times that the clocks showed twice have two rows. The API counts both in one, which looks like a
 * peak; so each is requested by its instants. The second row has {@link repeatedText} as its time, and no comparison.
 * @param now ms since the epoch
 */
export const withRepeatedHours = async <Answer extends SeriesAnswer>(
	answer: Answer,
	parameters: HourlyParameters,
	{ ask, now }: { ask: Ask; now: number },
): Promise<Answer> => {
	const { bucket, time_zone: timeZone, past_minutes_start: minutes } = parameters;
	const begin = minutes === undefined ? 0 : now - Number(minutes) * MINUTE_MS;
	const walls = answer.data.map(({ time }) => parseWallTime(time));
	let rows = [...answer.data];
	for (const { at, from, to } of repeatedTimes(Math.min(...walls), Math.max(...walls), timeZone)) {
		const isRepeated = ({ time }: Row) => {
			const wall = parseWallTime(time);
			return wall < to && endOfBucket(wall, bucket) > from;
		};
		const merged = rows.filter(isRepeated);
		if (merged.length === 0 || at > now || begin >= at) continue;
		const start = Math.min(...merged.map(({ time }) => parseWallTime(time)));
		const [first, second] = await Promise.all([
			ask(within(parameters, Math.max(begin, at - (to - start)), at)),
			ask(within(parameters, at, at + (to - from))),
		]);
		const previousOf = new Map(merged.map(({ time, previous }) => [time, previous]));
		const place = rows.findIndex(isRepeated);
		const others = rows.filter((row) => !isRepeated(row));
		rows = [
			...others.slice(0, place),
			...first.data.map((row) => ({ ...row, previous: previousOf.get(row.time) })),
			...second.data.map((row) => ({ ...row, time: repeatedText(row.time) })),
			...others.slice(place),
		];
	}
	return { ...answer, data: rows };
};
