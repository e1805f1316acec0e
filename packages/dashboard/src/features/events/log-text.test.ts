import { describe, expect, it } from "vitest";
import { propertiesText, subjectOf } from "./log-text.ts";

const event = (type: string, properties: string) => ({
	...{ type, properties, pathname: "/pricing" },
	event_name: type === "custom_event" ? "signup" : "",
});

describe("a line of the log", () => {
	it.each([
		["pageview", "{}", "/pricing"],
		["custom_event", "{}", "signup"],
		["outbound", '{"url":"https://github.com/"}', "https://github.com/"],
		["button_click", '{"text":"Start"}', "Start"],
		["form_submit", '{"formName":"","formId":"contact"}', "contact"],
		["copy", "nonsense", ""],
		["copy", "[1]", ""],
	])("%s %s is about %j", (type, properties, subject) =>
		expect(subjectOf(event(type, properties))).toBe(subject),
	);

	it("lists the properties of a custom event", () => {
		expect(propertiesText(event("custom_event", '{"plan":"free","seats":3,"a":{"b":1}}'))).toBe(
			'plan: free, seats: 3, a: {"b":1}',
		);
		expect(propertiesText(event("copy", '{"text":"x"}'))).toBe("");
	});
});
