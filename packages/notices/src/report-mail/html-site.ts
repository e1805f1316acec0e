import { CHART_SIZE, chartTop } from "./chart-image.ts";
import { chartText } from "./chart-text.ts";
import { type Html, html, withoutLinks } from "./html.ts";
import { look, lookWith } from "./html-theme.ts";
import {
	changeOf,
	changeText,
	figureText,
	pointText,
	rangeText,
	type ShownChange,
	unitOf,
} from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import {
	FIGURE_NAMES,
	type FigureName,
	type ReportMailContent,
	type SiteContent,
} from "./report-mail-content.ts";
import { shownName } from "./safe-text.ts";
import { type ShownList, shownLists } from "./shown-lists.ts";

/** A panel of a mail: one table row, with a gap above it. */
export const panel = (content: Html): Html =>
	html`<tr><td style="padding-top:12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look("panel")}>${content}</table></td></tr>`;

/** The title of a panel. */
export const panelTitle = (title: string): Html =>
	html`<h2 ${lookWith("font-size:15px;line-height:20px;font-weight:600;margin:0;", "", "ink")}>${title}</h2>`;

/** A change in its colour, with its direction in words for screen readers. */
export const changeHtml = (change: ShownChange | undefined, phrases: Phrases): Html => {
	if (change === undefined) return html``;
	const tone = change.tone === "neutral" ? "faint" : change.tone;
	if (change.direction === "none") return html`<span ${look("faint")}>${change.text}</span>`;
	const arrow = change.direction === "up" ? "▲" : "▼";
	const word = change.direction === "up" ? phrases.up : phrases.down;
	return html`<span ${lookWith("white-space:nowrap;", "", tone)}><span aria-hidden="true">${arrow}</span><span style="display:none;mso-hide:all">${word}</span> ${change.text}</span>`;
};

const figureCell = (
	name: FigureName,
	{ figures, currency }: SiteContent,
	phrases: Phrases,
): Html => {
	const figure = figures[name];
	if (figure === undefined) return html`<td class="figure" width="33%">&nbsp;</td>`;
	const unit = unitOf(name, currency);
	const change = changeOf(figure, { unit, isLowerBetter: name === "bounce_rate" }, phrases);
	return html`<td ${lookWith("padding:12px 0 4px;vertical-align:top;", "figure", "cell")} width="33%"><div ${lookWith("font-size:13px;line-height:18px;", "", "soft")}>${phrases.figures[name]}</div><div ${lookWith("font-size:22px;line-height:28px;font-weight:600;font-variant-numeric:tabular-nums;", "", "ink")}>${figureText(figure.value, unit, phrases)}</div><div style="font-size:13px;line-height:18px">${changeHtml(change, phrases)}&nbsp;</div></td>`;
};

const figuresPanel = (content: SiteContent, phrases: Phrases): Html => {
	const names = FIGURE_NAMES.filter((name) => name !== "revenue" || content.figures.revenue);
	const rows = [names.slice(0, 3), names.slice(3)];
	return panel(
		html`<tr><td class="inner" style="padding:4px 24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="figures">${rows.map(
			(row) =>
				html`<tr>${row.map((name) => figureCell(name, content, phrases))}${row.length < 3 && html`<td class="wide" width="33%">&nbsp;</td>`}</tr>`,
		)}</table></td></tr>`,
	);
};

/** The name under which the HTML shows the attached chart. */
export const CHART_CID = "chart@footfall";

const chartPanel = (
	{ points }: SiteContent,
	{ every }: ReportMailContent,
	chartSource: string,
	phrases: Phrases,
): Html | false => {
	if (points.length === 0) return false;
	const label = (index: number) => pointText(points[index]?.time ?? "", phrases);
	const middle = Math.floor((points.length - 1) / 2);
	const hasBefore = points.some(({ previous }) => previous !== null);
	const labels = [
		{ text: label(0), align: "left" },
		{ text: points.length > 2 ? label(middle) : "", align: "center" },
		{ text: points.length > 1 ? label(points.length - 1) : "", align: "right" },
	];
	return panel(
		html`<tr><td ${lookWith("padding:16px 24px;", "inner", "cell")}><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td>${panelTitle(phrases.chart[every])}</td><td align="right" ${lookWith("font-size:12px;line-height:16px;", "", "faint")}>${hasBefore && phrases.before}</td></tr></table><div ${lookWith("font-size:12px;line-height:16px;padding-top:8px;font-variant-numeric:tabular-nums;", "", "faint")}>${figureText(chartTop(points), "count", phrases)}</div><img src="${chartSource}" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" alt="${chartText(points, every, phrases)}" class="chart faint" style="display:block;width:100%;max-width:${CHART_SIZE.width}px;height:auto;font-size:12px;line-height:16px;color:#5f6873"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${labels.map(({ text, align }) => html`<td width="33%" align="${align}" ${lookWith("font-size:12px;line-height:16px;padding-top:4px;", "", "faint")}>${text}</td>`)}</tr></table></td></tr>`,
	);
};

