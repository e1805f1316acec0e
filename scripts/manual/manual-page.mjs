import { posix } from "node:path";
import { Marked } from "marked";
import { anchorsOf } from "./heading-anchors.mjs";
import { linkedPage, placeOf } from "./manual-pages.mjs";

const escaped = (text) =>
	text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll("'", "&#39;");

const textOf = (html) =>
	html
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&")
		.replaceAll(/\s+/g, " ")
		.trim();

/** A relative link between two pages of the manual, so that it can be served from any path: `kafka/` → `../deploy/`. */
const between = (from, to) => posix.relative(`/${from}`, `/${to}`) || ".";
const toPlace = (from, to) => `${between(from, to)}/`;

/** Renders the Markdown of one page; `known` are the paths of all pages. */
const bodyOf = (page, known) => {
	const place = placeOf(page.path);
	const headings = page.tokens.filter(({ type }) => type === "heading");
	const anchors = anchorsOf(headings.map(({ text }) => text));
	let next = 0;
	const marked = new Marked({
		renderer: {
			heading({ tokens, depth }) {
				const id = anchors[next++];
				return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
			},
			link({ href, title, tokens }) {
				const label = this.parser.parseInline(tokens);
				const path = linkedPage(page.path, href);
				if (path === undefined)
					return `<a href="${escaped(href)}"${title ? ` title="${escaped(title)}"` : ""}>${label}</a>`;
				// A file of the repository is not part of the manual.
				if (!known.has(path)) return label;
				const anchor = href.includes("#") ? href.slice(href.indexOf("#")) : "";
				return `<a href="${escaped(toPlace(place, placeOf(path)) + anchor)}">${label}</a>`;
			},
			image({ href, text }) {
				const name = posix.relative("docs", linkedPage(page.path, href));
				const address = `${between(place, "")}/${name}`;
				const dark = address.replace(/-light\.png$/, "-dark.png");
				const image = `<img src="${address}" alt="${escaped(text)}" loading="lazy">`;
				if (dark === address) return image;
				const source = `<source srcset="${dark}" media="(prefers-color-scheme: dark)">`;
				return `<picture>${source}${image}</picture>`;
			},
			// Comments are for the tools that write figures into the pages.
			html: ({ text }) => (/^<!--[\s\S]*-->\s*$/.test(text) ? "" : text),
			code: ({ text, lang = "" }) =>
				`<pre tabindex="0"><code${lang ? ` class="language-${escaped(lang)}"` : ""}>${escaped(text)}</code></pre>\n`,
			table(token) {
				const row = (cells, tag) =>
					`<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
				const head = `<thead>${row(token.header, "th")}</thead>`;
				const body = `<tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody>`;
				return `<div class="table" tabindex="0"><table>${head}${body}</table></div>\n`;
			},
		},
	});
	return marked.parser(page.tokens);
};

const SECTION = /<h[1-6] id="([^"]+)">([\s\S]*?)<\/h[1-6]>/g;

/** The searchable text below each heading. */
const sectionsOf = (page, body) => {
	const found = [...body.matchAll(SECTION)];
	return found.map((heading, index) => ({
		id: `${placeOf(page.path)}#${heading[1]}`,
		page: page.title,
		heading: textOf(heading[2]),
		text: textOf(body.slice(heading.index + heading[0].length, found[index + 1]?.index)),
	}));
};

const navigation = (page, pages) => {
	const place = placeOf(page.path);
	const sections = [...new Set(pages.map(({ section }) => section))].filter(Boolean);
	return sections
		.map((section) => {
			const entries = pages
				.filter((one) => one.section === section)
				.map((one) => {
					const current = one === page ? ' aria-current="page"' : "";
					return `<li><a href="${toPlace(place, placeOf(one.path))}"${current}>${escaped(one.title)}</a></li>`;
				});
			return `<h2>${escaped(section)}</h2>\n<ul>${entries.join("\n")}</ul>`;
		})
		.join("\n");
};

const onThisPage = (body) => {
	const entries = [...body.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)].map(
		([, id, heading]) => `<li><a href="#${id}">${escaped(textOf(heading))}</a></li>`,
	);
	return entries.length > 1
		? `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${entries.join("\n")}</ul></nav>`
		: "";
};

/**
 * A page of the manual, as a document without inline code or external resources.
 * @param page one of `pages`, which are those of `manualPages`
 * @returns its document, and its sections for the search
 */
export const renderPage = (page, pages) => {
	const root = between(placeOf(page.path), "");
	const body = bodyOf(page, new Set(pages.map(({ path }) => path)));
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Footfall</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/manual.css">
<script src="${root}/manual.js" type="module" data-root="${root}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a class="brand" href="${root}/">Footfall <span>manual</span></a>
<search>
<input type="search" id="search" placeholder="Search the manual" aria-label="Search the manual" autocomplete="off" aria-controls="found">
<ol id="found" hidden></ol>
<p id="found-count" role="status"></p>
</search>
</header>
<div class="columns">
<details class="pages"><summary>Pages</summary><nav aria-label="Pages">${navigation(page, pages)}</nav></details>
<main id="content">
${body}</main>
${onThisPage(body)}
</div>
</body>
</html>
`;
	return { html, sections: sectionsOf(page, body) };
};
