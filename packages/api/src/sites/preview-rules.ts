import { randomBytes } from "node:crypto";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { EVENT_TYPES } from "@footfall/shared/event";
import { compileRules } from "@footfall/shared/rules/compile-rules";
import type { RuleEvent } from "@footfall/shared/rules/draft";
import { createRuleHash } from "@footfall/shared/rules/keyed-hash";
import { type Rule, rules } from "@footfall/shared/rules/rule";
import { RULE_FIELDS, type RuleField } from "@footfall/shared/rules/target";
import { longestPropertiesOf } from "@footfall/shared/schemas/event-schemas";
import type { SiteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { requireScopes } from "../access/rights.ts";
import { type Route, route } from "../routing/route.ts";
import { SITE_WRITING } from "./configure-site.ts";
import { siteError } from "./site-error.ts";

const MOST_EVENTS = 1000;
const MOST_EXAMPLES = 20;
const FIELDS = Object.keys(RULE_FIELDS) as RuleField[];

const RuleChange = z
	.object({
		target: z.string().describe("A field, or `properties` with all properties as JSON."),
		before: z.string(),
		after: z.string(),
	})
	.meta({ component: "RuleChange" });

const RuleExample = z
	.object({
		timestamp: z.string().describe("When the event happened: `YYYY-MM-DD hh:mm:ss`, UTC."),
		type: z.enum(EVENT_TYPES),
		rules: z.array(z.number().int()).describe("The rules that changed or dropped it, from 1 on."),
		isDropped: z.boolean(),
		changes: z.array(RuleChange).describe("Empty for a dropped event."),
	})
	.meta({ component: "RuleExample" });
type Example = z.infer<typeof RuleExample>;

const RulesPreview = z
	.object({
		events: z.number().int().describe("How many events the rules were applied to."),
		dropped: z.number().int(),
		rules: z.array(
			z
				.object({
					touched: z.number().int().describe("How many of the events it changed or dropped."),
					isPreviewed: z
						.boolean()
						.describe("False for a copy of a header: stored events have no headers."),
				})
				.meta({ component: "RuleEffect" }),
		),
		examples: z.array(RuleExample).describe(`Up to ${MOST_EXAMPLES}, the newest first.`),
	})
	.meta({ component: "RulesPreview" });

const LAST_EVENTS = `
  SELECT formatDateTime(timestamp, '%F %T', 'UTC') AS time, type, properties, ${FIELDS.join(", ")}
  FROM events
  WHERE site_id = {site:UInt32}
  ORDER BY timestamp DESC, event_id
  LIMIT ${MOST_EVENTS}`;

type StoredEvent = RuleEvent & { time: string };

const changesOf = (before: RuleEvent, after: RuleEvent): Example["changes"] =>
	[...FIELDS, "properties" as const].flatMap((target) => {
		const [was, is] = [before[target] ?? "", after[target] ?? ""];
		return was === is ? [] : [{ target, before: was, after: is }];
	});

/** What rules would have done to events, which are in the order of the examples. */
const previewOf = (
	draft: readonly Rule[],
	events: readonly StoredEvent[],
	{ excludedQueryParams, eventSchemas }: Pick<SiteSettings, "excludedQueryParams" | "eventSchemas">,
): z.infer<typeof RulesPreview> => {
	const excluded = new Set(excludedQueryParams.map((name) => name.toLowerCase()));
	const apply = compileRules(draft, excluded, longestPropertiesOf(eventSchemas));
	// Another key than the gateway's: a preview must not tell which hash a known value has.
	const hashOf = createRuleHash(randomBytes(32).toString("hex"));
	const facts = { hash: (text: string) => hashOf(0, text) };
	const effects = draft.map((rule) => ({
		touched: 0,
		isPreviewed: !(rule.action === "copy" && rule.from === "header"),
	}));
	const examples: Example[] = [];
	let dropped = 0;
	for (const event of events) {
		const touching: number[] = [];
		const after = apply(event, facts, (index) => touching.push(index));
		for (const index of touching) (effects[index] as (typeof effects)[number]).touched++;
		if (after === undefined) dropped++;
		if (touching.length > 0 && examples.length < MOST_EXAMPLES)
			examples.push({
				timestamp: event.time,
				type: event.type,
				rules: touching.map((index) => index + 1),
				isDropped: after === undefined,
				changes: after === undefined ? [] : changesOf(event, after),
			});
	}
	return { events: events.length, dropped, rules: effects, examples };
};

/** What a list of rules, saved or not, would have done to a site's last events. */
export const previewRulesRoute = (store: ReportStore): Route =>
	route({
		...SITE_WRITING,
		method: "post",
		path: "/api/sites/{site}/rules/preview",
		isQuestion: true,
		summary: `Applies rules to a site's last ${MOST_EVENTS} events, without saving anything`,
		description:
			"To see what rules do before they are saved. Stored events have already passed the rules of their time and have no headers, so copies of headers are not previewed. Hashes differ from those that the gateway stores. A key also needs `events:read`.",
		body: z.object({ rules }).meta({ component: "RulesDraft" }),
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request data", issues),
		response: z.strictObject({ success: z.boolean(), preview: RulesPreview }),
		handle: async ({ site, caller, body, timings, requester, signal }) => {
			requireScopes(caller, ["events:read"]);
			const runSql = createRunSql(store, { timings, requester, signal });
			const events = await runSql<StoredEvent>(LAST_EVENTS, { site: site.siteId });
			return { success: true, preview: previewOf(body.rules, events, site) };
		},
	});
