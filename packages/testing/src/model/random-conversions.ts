import { type FunnelStep, STEP_TYPES } from "@footfall/reports/definitions/funnel-steps";
import fc from "fast-check";
import type { RandomSite, SiteEvent } from "./random-site.ts";

/** Random parts of goals and funnels, and worlds in which they occur. */

const CAPTURED = [
	{ type: "outbound", properties: { url: "https://other.example/a/b" } },
	{ type: "button_click", properties: { text: "Buy now", price: 10 } },
	{ type: "form_submit", properties: { formName: "Join", formId: "signup", formAction: "/send" } },
	{ type: "copy", properties: { text: "" } },
];

/** The same world with other types of events in it, and with times that tie within a second. */
export const busier = (
	{ moment, events }: RandomSite,
	{ squeeze }: { squeeze: number },
): RandomSite => ({
	moment,
	events: events.map((event): SiteEvent => {
		const captured = CAPTURED[event.offset % CAPTURED.length];
		return {
			...event,
			at: moment + Math.floor((event.at - moment) / squeeze),
			...(event.type === "error" &&
				captured && {
					type: captured.type,
					eventName: "",
					properties: JSON.stringify(captured.properties),
				}),
		};
	}),
});

export const pathPattern = fc.constantFrom(
	"/",
	"/a",
	"/*",
	"/a/*",
	"/**",
	"**",
	"/*/b",
	"/ä%_\\",
	"*",
	"/.",
);
export const eventName = fc.constantFrom("signup", "buy", "sign*");
export const valuePattern = fc.constantFrom<string | undefined>(
	undefined,
	"",
	"*",
	"https://other.example/*",
	"Buy now",
	"buy*",
	"sign**",
	"signup",
	"https://*b",
);
const propertyFilter = fc.record({
	key: fc.constantFrom("price", "plan", "utm_source", "REF", "text"),
	value: fc.constantFrom<string | number | boolean>(10, "10", 10.5, "pro", true, "news", "A", ""),
});
export const propertyFilters = fc.oneof(
	{ weight: 3, arbitrary: fc.constant([]) },
	{ weight: 1, arbitrary: fc.array(propertyFilter, { minLength: 1, maxLength: 2 }) },
);
export const legacyProperty = fc.oneof(
	{ weight: 4, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: propertyFilter.map(({ key, value }) => ({
			eventPropertyKey: key,
			eventPropertyValue: value,
		})),
	},
);
export const present = <Fields extends object>(fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** Matches only its path, wherever and with any parameters. */
const plainPage: fc.Arbitrary<FunnelStep> = fc.record({
	type: fc.constant("page"),
	value: pathPattern,
});
const anyStep: fc.Arbitrary<FunnelStep> = fc
	.constantFrom(...STEP_TYPES)
	.chain((type) =>
		fc.tuple(
			fc.record({
				type: fc.constant(type),
				value: type === "page" ? pathPattern : type === "event" ? eventName : valuePattern,
				name: fc.constantFrom(undefined, "Named"),
				hostname: fc.constantFrom(undefined, undefined, "shop.example.com", ""),
				propertyFilters,
			}),
			legacyProperty,
		),
	)
	.map(([one, legacy]) => present({ ...one, ...legacy }) as FunnelStep);
const step = fc.oneof({ weight: 1, arbitrary: plainPage }, { weight: 2, arbitrary: anyStep });
export const steps = fc.array(step, { minLength: 2, maxLength: 4 });
export const squeeze = fc.constantFrom(1, 500, 100_000);
