import { describe, expect, it } from "vitest";
import { ClientEvent, parseClientEvent } from "./event.ts";

const site = { site_id: "1" };
const issuesOf = (event: unknown) =>
	ClientEvent.safeParse(event).error?.issues.map(
		({ path, message }) => `${path.join(".")}: ${message}`,
	);

describe("a client event", () => {
	it.each([
		{ type: "pageview", ...site },
		{ type: "pageview", ...site, event_name: "", properties: "{}" },
		{ type: "custom_event", ...site, event_name: "signup", properties: '{"plan":"pro"}' },
		{ type: "performance", ...site, event_name: "web-vitals", lcp: 1200.5, cls: 0, inp: null },
		{
			type: "outbound",
			...site,
			properties: '{"url":"https://example.com/","text":"","target":"_self"}',
		},
		{
			type: "error",
			...site,
			event_name: "TypeError",
			properties: '{"message":"x is not a function"}',
		},
		{ type: "button_click", ...site },
		{ type: "copy", ...site, properties: '{"sourceElement":"p","text":"hello"}' },
		{
			type: "form_submit",
			...site,
			properties: '{"formId":"f","formName":"","formAction":"/x","method":"post","fieldCount":2}',
		},
		{ type: "input_change", ...site, properties: '{"element":"input","inputName":"email"}' },
		{ type: "engagement", ...site, ms_visible: 1500, scroll_depth: 80 },
	])("of type $type passes unchanged", (event) => expect(ClientEvent.parse(event)).toEqual(event));

	it("may have unknown browser signals", () => {
		const event = { type: "pageview", ...site, _bsm: 2 ** 40 };
		expect(ClientEvent.parse(event)).toEqual(event);
		expect(issuesOf({ ...event, _bsm: -1 })).toHaveLength(1);
	});

	it.each([1, 7, 1_000_000])("may report that %s others were given up", (given_up) => {
		const event = { type: "pageview", ...site, given_up };
		expect(ClientEvent.parse(event)).toEqual(event);
		expect(parseClientEvent({ ...event }).data).toEqual(event);
	});

	it.each([0, -1, 1.5, 1_000_001, Number.NaN, "3", null, {}, [2], true])(
		"is not refused for an invalid count of given-up events: %j",
		(given_up) =>
			expect(parseClientEvent({ type: "pageview", ...site, given_up }).data).toEqual({
				type: "pageview",
				...site,
			}),
	);

	it("loses unknown keys", () =>
		expect(ClientEvent.parse({ type: "pageview", ...site, from_the_future: 1 })).toEqual({
			type: "pageview",
			...site,
		}));

	it("identifies its site with a string, never a number", () =>
		expect(issuesOf({ type: "pageview", site_id: 1 })).toEqual([
			"site_id: Invalid input: expected string, received number",
		]));

	it.each([
		[
			{ type: "custom_event", ...site, event_name: "a", properties: "{" },
			"properties: Must be a JSON string",
		],
		[
			{ type: "custom_event", ...site, event_name: "a", properties: "[1]" },
			"properties: Invalid input: expected record, received array",
		],
		[
			{ type: "outbound", ...site, properties: '{"url":"/relative"}' },
			"properties: url: Invalid URL",
		],
		[
			{ type: "error", ...site, event_name: "E", properties: "{}" },
			"properties: message: Invalid input: expected string, received undefined",
		],
		[{ type: "pageview", ...site, ip_address: "1.2.3" }, "ip_address: Invalid input"],
		[{ type: "performance", ...site, lcp: 1e308 }, "lcp: Too big: expected number to be <=3600000"],
		[{ type: "performance", ...site, cls: 1001 }, "cls: Too big: expected number to be <=1000"],
		[
			{ type: "engagement", ...site, ms_visible: 1e308 },
			"ms_visible: Too big: expected number to be <=2678400000",
		],
		[{ type: "pageview", ...site, _bsm: -1 }, "_bsm: Too small: expected number to be >=0"],
	])("%j is refused: %s", (event, issue) => expect(issuesOf(event)).toEqual([issue]));
});