const sentencesPanel = (title: string, sentences: readonly Html[]): Html | false =>
	sentences.length > 0 &&
	panel(
		html`<tr><td ${lookWith("padding:16px 24px;", "inner", "cell")}>${panelTitle(title)}${sentences.map((sentence) => html`<p ${lookWith("margin:8px 0 0;", "", "ink")}>${sentence}</p>`)}</td></tr>`,
	);

const annotationsOf = ({ annotations }: SiteContent, phrases: Phrases): Html[] =>
	annotations.map(
		({ date, title, kind }) =>
			html`<span ${look("faint")}>${pointText(date, phrases)}</span> &nbsp;${kind === "deploy" && html`${phrases.deploy}: `}${withoutLinks(shownName(title, 120))}`,
	);

const bar = (share: number): Html => {
	const width = Math.max(1, Math.round(share * 100));
	return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:4px"><tr><td class="bar" width="${width}%" style="background:#7c9eee;height:3px;line-height:3px;font-size:0">&nbsp;</td>${width < 100 && html`<td class="track" style="background:#eceff2;height:3px;line-height:3px;font-size:0">&nbsp;</td>`}</tr></table>`;
};

const listPanel = (list: ShownList, phrases: Phrases): Html => {
	const { title, counted, rows, unit } = list;
	const headStyle =
		"font-size:12px;line-height:16px;font-weight:400;padding-bottom:4px;padding-left:12px;";
	return panel(
		html`<tr><td ${lookWith("padding:16px 24px 12px;", "inner", "cell")}><table width="100%" cellpadding="0" cellspacing="0"><tr><th align="left" scope="col" width="100%" style="font-weight:400;padding-bottom:4px;text-align:left">${panelTitle(title)}</th><th scope="col" ${lookWith(headStyle, "", "faint", "number")}>${counted}</th><th scope="col" width="92" ${lookWith(headStyle, "change", "faint", "number")}>${phrases.change}</th></tr>${
			rows.length === 0
				? html`<tr><td colspan="3" ${lookWith("padding-top:4px;", "", "faint")}>${phrases.emptyList}</td></tr>`
				: rows.map(
						(row) =>
							html`<tr><td ${lookWith("padding:6px 12px 6px 0;overflow-wrap:anywhere;word-break:normal;", "", "ink")}>${withoutLinks(row.shown)}${bar(row.share)}</td><td ${lookWith("padding:6px 0 6px 12px;vertical-align:top;", "", "ink", "number")}>${row.text}</td><td width="92" ${lookWith("padding:6px 0 6px 12px;vertical-align:top;font-size:13px;min-width:80px;", "change", "ink", "number")}>${changeHtml(changeOf(row, { unit }, phrases), phrases)}</td></tr>`,
					)
		}</table></td></tr>`,
	);
};

/** The panels of a mail about one site. @param chartSource the address of the chart's image */
export const siteHtml = (
	content: SiteContent,
	mail: ReportMailContent,
	chartSource: string,
	phrases: Phrases,
): Html => {
	if (!content.hasEvents) return panel(paragraph(phrases.noEvents));
	const isEmpty = content.figures.sessions?.value === 0 && content.figures.pageviews?.value === 0;
	return html`${isEmpty && panel(paragraph(phrases.noTraffic))}${figuresPanel(content, phrases)}${chartPanel(content, mail, chartSource, phrases)}${sentencesPanel(
		phrases.whatChanged,
		content.sentences.map((sentence) => withoutLinks(shownName(sentence, 400))),
	)}${sentencesPanel(phrases.annotations, annotationsOf(content, phrases))}${shownLists(content, phrases).map((list) => listPanel(list, phrases))}`;
};

const paragraph = (text: string): Html =>
	html`<tr><td ${lookWith("padding:16px 24px;", "inner", "cell", "ink")}>${text}</td></tr>`;

/** What is to be known about the numbers, in sentences. */
export const notesOf = (mail: ReportMailContent, phrases: Phrases): string[] => {
	const { content } = mail;
	const notes: string[] = [];
	if (content.segment !== null) notes.push(phrases.segment(shownName(content.segment, 80)));
	if (content.kind === "site" && content.imported)
		notes.push(
			phrases.imported(
				rangeText(content.imported, phrases),
				shownName(content.imported.source, 60),
			),
		);
	if (mail.hasPdf) notes.push(phrases.pdf);
	return notes;
};

/** The change of a figure in words, for the line that mail programs show beside the subject. */
export const summaryOf = ({ figures, currency }: SiteContent, phrases: Phrases): string =>
	FIGURE_NAMES.filter((name) => name !== "bounce_rate" && name !== "session_duration")
		.flatMap((name) => {
			const figure = figures[name];
			if (figure === undefined) return [];
			const unit = unitOf(name, currency);
			const change = changeOf(figure, { unit }, phrases);
			const text = `${phrases.figures[name]} ${figureText(figure.value, unit, phrases)}`;
			return [change ? `${text} (${changeText(change)})` : text];
		})
		.join(", ");
