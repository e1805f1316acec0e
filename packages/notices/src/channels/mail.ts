import type { MailContent } from "../mail-content.ts";
import type { Notice } from "../notice.ts";
import { figuresOf, linesOf, wordsOf } from "./notice-words.ts";
import { shorten } from "./shorten.ts";

const MAX = { subject: 150, text: 20_000 } as const;

const FOOTER = {
	en: "An administrator of your organization on Footfall sends this to you.",
	de: "Ein Administrator Ihrer Organisation in Footfall schickt Ihnen diese Nachricht.",
} as const;

const escaped = (text: string): string =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").trim();

const cell = (text: string, style: string): string =>
	`<td style="padding:4px 16px 4px 0;${style}">${escaped(text)}</td>`;

/** Without colours of its own, so that mail programs show it in theirs, in the dark too. */
const htmlOf = (notice: Notice): string => {
	const rows = figuresOf(notice).map(
		({ label, value }) => `<tr>${cell(label, "")}${cell(value, "font-weight:bold")}</tr>`,
	);
	const parts = [
		`<h1 style="font-size:20px;margin:0 0 16px">${escaped(notice.title)}</h1>`,
		...notice.sentences.map((sentence) => `<p style="margin:0 0 12px">${escaped(sentence)}</p>`),
		...(rows.length === 0
			? []
			: [`<table role="presentation" style="border-collapse:collapse">${rows.join("")}</table>`]),
		...(notice.link === undefined
			? []
			: [
					`<p style="margin:16px 0"><a href="${escaped(notice.link)}">${escaped(wordsOf(notice).open)}</a></p>`,
				]),
		`<p style="margin:24px 0 0;font-size:13px">${escaped(FOOTER[notice.language])}</p>`,
	];
	return [
		`<!doctype html><html lang="${notice.language}"><head><meta charset="utf-8">`,
		'<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
		`<title>${escaped(notice.title)}</title></head>`,
		'<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;margin:0">',
		`<div style="max-width:600px;padding:24px">${parts.join("")}</div></body></html>`,
	].join("");
};

/** A notice as a mail. */
export const mailOfNotice = (notice: Notice): MailContent => ({
	subject: shorten(oneLine(notice.title), { max: MAX.subject }),
	text: [
		notice.title,
		shorten(linesOf(notice).join("\n"), { max: MAX.text }),
		...(notice.link === undefined ? [] : [notice.link]),
		`-- \n${FOOTER[notice.language]}`,
	].join("\n\n"),
	html: htmlOf(notice),
	attachments: [],
	headers: { "Auto-Submitted": "auto-generated" },
});
