// @vitest-environment jsdom
import { expect, it } from "vitest";
import { recordTracker } from "../../../../test/support/recorded-tracker.ts";

it("a submitted form is reported by its attributes, even where its fields hide them", async () => {
	document.body.innerHTML = `
		<form id="f" action="/join"><input name="id" value="secret"><input name="action"><select></select></form>`;
	const { propertiesOf } = await recordTracker(["formSubmit"]);
	document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true }));
	expect(await propertiesOf("form_submit")).toEqual([
		{ formId: "f", formName: "", formAction: "/join", method: "get", fieldCount: 3 },
	]);
});
