// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("a changed field is reported by its name, unless it is secret or fixed", async () => {
	document.body.innerHTML = `
		<input name="email" value="secret"><textarea id="notes"></textarea><select name="plan"></select>
		<input type="hidden" name="a"><input type="password" name="b"><input disabled name="c">
		<input readonly name="d"><p name="e"></p>`;
	const { sent, propertiesOf } = await recordTracker(["inputChange"]);
	for (const field of document.body.children)
		field.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
	expect(await propertiesOf("input_change")).toEqual([
		{ element: "input", inputName: "email" },
		{ element: "textarea", inputName: "notes" },
		{ element: "select", inputName: "plan" },
	]);
	expect(JSON.stringify(await sent())).not.toContain("secret");
});
