import { chartText } from "./chart-text.ts";
import { occasionOf, periodOf, titleOf } from "./html-document.ts";
import { notesOf } from "./html-site.ts";
import { moversOf } from "./html-sites.ts";
import {
	changeOf,
	changeText,
	figureText,
	pointText,
	type ShownChange,
	unitOf,
} from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import {
	FIGURE_NAMES,
	type ReportMailContent,
	type SiteContent,
	type SitesContent,
} from "./report-mail-content.ts";
import { graphemesOf, shownName } from "./safe-text.ts";
import { type ShownList, shownLists } from "./shown-lists.ts";

const WIDTH = 72;
/** East Asian characters and emoji take two columns of a terminal. */
const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

const widthOf = (text: string): number =>
	graphemesOf(text).reduce((width, one) => width + (WIDE.test(one) ? 2 : 1), 0);

/** Lines whose first column is on the left and whose others are aligned on the right. */
const aligned = (rows: readonly (readonly string[])[]): string[] => {
	const columns = rows[0]?.length ?? 0;
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(...rows.map((row) => widthOf(row[column] ?? ""))),
	);
	return rows.map((row) =>
		row
			.map((cell, column) => {
				const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
				return column === 0 ? cell + space : space + cell;
			})
			.join("  ")
			.trimEnd(),
	);
};

const shown = (change: ShownChange | undefined): string =>
	change === undefined ? "" : changeText(change);

const titled = (title: string, lines: readonly string[]): string =>
	[title, "-".repeat(Math.min(WIDTH, widthOf(title))), ...lines].join("\n");

const figureLines = ({ figures, currency }: SiteContent, phrases: Phrases): string[] =>
	aligned(
		FIGURE_NAMES.flatMap((name) => {
			const figure = figures[name];
			if (figure === undefined) return [];
			const unit = unitOf(name, currency);
			const change = changeOf(figure, { unit, isLowerBetter: name === "bounce_rate" }, phrases);
			return [[phrases.figures[name], figureText(figure.value, unit, phrases), shown(change)]];
		}),
	);

const listLines = ({ rows, unit, title, counted }: ShownList, phrases: Phrases): string => {
	if (rows.length === 0) return titled(title, [phrases.emptyList]);
	const lines = aligned([
		["", counted, phrases.change],
		...rows.map((row) => [
			shownName(row.shown, 44),
			row.text,
			shown(changeOf(row, { unit }, phrases)),
		]),
	]);
	return titled(title, lines);
};

const siteBlocks = (
	content: SiteContent,
	{ every }: ReportMailContent,
	phrases: Phrases,
): string[] => {
	if (!content.hasEvents) return [phrases.noEvents];
	const isEmpty = content.figures.sessions?.value === 0 && content.figures.pageviews?.value === 0;
	const { points, sentences, annotations } = content;
	return [
		...(isEmpty ? [phrases.noTraffic] : []),
		figureLines(content, phrases).join("\n"),
		...(points.length > 0 ? [chartText(points, every, phrases)] : []),
		...(sentences.length > 0
			? [
					titled(
						phrases.whatChanged,
						sentences.map((sentence) => shownName(sentence, 400)),
					),
				]
			: []),
		...(annotations.length > 0
			? [
					titled(
						phrases.annotations,
						annotations.map(
							({ date, title, kind }) =>
								`${pointText(date, phrases)}  ${kind === "deploy" ? `${phrases.deploy}: ` : ""}${shownName(title, 120)}`,
						),
					),
				]
			: []),
		...shownLists(content, phrases).map((list) => listLines(list, phrases)),
	];
};

const sitesBlocks = (content: SitesContent, phrases: Phrases): string[] => {
	if (content.sites.length === 0) return [phrases.noSites];
	const movers = moversOf(content, phrases);
	const { figures } = phrases;
	const unit = { unit: "count" } as const;
	const lines = aligned([
		[phrases.site, figures.users, phrases.change, figures.sessions, figures.pageviews],
		...content.sites.map(({ name, users, sessions, pageviews }) => [
			shownName(name, 32),
			figureText(users.value, "count", phrases),
			shown(changeOf(users, unit, phrases)),
			figureText(sessions.value, "count", phrases),
			figureText(pageviews.value, "count", phrases),
		]),
	]);
	const more =
		content.notListed > 0
			? [phrases.otherSites(figureText(content.notListed, "count", phrases))]
			: [];
	return [
		...(movers.length > 0 ? [titled(phrases.movers, movers)] : []),
		titled(phrases.allSites, [...lines, ...more]),
	];
};

/** Breaks paragraphs at words; columns and addresses stay as they are. */
const wrapped = (text: string): string =>
	text
		.split("\n")
		.flatMap((line) => {
			if (line.length <= WIDTH || / {2}/.test(line)) return [line];
			const lines: string[] = [];
			let current = "";
			for (const word of line.split(" ")) {
				if (current !== "" && current.length + word.length + 1 > WIDTH) {
					lines.push(current);
					current = word;
				} else current = current === "" ? word : `${current} ${word}`;
			}
			return [...lines, current];
		})
		.join("\n");

/** The same mail as plain text. */
export const textOf = (mail: ReportMailContent, phrases: Phrases): string => {
	const { content, domain, links, timeZone } = mail;
	const title = titleOf(mail);
	const occasion = occasionOf(mail, phrases);
	const head = [
		title,
		...(domain !== null && domain !== mail.title ? [domain] : []),
		periodOf(mail, phrases),
	].join("\n");
	const blocks =
		content.kind === "site" ? siteBlocks(content, mail, phrases) : sitesBlocks(content, phrases);
	return `${[
		head,
		...(occasion === undefined ? [] : [occasion]),
		...blocks,
		...(links.dashboard === null ? [] : [`${phrases.open}:\n${links.dashboard}`]),
		[...notesOf(mail, phrases), phrases.zone(timeZone)].join("\n"),
		...(links.unsubscribe === null
			? []
			: [`${phrases.reason}\n${phrases.unsubscribe}:\n${links.unsubscribe}`]),
	]
		.map(wrapped)
		.join("\n\n")}\n`;
};
