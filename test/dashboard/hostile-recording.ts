/** A node as recorders serialize it. */
interface Node {
	type: number;
	id: number;
	tagName?: string;
	attributes?: Record<string, unknown>;
	childNodes?: Node[];
	textContent?: string;
	isSVG?: true;
}

const START = 1_795_360_000_000;

/**
 * A recording that no real recorder made: everything in it tries to run code, or to reach another server.
 * @param evil an origin
 */
export const hostileRecording = (evil: string) => {
	let id = 1;
	const text = (textContent: string): Node => ({ type: 3, id: ++id, textContent });
	const element = (
		tagName: string,
		attributes: Record<string, unknown> = {},
		childNodes: Node[] = [],
	): Node => ({ type: 2, id: ++id, tagName, attributes, childNodes });
	const svg = (
		tagName: string,
		attributes: Record<string, unknown>,
		childNodes: Node[] = [],
	): Node => ({
		...element(tagName, attributes, childNodes),
		isSVG: true,
	});
	const run = "top.ranScript = true; parent.parent.ranScript = true";
	const attack = (): Node[] => [
		element("script", {}, [text(run)]),
		element("script", { src: `${evil}/script.js` }),
		element("script", { type: "module", src: `${evil}/module.js` }),
		element("img", { src: `${evil}/image.png`, onerror: run, srcset: `${evil}/set.png 2x` }),
		element("img", { src: "/api/own-image", onerror: run }),
		element("iframe", { src: `${evil}/frame` }),
		element("iframe", {
			src: "/",
			sandbox: "allow-scripts allow-same-origin allow-top-navigation",
		}),
		element("iframe", { srcdoc: `<script>${run}</script><img src="${evil}/srcdoc.png">` }),
		element("iframe", { src: `javascript:${run}` }),
		element("a", { class: "click", href: `javascript:${run}` }, [text("script")]),
		element("a", { class: "click", href: `${evil}/top`, target: "_top", ping: `${evil}/ping` }, [
			text("away"),
		]),
		element("a", { class: "click", href: `${evil}/popup`, target: "_blank" }, [text("popup")]),
		element("form", { class: "send", action: `${evil}/form`, target: "_top" }, [
			element("button", { class: "click", formaction: `javascript:${run}` }, [text("send")]),
		]),
		element("object", { data: `${evil}/object` }),
		element("embed", { src: `${evil}/embed` }),
		element("video", { src: `${evil}/video`, autoplay: true, poster: `${evil}/poster` }, [
			element("source", { src: `${evil}/source` }),
		]),
		element("audio", { src: `${evil}/audio`, autoplay: true }),
		element("input", { type: "image", src: `${evil}/input.png`, autofocus: true, onfocus: run }),
		svg("svg", { onload: run }, [
			svg("script", {}, [text(run)]),
			svg("image", { href: `${evil}/svg.png` }),
			svg("use", { "xlink:href": `${evil}/use.svg#a` }),
		]),
		element("link", { rel: "preconnect", href: evil }),
		element("link", { rel: "dns-prefetch", href: evil }),
		element("link", { rel: "prefetch", href: `${evil}/prefetch` }),
		element("link", { rel: "preload", as: "image", href: `${evil}/preload` }),
		element("link", { rel: "modulepreload", href: `${evil}/modulepreload` }),
		element("link", { rel: "stylesheet", href: `${evil}/style.css` }),
		element("meta", { "http-equiv": "refresh", content: `0;url=${evil}/refresh` }),
		element("meta", { "http-equiv": "x-dns-prefetch-control", content: "on" }),
		element("base", { href: `${evil}/base/` }),
	];
	const style = element("style", {
		_cssText: `@import url(${evil}/import.css); @font-face { font-family: Far; src: url(${evil}/font.woff2); } h1 { color: rgb(1, 2, 3); font-family: Far; background: url(${evil}/background.png); cursor: url(${evil}/cursor.png), auto; }`,
	});
	const field = element("input", { class: "masked-field", value: "" });
	const body = element("body", { onload: run, onpageshow: run }, [
		element("h1", { onpointerenter: run, style: `background: url(${evil}/inline.png)` }, [
			text("Hello"),
		]),
		element("p", { class: "masked-text" }, [text("**** *** ****")]),
		field,
		...attack(),
	]);
	const html = element("html", {}, [element("head", {}, [style, ...attack()]), body]);
	const document = { type: 0, id: 1, childNodes: [{ type: 1, id: ++id, name: "html" }, html] };
	const at = (after: number, type: number, data: object) => ({
		type,
		timestamp: START + after,
		data,
	});
	return [
		at(0, 4, { href: `${evil}/`, width: 800, height: 500 }),
		at(1, 2, { node: document, initialOffset: { top: 0, left: 0 } }),
		at(50, 3, {
			source: 0,
			adds: attack().map((node) => ({ parentId: body.id, nextId: null, node })),
			attributes: [{ id: body.id, attributes: { onclick: run, background: `${evil}/late.png` } }],
			removes: [],
			texts: [],
		}),
		at(60, 3, { source: 5, id: field.id, text: "******", isChecked: false }),
		at(70, 3, { source: 10, family: "Late", fontSource: `url(${evil}/late.woff2)`, buffer: false }),
		at(80, 3, {
			source: 9,
			id: body.id,
			type: 0,
			commands: [{ property: "constructor", args: [run] }],
		}),
		at(90, 5, { tag: "run", payload: run }),
		at(5000, 3, { source: 3, id: 1, x: 0, y: 0 }),
	];
};
