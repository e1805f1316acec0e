import { compileRules } from "@footfall/shared/rules/compile-rules";
import { createRuleHash } from "@footfall/shared/rules/keyed-hash";
import { rules } from "@footfall/shared/rules/rule";
import { cpuPerEvent } from "./cpu-per-event.mjs";

/**
 * CPU µs per event of a site's ten rules, whose events are half page views and half custom events with four properties.
 */

const EVENTS = 20_000;

const isNamed = (value) => ({ target: "event_name", operator: "equals", value });
const ten = rules.parse([
	{ action: "drop", when: { target: "pathname", operator: "starts_with", value: "/admin" } },
	{ action: "drop", when: isNamed("debug") },
	{ action: "rename", target: "event_name", to: "Signup", when: isNamed("sign_up") },
	{ action: "rename", target: "properties.planName", to: "plan" },
	{ action: "set", target: "tag", value: "shop" },
	{ action: "hash", target: "properties.email" },
	{ action: "mask", target: "pathname", pattern: "*@*" },
	{ action: "mask", target: "querystring", pattern: "token=*" },
	{ action: "mask", target: "page_title", pattern: "#+" },
	{ action: "copy", from: "query", name: "ref", target: "properties.ref" },
]);
const apply = compileRules(ten, new Set());
const hashOf = createRuleHash("secret");

const events = Array.from({ length: EVENTS }, (_, index) => ({
	type: index % 2 === 0 ? "pageview" : "custom_event",
	site_id: "1",
	hostname: "shop.example",
	pathname: `/products/${index % 100}/details`,
	querystring: index % 8 === 0 ? "?utm_source=news&ref=mail" : "",
	page_title: `Product ${index % 100} | Shop`,
	referrer: "https://www.example.com/",
	...(index % 2 === 1 && {
		event_name: "sign_up",
		properties: JSON.stringify({
			planName: "pro",
			email: `person-${index}@shop.example`,
			seats: index % 9,
			source: "menu",
		}),
	}),
}));

const applyAll = () =>
	events.filter(
		(event) => apply(event, { headers: {}, hash: (text) => hashOf(1, text) }) !== undefined,
	).length;

console.log(`${ten.length} rules: ${cpuPerEvent(events, applyAll).toFixed(2)} µs per event`);
