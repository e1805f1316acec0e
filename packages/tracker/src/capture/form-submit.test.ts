// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("a form in an open shadow tree is reported once, from the first thing that the visitor does in it", async () => {
	document.body.innerHTML = "<div></div>";
	const root = (document.body.firstChild as Element).attachShadow({ mode: "open" });
	root.innerHTML = '<form id="shaded"><input></form>';
	const { propertiesOf } = await recordTracker(["formSubmit"]);
	for (let times = 0; times < 2; times++)
		root
			.querySelector("input")
			?.dispatchEvent(new FocusEvent("focusin", { bubbles: true, composed: true }));
	root.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true }));
	expect(await propertiesOf("form_submit")).toMatchObject([{ formId: "shaded" }]);
});

it("a submitted form is reported by its attributes, even where its fields hide them", async () => {
	document.body.innerHTML = `
		<form id="f" action="/join"><input name="id" value="secret"><input name="action"><select></select></form>`;
	const { propertiesOf } = await recordTracker(["formSubmit"]);
	document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true }));
	expect(await propertiesOf("form_submit")).toEqual([
		{ formId: "f", formName: "", formAction: "/join", method: "get", fieldCount: 3 },
	]);
});
