// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("copied text is reported, cut at 500 characters; an empty selection is not", async () => {
	document.body.innerHTML = "<p>short</p>";
	const [paragraph] = document.body.children;
	if (!paragraph) throw new Error("No paragraph");
	const copy = () => paragraph.dispatchEvent(new Event("copy", { bubbles: true }));
	const { propertiesOf } = await recordTracker(["copiedText"]);
	copy();
	getSelection()?.selectAllChildren(paragraph);
	copy();
	paragraph.textContent = "x".repeat(600);
	getSelection()?.selectAllChildren(paragraph);
	copy();
	expect(await propertiesOf("copy")).toEqual([
		{ sourceElement: "p", text: "short" },
		{ sourceElement: "p", text: "x".repeat(500), textLength: 600 },
	]);
});
