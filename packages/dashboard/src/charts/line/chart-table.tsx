import { Fragment } from "preact";
import type { Better } from "../../format/change.ts";
import { columnReading } from "../../format/reading.ts";
import type { ChartData } from "../../format/series.ts";
import type { TimeContext } from "../../format/time.ts";
import { ChangeMark } from "../shared/change-mark.tsx";
import type { ChartWords } from "../shared/chart-words.ts";
import { annotationText } from "./annotation-text.ts";
import css from "./chart-table.module.css";
import type { Annotation } from "./place-annotations.ts";

interface ChartTableProps {
	label: string;
	data: ChartData;
	/** What the comparison refers to, for the head of its column. */
	previousName: string | undefined;
	annotations: readonly Annotation[];
	time: TimeContext;
	words: ChartWords;
	better: Better;
}

const NoteText = ({ annotation, words }: { annotation: Annotation; words: ChartWords }) => {
	const text = annotationText(annotation, words);
	return annotation.url === undefined ? (
		text
	) : (
		<a href={annotation.url} target="_blank" rel="noreferrer">
			{text}
		</a>
	);
};

/** The same numbers as the plot, one row per bucket, newest last as on the plot. */
export const ChartTable = (props: ChartTableProps) => {
	const { label, data, previousName, annotations, time, words, better } = props;
	const hasNotes = annotations.length > 0;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs; this one scrolls, so the keyboard has to reach it.
		// biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
		<div class={css["scroll"]} role="group" aria-label={label} tabIndex={0}>
			<table class={css["table"]}>
				<thead>
					<tr>
						<th scope="col">{words.date}</th>
						{data.lines.map(({ name }) => (
							<th scope="col" key={name}>
								{name}
							</th>
						))}
						{data.previous && (
							<>
								<th scope="col">{previousName}</th>
								<th scope="col">{words.change}</th>
							</>
						)}
						{hasNotes && (
							<th scope="col" class={css["notes"]}>
								{words.notes}
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{data.buckets.map((wall, index) => {
						const { title, rows, change } = columnReading(data, index, { time, words, better });
						const previous = rows.find(({ subject }) => subject === "previous");
						const whole = rows.find(({ subject }) => subject === "whole");
						return (
							<tr key={wall}>
								<th scope="row">{title}</th>
								{data.lines.map(({ name }, line) => (
									<td key={name}>{rows.find(({ subject }) => subject === line)?.value}</td>
								))}
								{data.previous && (
									<>
										<td class={css["quiet"]}>
											{previous?.value}
											{whole && ` ${words.untilSameTime}, ${whole.value} ${words.inFull}`}
										</td>
										<td>{change && <ChangeMark change={change} words={words} />}</td>
									</>
								)}
								{hasNotes && (
									<td class={css["notes"]}>
										{annotations
											.filter((annotation) => annotation.index === index)
											.map((annotation, position) => (
												<Fragment key={annotation.id}>
													{position > 0 && ", "}
													<NoteText annotation={annotation} words={words} />
												</Fragment>
											))}
									</td>
								)}
							</tr>
						);
					})}
				</tbody>
			</table>
		</div>
	);
};
