import { describe, expect, it } from "vitest";
import { isPlayable, type ReplayEvent, safeEvents } from "./safe-events.ts";
import {
	isMasked,
	MASKED,
	NO_IMAGE,
	type RecordedNode,
	safeAttributes,
	UNLOADED,
} from "./safe-node.ts";

let id = 0;
const element = (
	tagName: string,
	attributes: Record<string, unknown> = {},
	childNodes: RecordedNode[] = [],
): RecordedNode => ({ type: 2, id: ++id, tagName, attributes, childNodes });
const text = (textContent: string): RecordedNode => ({ type: 3, id: ++id, textContent });
const snapshot = (...childNodes: RecordedNode[]) => ({
	type: 2,
	timestamp: 2,
	data: { node: { type: 0, id: ++id, childNodes }, initialOffset: { top: 0, left: 0 } },
});
const change = (data: object) => ({ type: 3, timestamp: 3, data });
const only = (event: unknown) => safeEvents([event])[0];

describe("an attribute of a recording", () => {
	it.each([
		["body", "onload"],
		["img", "OnError"],
		["meta", "http-equiv"],
		["meta", "content"],
		["link", "rel"],
		["link", "href"],
		["iframe", "src"],
		["iframe", "srcdoc"],
		["iframe", "sandbox"],
		["script", "src"],
		["form", "action"],
		["a", "ping"],
		["video", "poster"],
		["object", "data"],
		["use", "xlink:href"],
		["base", "href"],
		["img", "srcset"],
		["div", "popover"],
	])("%s %s is removed", (tag, name) =>
		expect(safeAttributes(tag, { [name]: "https://evil.example/x" })).toEqual({}),
	);

	it.each([
		["a", { href: "javascript:alert(1)" }, { href: "#" }],
		["a", { href: "https://evil.example", rel: "noopener" }, { href: "#", rel: "noopener" }],
		["use", { href: "#icon" }, { href: "#icon" }],
		["img", { src: "data:image/png;base64,AA" }, { src: "data:image/png;base64,AA" }],
		["img", { src: "https://evil.example/a.png" }, { src: NO_IMAGE, [UNLOADED]: "" }],
		["", { src: "https://evil.example/a.png" }, { src: NO_IMAGE, [UNLOADED]: "" }],
		["", { href: null, src: null }, { href: null, src: null }],
		["canvas", { rr_dataURL: "https://evil.example" }, {}],
		["div", { class: "card", style: "color: red" }, { class: "card", style: "color: red" }],
	])("%s %j becomes %j", (tag, attributes, safe) =>
		expect(safeAttributes(tag, attributes)).toEqual(safe),
	);
});

describe("a recording", () => {
	it("is sanitized in its snapshots and in everything that is added later", () => {
		const hostile = () => element("img", { src: "x", onerror: "steal()" });
		const safe = { src: NO_IMAGE, [UNLOADED]: "" };
		const [picture, added, changed] = safeEvents([
			snapshot(element("html", { onclick: "x" }, [hostile()])),
			change({ source: 0, adds: [{ parentId: 1, node: hostile() }] }),
			change({ source: 0, attributes: [{ id: 2, attributes: { onload: "x", srcdoc: "y" } }] }),
		]) as [ReplayEvent, ReplayEvent, ReplayEvent];
		expect(JSON.stringify(picture)).not.toContain("onclick");
		expect(picture.data["node"]).toMatchObject({
			childNodes: [{ childNodes: [{ attributes: safe }] }],
		});
		expect(added.data).toMatchObject({
			adds: [{ node: { attributes: safe } }],
			removes: [],
			texts: [],
		});
		expect(changed.data).toMatchObject({ attributes: [{ id: 2, attributes: {} }] });
	});

	it.each([
		null,
		"text",
		{ type: 2 },
		{ type: 2, timestamp: Number.NaN, data: {} },
		{ type: 2, timestamp: 1, data: { node: "<html>" } },
		{ type: 4, timestamp: 1, data: { width: 1e9, height: 10 } },
		{ type: 4, timestamp: 1, data: { width: -1, height: 10 } },
		change({ source: 1, positions: [] }),
		change({ source: 9, commands: [] }),
		change({ source: 10, fontSource: "url(https://evil.example)" }),
		{ type: 5, timestamp: 1, data: { tag: "custom" } },
	])("plays without %j", (event) => expect(safeEvents([event])).toEqual([]));

	it("is cut below the depth of any real page", () => {
		let node = text("deep");
		for (let depth = 0; depth < 5000; depth++) node = element("div", {}, [node]);
		const { data } = only(snapshot(node)) as ReplayEvent;
		expect(JSON.stringify(data)).not.toContain("deep");
	});

	it("skips a frame's document until it has content", () => {
		const attach = (...childNodes: RecordedNode[]) => ({
			parentId: 5,
			nextId: null,
			node: { type: 0, id: 7, childNodes },
		});
		const loaded = attach(element("html"));
		expect(only(change({ source: 0, adds: [attach(), loaded] }))?.data["adds"]).toEqual([loaded]);
	});

	it("marks its masked texts", () => {
		const { data } = only(
			snapshot(element("p", {}, [text("**** *** ****")]), element("p", {}, [text("a * b")])),
		) as ReplayEvent;
		const { childNodes } = data["node"] as RecordedNode;
		expect(childNodes?.map(({ attributes }) => attributes)).toEqual([{ [MASKED]: "" }, {}]);
		expect(isMasked("   ")).toBe(false);
	});

	it("is sorted by time, and begins with a snapshot", () => {
		const events = safeEvents([change({ source: 3, id: 1 }), snapshot()]);
		expect(events.map(({ type }) => type)).toEqual([2, 3]);
		expect(isPlayable(events)).toBe(true);
		expect(isPlayable(events.slice(1))).toBe(false);
	});
});
