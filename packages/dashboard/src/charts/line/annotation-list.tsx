import { bucketTitle } from "../../format/reading.ts";
import type { ChartData } from "../../format/series.ts";
import type { TimeContext } from "../../format/time.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import hidden from "../shared/hidden.module.css";
import { annotationText } from "./annotation-text.ts";
import type { Annotation } from "./place-annotations.ts";

/** The annotations of a plot with their buckets, for screen readers. */
export const AnnotationList = ({
	data,
	annotations,
	time,
	words,
}: {
	data: ChartData;
	annotations: readonly Annotation[];
	time: TimeContext;
	words: ChartWords;
}) =>
	annotations.length === 0 ? null : (
		<ul class={hidden["hidden"]} aria-label={words.notes}>
			{annotations.map((annotation) => {
				const start = data.buckets[annotation.index];
				const title =
					start === undefined ? "" : `${bucketTitle(start, data.bucket, time, words)}: `;
				return (
					<li key={annotation.id}>
						{title}
						{annotationText(annotation, words)}
					</li>
				);
			})}
		</ul>
	);
