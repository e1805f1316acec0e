import type { OverviewReport } from "./overview-report.ts";
import { type Document, FAINT, INK, LINE, TINT, tenths, whole } from "./page.ts";
import type { ShownText } from "./shown-text.ts";

type Table = OverviewReport["tables"][number];

const ROW_HEIGHT = 12;
const HEAD_HEIGHT = 18;
const BELOW = 14;
const NUMBERS_WIDTH = 90;

/** In points, including the space below. */
export const heightOf = ({ rows }: Table): number =>
	HEAD_HEIGHT + Math.max(rows.length, 1) * ROW_HEIGHT + BELOW;

/** A breakdown: values, each followed by a bar whose length is its count relative to the largest. */
export const writeTable = (
	document: Document,
	{ title, counted, rows }: Table,
	shown: ShownText,
	{ left, top, width }: { left: number; top: number; width: number },
): void => {
	document.font("Helvetica-Bold").fontSize(9).fillColor(INK);
	document.text(title, left, top, { lineBreak: false });
	document.font("Helvetica").fontSize(7.5).fillColor(FAINT);
	document.text(counted, left, top + 1.5, { width: width - 36, align: "right", lineBreak: false });
	document.lineWidth(0.5).strokeColor(LINE);
	document
		.moveTo(left, top + 13)
		.lineTo(left + width, top + 13)
		.stroke();
	document.fontSize(8);
	const most = Math.max(1, ...rows.map(({ count }) => count));
	for (const [index, { value, count, percentage }] of rows.entries()) {
		const y = top + HEAD_HEIGHT + index * ROW_HEIGHT;
		const barWidth = (count / most) * (width - NUMBERS_WIDTH);
		if (barWidth > 0) document.rect(left, y - 2.5, barWidth, ROW_HEIGHT - 1.5).fill(TINT);
		document.fillColor(INK);
		const name = shown.fitting(document, value, width - NUMBERS_WIDTH - 6);
		document.text(name, left + 3, y, { lineBreak: false });
		document.text(whole.format(count), left, y, { width: width - 36, align: "right" });
		document.fillColor(FAINT);
		document.text(`${tenths.format(percentage)} %`, left, y, { width, align: "right" });
	}
	if (rows.length === 0) document.fillColor(FAINT).text("none", left, top + HEAD_HEIGHT);
};
