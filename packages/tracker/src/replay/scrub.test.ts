// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { RecordedChange, RecordedEvent, RecordedNode } from "./recorded-event.ts";
import { createScrubber } from "./scrub.ts";

let nodes: Map<number, Node>;
const maskInput = (text: string) => text.replace(/./g, "•");
const scrub = () => createScrubber((id) => nodes.get(id) ?? null, ".rr-mask", maskInput);

const node = (id: number, selector: string): Node => {
	const found = document.querySelector(selector);
	if (!found) throw new Error(`no ${selector}`);
	nodes.set(id, found);
	return found;
};
const change = (data: Partial<RecordedChange>): RecordedEvent => ({
	type: 3,
	timestamp: 1,
	data: { source: 0, ...data },
});
const snapshot = (recorded: RecordedNode): RecordedEvent => ({
	type: 2,
	timestamp: 1,
	data: { node: recorded },
});
const scrubbed = (event: RecordedEvent) => {
	const mayLeave = scrub()(event);
	return { ...event.data, mayLeave };
};

beforeEach(() => {
	nodes = new Map();
	document.body.innerHTML = `
		<p class="open">told</p>
		<div class="rr-mask"><b title="secret">secret</b><style>p { color: red }</style><div id="host"></div></div>
		<input><textarea>draft</textarea><iframe></iframe>`;
});

describe("masked text", () => {
	it("has no revealing attributes in a snapshot", () => {
		node(1, "b");
		node(2, ".open");
		const attributes = () => ({ title: "a secret", "aria-label": "x", class: "b" });
		expect(
			scrubbed(
				snapshot({
					id: 0,
					childNodes: [
						{ id: 1, tagName: "b", attributes: attributes() },
						{ id: 2, tagName: "p", attributes: attributes() },
					],
				}),
			),
		).toEqual({
			mayLeave: true,
			node: {
				id: 0,
				childNodes: [
					{ id: 1, tagName: "b", attributes: { title: "* ******", "aria-label": "*", class: "b" } },
					{ id: 2, tagName: "p", attributes: attributes() },
				],
			},
		});
	});

	it("stays masked when it changes within a shadow tree", () => {
		const root = (node(9, "#host") as Element).attachShadow({ mode: "open" });
		root.innerHTML = "<i>secret</i>";
		nodes.set(1, root.querySelector("i")?.firstChild as Node);
		node(2, ".open");
		expect(
			scrubbed(
				change({
					texts: [
						{ id: 1, value: "new secret" },
						{ id: 2, value: "new words" },
						{ id: 1, value: null },
					],
					adds: [{ node: { id: 1, textContent: "secret" } }],
				}),
			),
		).toEqual({
			source: 0,
			mayLeave: true,
			texts: [
				{ id: 1, value: "*** ******" },
				{ id: 2, value: "new words" },
				{ id: 1, value: null },
			],
			adds: [{ node: { id: 1, textContent: "******" } }],
		});
	});

	it("stays masked when it changes within a frame", () => {
		const mask = document.querySelector(".rr-mask") as Element;
		const frame = mask.appendChild(document.createElement("iframe"));
		const inner = frame.contentDocument?.body;
		nodes.set(1, inner as Node);
		expect(scrubbed(change({ texts: [{ id: 1, value: "secret" }] }))).toMatchObject({
			texts: [{ value: "******" }],
		});
	});

	it("is distinguished from styles, which must stay readable", () => {
		nodes.set(1, document.querySelector("style")?.firstChild as Node);
		const textContent = "p { color: red }";
		expect(scrubbed(change({ adds: [{ node: { id: 1, textContent } }] }))).toMatchObject({
			adds: [{ node: { textContent } }],
		});
	});
});

describe("fields", () => {
	it("do not reveal what they contained before they were emptied", () => {
		node(1, "input");
		node(2, "textarea");
		const fields = [
			{ id: 1, tagName: "input", attributes: { value: "held" } },
			{
				id: 2,
				tagName: "textarea",
				attributes: {},
				childNodes: [{ id: 3, textContent: "draft" }],
			},
		];
		scrubbed(snapshot({ id: 0, childNodes: fields }));
		expect(fields).toEqual([
			{ id: 1, tagName: "input", attributes: { value: "••••" } },
			{ id: 2, tagName: "textarea", attributes: {}, childNodes: [{ id: 3, textContent: "•••••" }] },
		]);
	});

	it("reveal nothing when their attributes change", () => {
		node(1, "input");
		expect(
			scrubbed(change({ attributes: [{ id: 1, attributes: { value: "held", class: "b" } }] })),
		).toMatchObject({ attributes: [{ attributes: { value: "••••", class: "b" } }] });
	});

	it("that are not in the recording do not reveal what is typed into them", () => {
		expect(scrubbed(change({ source: 5, id: -1 })).mayLeave).toBe(false);
		expect(scrubbed(change({ source: 5, id: 1 })).mayLeave).toBe(true);
	});
});

describe("frames", () => {
	it("do not reveal their source", () => {
		node(1, "iframe");
		expect(
			scrubbed(
				change({ attributes: [{ id: 1, attributes: { srcdoc: "<p>secret", width: "1" } }] }),
			),
		).toMatchObject({ attributes: [{ attributes: { width: "1" } }] });
		const added = { id: 1, tagName: "iframe", attributes: { srcdoc: "<p>secret" } };
		scrubbed(snapshot(added));
		expect(added.attributes).toEqual({});
	});

	it("are recorded once their documents have content", () => {
		const attach = (...childNodes: RecordedNode[]) =>
			scrubbed(change({ isAttachIframe: true, adds: [{ node: { id: 7, childNodes } }] })).mayLeave;
		expect(attach()).toBe(false);
		expect(attach({ id: 8, tagName: "html", childNodes: [] })).toBe(true);
	});
});
