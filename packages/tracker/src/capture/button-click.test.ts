// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it, vi } from "vitest";

const click = (selector: string) =>
	document.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));

it("buttons are reported with the start of their text, up to three parents away", async () => {
	document.body.innerHTML = `
		<button type="button"><i><b><u>${"x".repeat(200)}</u></b></i></button>
		<div role="button" tabindex="0"><i><b><u><s>Too deep</s></u></b></i></div>
		<input type="submit" value="Join"><input type="text" value="No">
		<button id="named" type="button" data-footfall-event="own">Own</button>`;
	const { propertiesOf } = await recordTracker(["buttonClick"]);
	for (const selector of ["u", "s", "[type=submit]", "[type=text]", "#named"]) click(selector);
	expect(await propertiesOf("button_click")).toEqual([{ text: "x".repeat(100) }, { text: "Join" }]);
});

it("a button is reported once a second", async () => {
	document.body.innerHTML = '<button type="button">Add</button>';
	const { propertiesOf } = await recordTracker(["buttonClick"]);
	click("button");
	await vi.advanceTimersByTimeAsync(999);
	click("button");
	await vi.advanceTimersByTimeAsync(1);
	click("button");
	expect(await propertiesOf("button_click")).toEqual([{ text: "Add" }, { text: "Add" }]);
});
