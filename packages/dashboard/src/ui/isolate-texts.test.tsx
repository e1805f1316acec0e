// @vitest-environment jsdom
import { type ComponentChildren, Fragment, h, options, render } from "preact";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isolateTexts } from "./isolate-texts.ts";

const NAME = "\u202eno";

const drawn = (content: ComponentChildren): string => {
	const root = document.createElement("div");
	render(content, root);
	return root.innerHTML;
};

describe("a text that could reorder the texts around it", () => {
	const { vnode } = options;
	beforeAll(isolateTexts);
	afterAll(() => {
		if (vnode) options.vnode = vnode;
		else delete options.vnode;
	});

	it("is isolated beside others", () =>
		expect(drawn(<p>Switched {NAME} today</p>)).toBe(`<p>Switched <bdi>${NAME}</bdi> today</p>`));

	it("is isolated alone, in a list, and without an element around it", () => {
		expect(drawn(<b>{NAME}</b>)).toBe(`<b><bdi>${NAME}</bdi></b>`);
		expect(drawn(<p>{["a", NAME]}</p>)).toBe(`<p>a<bdi>${NAME}</bdi></p>`);
		expect(drawn(h(Fragment, null, NAME))).toBe(`<bdi>${NAME}</bdi>`);
	});

	it("is isolated once, and cannot end that", () => {
		expect(drawn(<bdi>{NAME}</bdi>)).toBe(`<bdi>${NAME}</bdi>`);
		expect(drawn(<p>{`\u2069${NAME}`}</p>)).toBe(`<p><bdi>${NAME}</bdi></p>`);
	});

	it("stays as it is where only text is allowed", () =>
		expect(drawn(<option>{NAME}</option>)).toBe(`<option>${NAME}</option>`));

	it("is the only one that is changed", () =>
		expect(drawn(<p>Zoë, 価格 {2} 🤡</p>)).toBe("<p>Zoë, 価格 2 🤡</p>"));
});
