import { type Html, html, withoutLinks } from "./html.ts";
import { changeHtml, panel, panelTitle } from "./html-site.ts";
import { look, lookWith } from "./html-theme.ts";
import { changeOf, changeText, figureText } from "./mail-format.ts";
import type { Phrases } from "./phrases.ts";
import type { SiteRow, SitesContent } from "./report-mail-content.ts";
import { shownName } from "./safe-text.ts";

const MOST_MOVERS = 3;
/** A site with fewer people changes by large shares all the time. */
const LEAST_PEOPLE = 20;

const UNIT = { unit: "count" } as const;

const distance = ({ users: { value, previous } }: SiteRow): number =>
	Math.abs(value - (previous ?? value)) / Math.sqrt(Math.max(LEAST_PEOPLE, previous ?? 0));

/** The sites that changed most beyond what their size makes usual, each as a sentence. */
export const moversOf = ({ sites }: SitesContent, phrases: Phrases): string[] =>
	sites
		.filter(
			({ users: { value, previous } }) =>
				previous !== null && value !== previous && Math.max(value, previous) >= LEAST_PEOPLE,
		)
		.sort((one, other) => distance(other) - distance(one))
		.slice(0, MOST_MOVERS)
		.flatMap(({ name, users }) => {
			const change = changeOf(users, UNIT, phrases);
			if (change === undefined || change.direction === "none") return [];
			const [value, previous] = [users.value, users.previous ?? 0].map((number) =>
				figureText(number, "count", phrases),
			);
			return [phrases.mover(shownName(name, 60), changeText(change), value ?? "", previous ?? "")];
		});

const siteRow = (row: SiteRow, phrases: Phrases): Html => {
	const name = withoutLinks(shownName(row.name, 60));
	return html`<tr><td ${lookWith("padding:8px 0;word-break:break-word;", "", "ink", "line")}>${row.link === null ? name : html`<a href="${row.link}" ${look("link")}>${name}</a>`}<div ${lookWith("font-size:12px;line-height:16px;", "", "faint")}>${withoutLinks(shownName(row.domain, 60))}</div></td><td ${lookWith("padding:8px 0 8px 8px;vertical-align:top;", "", "ink", "line", "number")}>${figureText(row.users.value, "count", phrases)}<div style="font-size:12px;line-height:16px">${changeHtml(changeOf(row.users, UNIT, phrases), phrases)}</div></td><td ${lookWith("padding:8px 0 8px 8px;vertical-align:top;", "", "ink", "line", "number")}>${figureText(row.sessions.value, "count", phrases)}<div style="font-size:12px;line-height:16px">${changeHtml(changeOf(row.sessions, UNIT, phrases), phrases)}</div></td><td ${lookWith("padding:8px 0 8px 8px;vertical-align:top;", "wide", "ink", "line", "number")}>${figureText(row.pageviews.value, "count", phrases)}<div style="font-size:12px;line-height:16px">${changeHtml(changeOf(row.pageviews, UNIT, phrases), phrases)}</div></td></tr>`;
};

/** The panels of a mail about all sites of an organization. */
export const sitesHtml = (content: SitesContent, phrases: Phrases): Html => {
	const { sites, notListed } = content;
	if (sites.length === 0)
		return panel(
			html`<tr><td ${lookWith("padding:16px 24px;", "inner", "cell", "ink")}>${phrases.noSites}</td></tr>`,
		);
	const movers = moversOf(content, phrases);
	const head = "font-size:12px;line-height:16px;font-weight:400;padding-bottom:4px;";
	return html`${
		movers.length > 0 &&
		panel(
			html`<tr><td ${lookWith("padding:16px 24px;", "inner", "cell")}>${panelTitle(phrases.movers)}${movers.map((mover) => html`<p ${lookWith("margin:8px 0 0;", "", "ink")}>${withoutLinks(mover)}</p>`)}</td></tr>`,
		)
	}${panel(
		html`<tr><td ${lookWith("padding:16px 24px 12px;", "inner", "cell")}><table width="100%" cellpadding="0" cellspacing="0"><tr><th scope="col" align="left" style="font-weight:400;padding-bottom:4px;text-align:left">${panelTitle(phrases.allSites)}</th>${(["users", "sessions"] as const).map((name) => html`<th scope="col" ${lookWith(head, "", "faint", "number")}>${phrases.figures[name]}</th>`)}<th scope="col" ${lookWith(head, "wide", "faint", "number")}>${phrases.figures.pageviews}</th></tr>${sites.map((row) => siteRow(row, phrases))}</table>${notListed > 0 && html`<p ${lookWith("margin:8px 0 0;font-size:13px;", "", "faint")}>${phrases.otherSites(figureText(notListed, "count", phrases))}</p>`}</td></tr>`,
	)}`;
};
