import type { Annotation } from "../../../charts/line/place-annotations.ts";
import { type Bucket, DAY_MS, endOfBucket, wallTimeOf } from "../../../format/wall-time.ts";
import type { Note } from "./use-notes.ts";

/** A note with only a day is stored as its midnight in UTC, and is the same day in every zone. */
const wallOf = (date: string, timeZone: string): number => {
	const instant = Date.parse(date);
	return instant % DAY_MS === 0 ? instant : wallTimeOf(instant, timeZone);
};

const nameOf = ({ title, version }: Note): string =>
	version === null || title.includes(version) ? title : `${title} (${version})`;

/** Notes with the index of their bucket; those outside all buckets are left out. */
export const annotationsOf = (
	notes: readonly Note[],
	buckets: readonly number[],
	bucket: Bucket,
	timeZone: string,
): Annotation[] =>
	notes.flatMap((note) => {
		const wall = wallOf(note.date, timeZone);
		const index = buckets.findLastIndex((start) => start <= wall);
		const start = buckets[index];
		if (start === undefined || wall >= endOfBucket(start, bucket)) return [];
		return [
			{
				...{ id: String(note.annotationId), index, kind: note.kind, name: nameOf(note) },
				...(note.url !== null && { url: note.url }),
			},
		];
	});
