// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("an element's own event is sent with its properties, under the tracker's own name", async () => {
	document.body.innerHTML = `
		<div data-ff-event="outer"><i data-ff-event="buy" data-ff-prop-plan="pro" data-ff-prop-unit-price="3"
			data-footfall-prop-other="no"><b>Buy</b></i></div>
		<i id="other" data-footfall-event="other"></i>`;
	const { sent } = await recordTracker(["attributeEvent"], { namespace: "ff" });
	for (const selector of ["b", "#other"])
		document.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
	expect(await sent()).toMatchObject([
		{ type: "custom_event", event_name: "buy", properties: '{"plan":"pro","unit-price":"3"}' },
	]);
});
