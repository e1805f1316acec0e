import { Html, html, withoutLinks } from "./html.ts";
import { notesOf, siteHtml, summaryOf } from "./html-site.ts";
import { moversOf, sitesHtml } from "./html-sites.ts";
import { look, lookWith, STYLE_SHEET } from "./html-theme.ts";
import { daysText, instantText } from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import type { ReportMailContent } from "./report-mail-content.ts";
import { shownName } from "./safe-text.ts";

/** What the mail is about, in one line. */
export const titleOf = ({ title }: ReportMailContent): string => shownName(title, 80);

/** The period and the one that it is compared with. */
export const periodOf = (mail: ReportMailContent, phrases: Phrases): string => {
	const { every, period, before } = mail;
	const days = phrases.period[every](daysText(period, every, phrases));
	return `${days}, ${phrases.comparedWith(daysText(before, every, phrases))}`;
};

/** Why the mail comes now, if not by its schedule. */
export const occasionOf = (
	{ isTrial, lateSince, timeZone }: ReportMailContent,
	phrases: Phrases,
): string | undefined => {
	if (isTrial) return phrases.trial;
	return lateSince === null ? undefined : phrases.late(instantText(lateSince, timeZone, phrases));
};

const summaryOfMail = ({ content }: ReportMailContent, phrases: Phrases): string => {
	if (content.kind === "sites") return moversOf(content, phrases).join("; ");
	return content.hasEvents ? summaryOf(content, phrases) : phrases.noEvents;
};

/** Keeps mail programs from showing the first words of the page beside the subject. */
const PADDING = new Html("&#8199;&#65279;&#847; ".repeat(40));

const preheader = (text: string): Html =>
	html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f6f7f8;opacity:0">${text}${PADDING}</div>`;

const footer = (mail: ReportMailContent, phrases: Phrases): Html => {
	const { links, timeZone } = mail;
	const style = "font-size:12px;line-height:18px;margin:0 0 6px;";
	const notes = [...notesOf(mail, phrases), phrases.zone(timeZone)];
	return html`<tr><td ${lookWith("padding:20px 24px 8px;", "inner", "cell")}>${
		links.dashboard !== null &&
		html`<p style="margin:0 0 20px"><a href="${links.dashboard}" ${look("button")}>${phrases.open}</a></p>`
	}${notes.map((note) => html`<p ${lookWith(style, "", "faint")}>${withoutLinks(note)}</p>`)}${
		links.unsubscribe !== null &&
		html`<p ${lookWith(style, "", "faint")}>${phrases.reason} <a href="${links.unsubscribe}" ${lookWith("text-decoration:underline;", "", "faint")}>${phrases.unsubscribe}</a></p>`
	}</td></tr>`;
};

/** A whole mail as HTML. @param chartSource the address of the chart's image */
export const htmlOf = (
	mail: ReportMailContent,
	subject: string,
	chartSource: string,
	phrases: Phrases,
): string => {
	const { content, domain, language } = mail;
	const occasion = occasionOf(mail, phrases);
	const body =
		content.kind === "site"
			? siteHtml(content, mail, chartSource, phrases)
			: sitesHtml(content, phrases);
	return html`<!DOCTYPE html>
<html lang="${language}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${subject}</title><!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,th,h1,h2,p,a{font-family:Arial,sans-serif!important}</style><![endif]--><style>${STYLE_SHEET}</style></head><body ${look("page")}>${preheader(summaryOfMail(mail, phrases))}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look("page")}><tr><td align="center" class="gutter" style="padding:24px 12px"><!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]--><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left"><tr><td ${lookWith("padding:0 24px 8px;", "inner", "cell")}><h1 ${lookWith("font-size:22px;line-height:28px;font-weight:600;margin:0;", "title", "ink")}>${withoutLinks(titleOf(mail))}</h1>${domain !== null && domain !== mail.title && html`<div ${lookWith("font-size:13px;line-height:18px;", "", "faint")}>${withoutLinks(domain)}</div>`}<div ${lookWith("font-size:13px;line-height:18px;padding-top:4px;", "", "soft")}>${periodOf(mail, phrases)}</div>${occasion !== undefined && html`<div ${lookWith("font-size:13px;line-height:18px;padding-top:4px;", "", "soft")}>${occasion}</div>`}</td></tr>${body}${footer(mail, phrases)}</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`
		.text;
};
