import fc from "fast-check";
import type { RandomSite, SiteEvent } from "./random-site.ts";

/** Kinds of events that may replace the plain ones of a world. */
export type Activity = Partial<
	Pick<SiteEvent, "type" | "eventName" | "properties" | "vitals" | "ip">
>;

const textOf = (properties: fc.Arbitrary<object>) =>
	properties.map((value) => JSON.stringify(value));

const error = fc.record({
	type: fc.constant("error"),
	eventName: fc.constantFrom("TypeError", "RangeError"),
	properties: textOf(
		fc.record(
			{
				message: fc.constantFrom("x is not a function", "too deep", `It's "ä" %_\\`, ""),
				stack: fc.constant("at f (a.js:1)\nat g"),
				fileName: fc.constantFrom("a.js", ""),
				lineNumber: fc.constantFrom(0, 12),
				columnNumber: fc.constant(7),
			},
			{ requiredKeys: ["message"] },
		),
	),
});
const customEvent = fc.record({
	type: fc.constant("custom_event"),
	eventName: fc.constantFrom("buy", "signup", "100", "Über %", "a", "b"),
	properties: fc.constantFrom(
		"",
		"{}",
		'{"price":10,"plan":"pro"}',
		'{"price":"10","plan":null}',
		'{"price":10.5,"deep":{"a":[1,"2"]},"list":[],"yes":true}',
		'{"plan":"caf\\u00e9","text":"say \\"hi\\""}',
		'{"plan":""}',
	),
});
const captured = fc.oneof(
	...[
		["outbound", [{ url: "https://a.example/x?y=1" }, { url: "https://b.example/", text: "B" }]],
		["button_click", [{ text: "Buy now" }, { text: "ä'\"" }, {}]],
		[
			"copy",
			[
				{ text: "Buy now", sourceElement: "p" },
				{ text: "", sourceElement: "p" },
			],
		],
		[
			"form_submit",
			[
				{ formName: "Sign up", formId: "f1", formAction: "/send" },
				{ formName: "", formId: "f1", formAction: "/send" },
				{ formName: "", formId: "", formAction: "/send" },
				{ formName: "", formId: "", formAction: "" },
			],
		],
		["input_change", [{ inputName: "age" }]],
	].map(([type, properties]) =>
		fc.record({
			type: fc.constant(type as string),
			eventName: fc.constant(""),
			properties: textOf(fc.constantFrom(...(properties as object[]))),
		}),
	),
);
/** Numbers that add up without rounding, so that sums do not depend on their order. */
const measured = (most: number) =>
	fc.option(
		fc.integer({ min: 0, max: most * 8 }).map((eighths) => eighths / 8),
		{ freq: 3 },
	);
const performance = fc.record({
	type: fc.constant("performance"),
	eventName: fc.constant("web-vitals"),
	vitals: fc.record({
		lcp: fc.oneof(measured(6000), fc.constantFrom(2500, 4000)),
		cls: measured(1),
		inp: measured(800),
		fcp: measured(5000),
		ttfb: fc.constantFrom(null, 100, 800, 1800, 1800.5),
	}),
});
const fromAddress = fc.record({ ip: fc.constantFrom("192.0.2.1", "2001:db8::1") });

/** Kinds of what may happen. */
export type Kind = "error" | "custom" | "captured" | "performance" | "address";

/** Applied to the events of a world one after the other; an empty one leaves its event unchanged. */
export const activities = (...kinds: readonly Kind[]): fc.Arbitrary<Activity[]> => {
	const arbitraries: Record<Kind, fc.Arbitrary<Activity>> = {
		error,
		custom: customEvent,
		captured,
		performance,
		address: fromAddress,
	};
	return fc.array(fc.oneof(fc.constant({}), ...kinds.map((kind) => arbitraries[kind])), {
		minLength: 1,
		maxLength: 20,
		size: "max",
	});
};

/** The world with these activities in it. */
export const withActivities = (
	{ moment, events }: RandomSite,
	happened: readonly Activity[],
): RandomSite => ({
	moment,
	events: events.map((event, index) => ({ ...event, ...happened[index % happened.length] })),
});
