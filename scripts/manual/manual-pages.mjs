import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { lexer, walkTokens } from "marked";

/** The page that lists all others: its headings and links are the manual's table of contents. */
export const CONTENTS = "docs/README.md";

/** The path of a repository page in the manual, below its root: `docs/kafka.md` → `kafka/`. */
export const placeOf = (path) =>
	path === CONTENTS
		? ""
		: `${path
				.replace(/^docs\//, "")
				.replace(/\.md$/, "")
				.toLowerCase()}/`;

/** The target page of another page's link, `docs/kafka.md`; undefined for other URLs. */
export const linkedPage = (from, href) => {
	if (/^[a-z]+:|^#/i.test(href)) return undefined;
	const [path = ""] = href.split("#");
	return normalize(join(dirname(from), decodeURI(path)));
};

const linksIn = (tokens) => {
	const links = [];
	walkTokens(tokens, (token) => {
		if (token.type === "link") links.push(token);
	});
	return links;
};

/**
 * The manual's pages, in the order of its contents.
 * @param root of the repository
 * @returns pages with their path in the repository, title, section of the contents, and tokens of their Markdown
 */
export const manualPages = (root) => {
	const read = (path) => {
		const tokens = lexer(readFileSync(join(root, path), "utf8"));
		const heading = tokens.find(({ type, depth }) => type === "heading" && depth === 1);
		if (heading === undefined) throw new Error(`${path} has no heading of the first level`);
		return { path, title: heading.text, tokens };
	};
	const contents = read(CONTENTS);
	const pages = new Map([[CONTENTS, { ...contents, section: "" }]]);
	let section = "";
	for (const token of contents.tokens) {
		if (token.type === "heading" && token.depth === 2) section = token.text;
		for (const { href } of section === "" ? [] : linksIn([token])) {
			const path = linkedPage(CONTENTS, href);
			const isListed = path?.endsWith(".md") && existsSync(join(root, path));
			if (isListed && !pages.has(path)) pages.set(path, { ...read(path), section });
		}
	}
	return [...pages.values()];
};
