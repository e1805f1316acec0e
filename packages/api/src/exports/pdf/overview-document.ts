import type { OverviewReport } from "./overview-report.ts";

const MARGIN = 48;
const INK = "#1f2933";
const FAINT = "#7b8794";
const LINE = "#d9dee4";
const ACCENT = "#2563eb";

/** The document's own fonts know the characters of Windows-1252; what else there is in a value shows as a question mark. */
const shown = (text: string, most: number): string => {
	const known = text.replaceAll(/[^\x20-\x7e\xa0-\xff€–—‘’“”•…]/gu, "?");
	return known.length > most ? `${known.slice(0, most - 1)}…` : known;
};

const whole = new Intl.NumberFormat("en");
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

const duration = (seconds: number): string => {
	const rounded = Math.round(seconds);
	const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
	return minutes === 0 ? `${rest} s` : `${whole.format(minutes)} min ${rest} s`;
};

const figuresOf = ({ figures }: OverviewReport): readonly (readonly [string, string])[] => [
	["Users", whole.format(figures.users)],
	["Sessions", whole.format(figures.sessions)],
	["Pageviews", whole.format(figures.pageviews)],
	["Pages per session", tenth.format(figures.pages_per_session)],
	["Bounce rate", `${tenth.format(figures.bounce_rate)} %`],
	["Session duration", duration(figures.session_duration)],
];

type Document = PDFKit.PDFDocument;

const widthOf = (document: Document) => document.page.width - 2 * MARGIN;

const writeHead = (document: Document, report: OverviewReport) => {
	const filtered = report.isFiltered ? ", filtered" : "";
	document.font("Helvetica-Bold").fontSize(20).fillColor(INK);
	document.text(shown(report.domain, 60), MARGIN, MARGIN);
	document.font("Helvetica").fontSize(10).fillColor(FAINT);
	document.text(`${report.from} to ${report.to}, ${shown(report.timeZone, 60)}${filtered}`);
};

const writeFigures = (document: Document, report: OverviewReport, top: number) => {
	const figures = figuresOf(report);
	const step = widthOf(document) / figures.length;
	for (const [index, [name, value]] of figures.entries()) {
		const left = MARGIN + index * step;
		document.font("Helvetica-Bold").fontSize(13).fillColor(INK);
		document.text(value, left, top, { width: step, lineBreak: false });
		document.font("Helvetica").fontSize(7.5).fillColor(FAINT);
		document.text(name, left, top + 18, { width: step, lineBreak: false });
	}
};

const SERIES = [
	["pageviews", ACCENT],
	["sessions", INK],
] as const;

const drawChart = (
	document: Document,
	{ points }: OverviewReport,
	{ top, height }: { top: number; height: number },
) => {
	const width = widthOf(document);
	const most = Math.max(
		1,
		...points.map(({ pageviews, sessions }) => Math.max(pageviews, sessions)),
	);
	const bottom = top + height;
	document.lineWidth(0.5).strokeColor(LINE);
	for (const level of [0, 0.5, 1])
		document
			.moveTo(MARGIN, bottom - level * height)
			.lineTo(MARGIN + width, bottom - level * height)
			.stroke();
	for (const [name, color] of SERIES) {
		document.lineWidth(1.2).strokeColor(color);
		for (const [index, point] of points.entries()) {
			const x = MARGIN + (points.length === 1 ? 0.5 : index / (points.length - 1)) * width;
			const y = bottom - (point[name] / most) * height;
			if (index === 0) document.moveTo(x, y);
			else document.lineTo(x, y);
		}
		if (points.length > 0) document.stroke();
	}
	document.font("Helvetica").fontSize(7.5).fillColor(FAINT);
	document.text(whole.format(most), MARGIN, top - 10, { lineBreak: false });
	const first = points[0]?.time.slice(0, 10) ?? "";
	const last = points.at(-1)?.time.slice(0, 10) ?? "";
	document.text(first, MARGIN, bottom + 4, { lineBreak: false });
	document.text(last, MARGIN, bottom + 4, { width, align: "right", lineBreak: false });
	document
		.fillColor(ACCENT)
		.text("pageviews", MARGIN, top - 10, { width: width - 45, align: "right" });
	document.fillColor(INK).text("sessions", MARGIN, top - 10, { width, align: "right" });
};

const ROW_HEIGHT = 12;
const TABLE_HEIGHT = 11 * ROW_HEIGHT + 24;
const GUTTER = 24;

const writeTable = (
	document: Document,
	{ title, rows }: OverviewReport["tables"][number],
	{ left, top, width }: { left: number; top: number; width: number },
) => {
	document.font("Helvetica-Bold").fontSize(9).fillColor(INK);
	document.text(title, left, top, { lineBreak: false });
	document.lineWidth(0.5).strokeColor(LINE);
	document
		.moveTo(left, top + 13)
		.lineTo(left + width, top + 13)
		.stroke();
	document.font("Helvetica").fontSize(8);
	for (const [index, { value, count, percentage }] of rows.entries()) {
		const y = top + 18 + index * ROW_HEIGHT;
		document.fillColor(INK).text(shown(value, 38), left, y, { lineBreak: false });
		document.text(whole.format(count), left, y, { width: width - 36, align: "right" });
		document.fillColor(FAINT);
		document.text(`${tenth.format(percentage)} %`, left, y, { width, align: "right" });
	}
	if (rows.length === 0) document.fillColor(FAINT).text("none", left, top + 18);
};

/**
 * The report as a PDF document, page by page as it is read.
 * @param now ms since the epoch
 */
export const overviewDocument = async function* (
	report: OverviewReport,
	now: number,
): AsyncGenerator<Uint8Array> {
	// Loaded by the first document: its fonts cost memory that most processes never need.
	const { default: PdfDocument } = await import("pdfkit");
	const document: Document = new PdfDocument({
		size: "A4",
		margin: MARGIN,
		info: {
			Title: shown(`${report.domain} ${report.from} to ${report.to}`, 200),
			Creator: "Footfall",
			Producer: "Footfall",
			CreationDate: new Date(now),
		},
	});
	writeHead(document, report);
	writeFigures(document, report, 112);
	drawChart(document, report, { top: 178, height: 110 });
	const width = (widthOf(document) - GUTTER) / 2;
	let top = 326;
	for (const [index, table] of report.tables.entries()) {
		if (index % 2 === 0 && top + TABLE_HEIGHT > document.page.height - MARGIN) {
			document.addPage();
			top = MARGIN;
		}
		writeTable(document, table, { left: MARGIN + (index % 2) * (width + GUTTER), top, width });
		if (index % 2 === 1) top += TABLE_HEIGHT;
	}
	document.end();
	for await (const piece of document) yield piece as Uint8Array;
};
