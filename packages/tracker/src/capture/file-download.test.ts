// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("downloads are links to files, by ending or by attribute", async () => {
	document.body.innerHTML = `
		<a href="https://example.com/a.PDF?x=1">PDF</a>
		<a href="https://example.com/report" download>Report</a>
		<a href="https://example.com/page.html?file=a.pdf">Page</a>`;
	const { propertiesOf } = await recordTracker(["fileDownload"]);
	for (const link of document.links)
		link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
	expect(await propertiesOf("custom_event")).toEqual([
		{ url: "https://example.com/a.PDF?x=1" },
		{ url: "https://example.com/report" },
	]);
});
