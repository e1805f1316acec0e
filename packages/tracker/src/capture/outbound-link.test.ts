// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { beforeEach, describe, expect, it } from "vitest";

beforeEach(() => {
	document.body.innerHTML = `
		<a id="out" href="https://example.com/x"><b>Go</b> there</a>
		<a id="in" href="/inside">Inside</a>
		<a id="mail" href="mailto:a@example.com">Mail</a>
		<a id="none">Nowhere</a>`;
});

const click = (selector: string, type = "click", button = 0) =>
	document
		.querySelector(selector)
		?.dispatchEvent(
			new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, button }),
		);

describe("outbound links", () => {
	it("are reported for the left and the middle button", async () => {
		const { propertiesOf } = await recordTracker(["outboundLink"]);
		click("#out b");
		click("#out", "auxclick", 1);
		const reported = { url: "https://example.com/x", text: "Go there", target: "_self" };
		expect(await propertiesOf("outbound")).toEqual([reported, reported]);
	});

	it("are not reported for the right button, nor are other links", async () => {
		const { sent } = await recordTracker(["outboundLink"]);
		click("#out", "auxclick", 2);
		for (const other of ["#in", "#mail", "#none", "body"]) click(other);
		expect(await sent()).toEqual([]);
	});

	it("are reported in SVG, also below a shape with its own address", async () => {
		document.body.innerHTML =
			'<svg><a href="https://example.com/x" target="_blank"><use href="#y"></use>Go</a></svg>';
		const { href, target } = { href: "https://example.com/x", target: "_blank" };
		const [link, use] = [...document.querySelectorAll("a, use")] as [Element, Element];
		// jsdom lacks these properties.
		Object.assign(link, { href: { baseVal: href }, target: { baseVal: target } });
		Object.assign(use, { href: { baseVal: "#y" } });
		const { propertiesOf } = await recordTracker(["outboundLink"]);
		click("use");
		expect(await propertiesOf("outbound")).toEqual([{ url: href, text: "Go", target }]);
	});

	it("keep their default navigation", async () => {
		await recordTracker(["outboundLink"]);
		expect(click("#out")).toBe(true);
	});

	it("are no longer reported once the tracker has stopped", async () => {
		const { tracker, sent } = await recordTracker(["outboundLink"]);
		tracker.shutdown();
		click("#out");
		expect(await sent()).toEqual([]);
	});
});
