import type { ChangeWords } from "../../format/change.ts";

/** The texts of the charts in the viewer's language. Names of figures, rows and columns come with the data. */
export interface ChartWords extends ChangeWords {
	/** Hidden words for arrows: "up " and "down ". */
	up: string;
	down: string;
	/** The value that a figure is compared with: "from 6,896". */
	from(previous: string): string;
	/** Heads of a table and a tooltip. */
	date: string;
	change: string;
	notes: string;
	/** A deployment by its name, for those who do not see its mark. */
	deployment(name: string): string;
	/** Buttons above a plot. */
	table: string;
	fullHeight: string;
	/** Label of a plot for screen readers: the figure and the range. */
	plotLabel(names: string, range: string): string;
	plotHelp: string;
	/** Added to `plotHelp` where there are annotations. */
	notesHelp: string;
	/** The word for a value in an unfinished bucket, and for its estimate. */
	soFar(bucket: string): string;
	expected: string;
	expectedOf(bucket: string): string;
	/** The two values of the comparison beside an unfinished bucket. */
	untilSameTime: string;
	inFull: string;
	/** The second bucket with the same name, on the day on which clocks go back. */
	again(bucket: string): string;
	/** Hidden words for the state of a row. */
	excluded: string;
	openPage(name: string): string;
	/** Added to a change that explains itself when it is clicked. */
	whyOf(name: string): string;
	/** Heads of a funnel. */
	step: string;
	ofFirst: string;
	ofPrevious: string;
	leftHere(count: string): string;
	/** Labels of the ends of a heat map's scale. */
	less: string;
	more: string;
	/** All pages of a step that are not shown separately. */
	otherPages(count: number): string;
	/** A link of the journeys: from one page to another. */
	journey(from: string, to: string, sessions: string): string;
	/** The ratings of web vitals. */
	good: string;
	needsImprovement: string;
	poor: string;
	/** In the tooltip of a country that was touched. */
	tapAgain: string;
	/** Values that are no country on the map. */
	notOnMap(count: number): string;
	loading: string;
}
