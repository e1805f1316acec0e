import type { OverviewReport } from "./overview-report.ts";
import { ACCENT, type Document, FAINT, INK, LINE, MARGIN, TINT, whole, widthOf } from "./page.ts";

const SERIES = [
	["pageviews", ACCENT],
	["sessions", INK],
] as const;

/** The top of a scale: 1, 2 or 5 followed by zeros, so that its half is a round number too. */
const roundAbove = (most: number): number => {
	const power = 10 ** Math.floor(Math.log10(Math.max(most, 2)));
	return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
};

const DAYS_SHOWN = 6;
const LABEL_WIDTH = 60;

/** Page views and sessions by day: a line for each, over a scale that begins at 0. */
export const drawChart = (
	document: Document,
	points: OverviewReport["points"],
	{ top, height }: { top: number; height: number },
): void => {
	const width = widthOf(document);
	const bottom = top + height;
	const scale = roundAbove(Math.max(2, ...points.map((point) => point.pageviews)));
	const xOf = (index: number) =>
		MARGIN + (points.length === 1 ? 0.5 : index / (points.length - 1)) * width;
	const yOf = (value: number) => bottom - (value / scale) * height;
	const label = (text: string, x: number, y: number, align: "left" | "center" | "right") =>
		document.text(text, x, y, { width: LABEL_WIDTH, align, lineBreak: false });

	document.font("Helvetica").fontSize(7.5);
	for (const level of [0, scale / 2, scale]) {
		document.lineWidth(0.5).strokeColor(LINE);
		document
			.moveTo(MARGIN, yOf(level))
			.lineTo(MARGIN + width, yOf(level))
			.stroke();
	}
	for (const [name, color] of SERIES) {
		const line = points.map((point, index) => [xOf(index), yOf(point[name])] as const);
		const [first, ...rest] = line;
		if (!first) continue;
		const trace = () => {
			document.moveTo(...first);
			for (const place of rest) document.lineTo(...place);
		};
		if (rest.length === 0) document.circle(...first, 2.5).fill(color);
		else {
			if (name === "pageviews") {
				trace();
				document
					.lineTo(MARGIN + width, bottom)
					.lineTo(MARGIN, bottom)
					.fillOpacity(0.7)
					.fill(TINT)
					.fillOpacity(1);
			}
			trace();
			document.lineWidth(1.2).strokeColor(color).stroke();
		}
	}
	document.fillColor(FAINT);
	for (const level of [scale / 2, scale])
		label(whole.format(level), MARGIN, yOf(level) - 9, "left");
	const apart = Math.max(1, Math.ceil((points.length - 1) / DAYS_SHOWN));
	const last = points.length - 1;
	for (const [index, { time }] of points.entries()) {
		// The last day has a label of its own; a neighbouring label would overlap it.
		if (index !== last && (index % apart !== 0 || last - index < apart)) continue;
		const align =
			points.length === 1 ? "center" : index === 0 ? "left" : index === last ? "right" : "center";
		const shift = { left: 0, center: LABEL_WIDTH / 2, right: LABEL_WIDTH }[align];
		label(time.slice(0, 10), xOf(index) - shift, bottom + 4, align);
	}
	document.fillColor(ACCENT);
	label("page views", MARGIN + width - LABEL_WIDTH - 45, top - 12, "right");
	document.fillColor(INK);
	label("sessions", MARGIN + width - LABEL_WIDTH, top - 12, "right");
};
