import { PAGES } from "../pages.ts";

/** A node as rrweb serializes it. */
interface RecordedNode {
	type: number;
	id: number;
	[more: string]: unknown;
}

const DOCUMENT = 0;
const DOCTYPE = 1;
const ELEMENT = 2;
const TEXT = 3;

const NAV_HEIGHT = 56;
const MAIN_WIDTH = 720;
/** Where things are on every page, in px: the pointer has to find them. */
const STYLE = `
body{margin:0;font:17px/1.6 system-ui,sans-serif;color:#1d2433;background:#fffdf8}
nav{display:flex;height:${NAV_HEIGHT}px;align-items:center;border-bottom:1px solid #e8e2d4}
nav a{flex:1;text-align:center;color:#6b4f1d;text-decoration:none}
main{box-sizing:border-box;max-width:${MAIN_WIDTH}px;margin:auto;padding:24px}
h1{height:100px;margin:0;font:700 34px/1.2 Georgia,serif}
button{width:180px;height:44px;border:0;border-radius:8px;background:#b8692b;color:#fff;font:inherit}
input{display:block;box-sizing:border-box;width:240px;height:40px;margin:16px 0;font:inherit}
p{margin:20px 0;padding:20px;border-radius:8px;background:#f5efe1}
.trouble{padding:12px;background:#fbe3df;color:#8d2416}`;
/** The centers of the button and of the field, from the left edge of the content. */
const BUTTON_AT = { x: 114, y: 202 };
const FIELD_AT = { x: 144, y: 260 };
/** Enough text to scroll through. */
const PARAGRAPHS = [
	"Quill keeps your notes as plain files, on your own disk, in folders that you can read.",
	"Write on a phone, go on at a desk. What you wrote last is there, also without a connection.",
	"Share a page with the people who need it. Everything else stays yours.",
	"Search finds a word in ten thousand notes before you have finished typing it.",
	"Import what you have: text, Markdown, and the exports of the apps you used before.",
	"Free for one person. Teams pay for what they share, by the month.",
];
const LINKS = ["/", "/features", "/pricing", "/docs", "/blog"];

/**
 * A page of the example site as a snapshot, and what a person uses on it.
 * @param width of the window
 */
export const recordedPage = (pathname: string, width: number) => {
	let last = 0;
	const node = (type: number, rest: object): RecordedNode => {
		last += 1;
		return { type, id: last, ...rest };
	};
	const element = (tagName: string, attributes: object, ...childNodes: RecordedNode[]) =>
		node(ELEMENT, { tagName, attributes, childNodes });
	const written = (tagName: string, textContent: string, attributes: object = {}) =>
		element(tagName, attributes, node(TEXT, { textContent }));
	const title = PAGES[pathname] ?? "Quill";
	const links = LINKS.map((path) =>
		written("a", path === "/" ? "Quill" : path.slice(1), { href: path }),
	);
	const button = written("button", pathname === "/signup" ? "Sign up" : "Start for free");
	const field = element("input", { type: "text", placeholder: "Your name" });
	const main = element(
		"main",
		{},
		written("h1", title.replace(/ · Quill$/, "")),
		button,
		...(pathname === "/signup" ? [field] : []),
		...PARAGRAPHS.map((text) => written("p", text)),
	);
	const head = element("head", {}, written("title", title), written("style", STYLE));
	const html = element(
		"html",
		{ lang: "en" },
		head,
		element("body", {}, element("nav", {}, ...links), main),
	);
	const doctype = node(DOCTYPE, { name: "html", publicId: "", systemId: "" });
	const root = node(DOCUMENT, { childNodes: [doctype, html] });
	const left = Math.max(0, (width - MAIN_WIDTH) / 2);
	const placed = ({ id }: RecordedNode, { x, y }: { x: number; y: number }) => ({
		id,
		x: Math.round(left + x),
		y,
	});
	return {
		root,
		main: main.id,
		/** The first id that the page does not use. */
		nextId: last + 1,
		button: placed(button, BUTTON_AT),
		field: placed(field, FIELD_AT),
		/** The link to a page; undefined for one that no link names. */
		linkTo: (to: string) => {
			const at = LINKS.indexOf(to);
			const link = links[at];
			return (
				link && {
					id: link.id,
					x: Math.round(((at + 0.5) * width) / LINKS.length),
					y: NAV_HEIGHT / 2,
				}
			);
		},
	};
};
