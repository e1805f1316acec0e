import type { FunnelStep } from "@footfall/reports/definitions/funnel-steps";
import type { Goal } from "@footfall/reports/definitions/goal";
import type { Filter } from "@footfall/reports/query/filters";
import { RELEASES } from "./releases.ts";

/** The definitions of the example site. */
export const GOALS: readonly Pick<Goal, "name" | "goalType" | "config">[] = [
	{ name: "Signed up", goalType: "event", config: { eventName: "signup" } },
	{ name: "Bought a plan", goalType: "event", config: { eventName: "purchase" } },
	{ name: "Saw the prices", goalType: "path", config: { pathPattern: "/pricing" } },
	{ name: "Read the blog", goalType: "path", config: { pathPattern: "/blog/*" } },
	{ name: "Wrote to us", goalType: "form_submit", config: { valuePattern: "Contact" } },
	{ name: "Went to the source", goalType: "outbound", config: { valuePattern: "*github.com*" } },
];

export const FUNNELS: readonly { name: string; steps: FunnelStep[] }[] = [
	{
		name: "From the prices to an account",
		steps: [
			{ type: "page", value: "/pricing", name: "Prices" },
			{ type: "page", value: "/signup", name: "Form" },
			{ type: "event", value: "signup", name: "Signed up" },
			{ type: "page", value: "/app", name: "First notes" },
		],
	},
	{
		name: "From an article to the product",
		steps: [
			{ type: "page", value: "/blog/*", name: "Article" },
			{ type: "page", value: "/features", name: "Features" },
			{ type: "page", value: "/pricing", name: "Prices" },
		],
	},
];

export const SEGMENTS: readonly { name: string; description: string; filters: Filter[] }[] = [
	{
		name: "From AI assistants",
		description: "Sessions that an assistant sent",
		filters: [{ parameter: "channel", type: "equals", value: ["AI"] }],
	},
	{
		name: "On phones",
		description: "Everything but desktops",
		filters: [{ parameter: "device_type", type: "equals", value: ["Mobile", "Tablet"] }],
	},
];

interface ExampleAnnotation {
	title: string;
	description?: string;
	annotationKind: "note" | "deploy";
	version?: string;
	/** How many days before the last one, or on the day that a post reached a front page. */
	on: number | "front page";
}

/** What explains the example traffic, with the versions that its events name as releases. */
export const ANNOTATIONS: readonly ExampleAnnotation[] = [
	{
		...{ annotationKind: "note", on: "front page" },
		...{ title: "Front page", description: "The launch post made the rounds" },
	},
	...RELEASES.map(({ daysAgo, ...release }) => ({
		...{ ...release, annotationKind: "deploy" as const, on: daysAgo },
	})),
	{
		...{ annotationKind: "note", on: 8 },
		...{ title: "Newsletter", description: "To 4,000 readers" },
	},
];
