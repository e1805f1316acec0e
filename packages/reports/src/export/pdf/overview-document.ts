import { drawChart } from "./chart.ts";
import type { OverviewReport } from "./overview-report.ts";
import { type Document, FAINT, INK, MARGIN, tenth, whole, widthOf } from "./page.ts";
import { createShownText, type ShownText } from "./shown-text.ts";
import { heightOf, writeTable } from "./table.ts";

const duration = (seconds: number): string => {
	const rounded = Math.round(seconds);
	const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
	return minutes === 0 ? `${rest} s` : `${whole.format(minutes)} min ${rest} s`;
};

const figuresOf = ({ figures }: OverviewReport): readonly (readonly [string, string])[] => [
	["People", whole.format(figures.users)],
	["Sessions", whole.format(figures.sessions)],
	["Page views", whole.format(figures.pageviews)],
	["Pages per session", tenth.format(figures.pages_per_session)],
	["Bounce rate", `${tenth.format(figures.bounce_rate)} %`],
	["Session duration", duration(figures.session_duration)],
];

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
/** `2026-11-20` → `20 November 2026`. */
const dayOf = (date: string) => days.format(Date.parse(`${date}T00:00:00Z`));
const rangeOf = ({ from, to }: OverviewReport) =>
	from === to ? dayOf(from) : `${dayOf(from)} to ${dayOf(to)}`;

const importedInWords = ({ imported }: OverviewReport): string[] => {
	const { used, from = "", to = "", source = "another product", sentence } = imported ?? {};
	if (!used) return sentence === undefined ? [] : [sentence];
	const days = from === to ? dayOf(from) : `${dayOf(from)} to ${dayOf(to)}`;
	return [`${days} from ${source}, with the visitors of each day added up`];
};

const writeHead = (document: Document, report: OverviewReport, shown: ShownText) => {
	const width = widthOf(document);
	document.font("Helvetica-Bold").fontSize(20).fillColor(INK);
	document.text(shown.fitting(document, report.domain, width), MARGIN, MARGIN, {
		lineBreak: false,
	});
	document.font("Helvetica").fontSize(10).fillColor(FAINT);
	const line = `Overview, ${rangeOf(report)}, ${report.timeZone}`;
	document.text(shown.fitting(document, line, width), MARGIN, MARGIN + 24, { lineBreak: false });
	const filters = report.filters.length === 0 ? [] : [`Only ${report.filters.join("; ")}`];
	const rest = [...filters, ...importedInWords(report)].join(". ");
	if (rest === "") return;
	document.text(shown.fitting(document, rest, width), MARGIN, MARGIN + 37, { lineBreak: false });
};

const writeFigures = (document: Document, report: OverviewReport, top: number) => {
	const figures = figuresOf(report);
	const step = widthOf(document) / figures.length;
	for (const [index, [name, value]] of figures.entries()) {
		const left = MARGIN + index * step;
		document.font("Helvetica-Bold").fontSize(13).fillColor(INK);
		// Billions are as wide as their column; a smaller font keeps them out of the next one.
		const room = (step - 6) / document.widthOfString(value);
		document.fontSize(Math.min(13, 13 * room));
		document.text(value, left, top, { lineBreak: false });
		document.font("Helvetica").fontSize(7.5).fillColor(FAINT);
		document.text(name, left, top + 17, { lineBreak: false });
	}
};

const writeTables = (
	document: Document,
	{ tables }: OverviewReport,
	shown: ShownText,
	from: number,
) => {
	const gutter = 24;
	const width = (widthOf(document) - gutter) / 2;
	let top = from;
	for (let index = 0; index < tables.length; index += 2) {
		const pair = tables.slice(index, index + 2);
		const height = Math.max(...pair.map(heightOf));
		if (top + height > document.page.height - MARGIN) {
			document.addPage();
			top = MARGIN;
		}
		for (const [side, table] of pair.entries())
			writeTable(document, table, shown, { left: MARGIN + side * (width + gutter), top, width });
		top += height;
	}
};

const writeFeet = (document: Document, { timeZone }: OverviewReport, now: number, note: string) => {
	const made = new Intl.DateTimeFormat("en-GB", {
		dateStyle: "long",
		timeStyle: "short",
		timeZone,
	}).format(now);
	const { start, count } = document.bufferedPageRange();
	for (let page = start; page < start + count; page += 1) {
		document.switchToPage(page);
		// The footer is in the margin, where a text would start a new page.
		document.page.margins.bottom = 0;
		const top = document.page.height - 34;
		document.font("Helvetica").fontSize(7.5).fillColor(FAINT);
		document.text(`Footfall, ${made}${note}`, MARGIN, top, { lineBreak: false });
		const number = `${page - start + 1} of ${count}`;
		document.text(number, MARGIN, top, {
			width: widthOf(document),
			align: "right",
			lineBreak: false,
		});
	}
};

/**
 * The report as a PDF document, page by page as it is read.
 * @param now ms since the epoch
 */
export const overviewDocument = async function* (
	report: OverviewReport,
	now: number,
): AsyncGenerator<Uint8Array> {
	// Loaded with the first document: its fonts cost memory that most processes never need.
	const { default: PdfDocument } = await import("pdfkit");
	const shown = createShownText();
	const document: Document = new PdfDocument({
		size: "A4",
		margin: MARGIN,
		bufferPages: true,
		lang: "en",
		info: {
			Title: shown.known(`${report.domain}, ${rangeOf(report)}`),
			Creator: "Footfall",
			Producer: "Footfall",
			CreationDate: new Date(now),
		},
	});
	writeHead(document, report, shown);
	writeFigures(document, report, 108);
	drawChart(document, report.points, { top: 164, height: 90 });
	writeTables(document, report, shown, 288);
	const note = shown.isReplaced()
		? ". A ? stands for a character that these fonts do not contain."
		: "";
	writeFeet(document, report, now, note);
	document.end();
	for await (const piece of document) yield piece as Uint8Array;
};
