import type { ChartData } from "../../../format/series.ts";
import { DAY_MS, endOfBucket } from "../../../format/wall-time.ts";
import { addDays, type Day } from "../../../router/days.ts";
import { useAddress } from "../../../router/use-address.ts";

const dayAt = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);

/** Narrows the period to the days of the bucket that is picked on a chart. */
export const usePickedDays = (data: ChartData): ((index: number) => void) => {
	const { change } = useAddress();
	return (index) => {
		const start = data.buckets[index];
		if (start === undefined) return;
		const first = dayAt(start);
		const length = Math.ceil((endOfBucket(start, data.bucket) - start) / DAY_MS);
		change({ range: { kind: "dates", first, last: addDays(first, Math.max(1, length) - 1) } });
	};
};
