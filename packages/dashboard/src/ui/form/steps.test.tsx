// @vitest-environment jsdom
import { type ComponentChildren, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Steps } from "./steps.tsx";

let root: HTMLElement;

beforeEach(() => {
	root = document.createElement("div");
	document.body.append(root);
});
afterEach(() => {
	render(null, root);
	root.remove();
});

const show = (step: string | undefined, children: ComponentChildren) =>
	act(() => render(<Steps step={step}>{children}</Steps>, root));
const focused = () => document.activeElement?.id;

const FORM = (
	<form key="form">
		<h1 id="title">Code</h1>
		<input id="field" aria-label="Code" />
		<button type="submit">Confirm</button>
	</form>
);
const DONE = (
	<div key="done">
		<h2 id="done">Done</h2>
		<button type="button">Continue</button>
	</div>
);

describe("the steps of a form", () => {
	it("leave the focus alone at first", () => {
		show("code", FORM);
		expect(document.activeElement).toBe(document.body);
	});
	it("focus the first field of the next one", () => {
		show("done", DONE);
		show("code", FORM);
		expect(focused()).toBe("field");
	});
	it("focus the heading of one without a field, which Tab does not reach", () => {
		show("code", FORM);
		show("done", DONE);
		expect(focused()).toBe("done");
		expect(document.getElementById("done")?.tabIndex).toBe(-1);
	});
	it("focus the button of one with nothing else", () => {
		show("code", FORM);
		show(
			"again",
			<button key="again" id="again" type="button">
				Again
			</button>,
		);
		expect(focused()).toBe("again");
	});
	it("take no focus while none is shown, and compare the next one with the last", () => {
		show("code", FORM);
		show(undefined, FORM);
		show("code", FORM);
		expect(document.activeElement).toBe(document.body);
		show(undefined, FORM);
		show("done", DONE);
		expect(focused()).toBe("done");
	});
});
