import { timeZoneName } from "@footfall/shared/time-zone";
import { z } from "zod";

/** How long what is measured takes, in minutes. */
export const WINDOW_MINUTES = { "5m": 5, "15m": 15, "1h": 60, "6h": 360, "1d": 1440 } as const;
export type AlertWindow = keyof typeof WINDOW_MINUTES;

export const CONDITIONS = [
	"above",
	"below",
	"change",
	"unusual",
	"silent",
	"new_error",
	"vital_poor",
	"goal_stopped",
] as const;
export type ConditionName = (typeof CONDITIONS)[number];

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time of day such as 22:00");

const QuietHours = z
	.strictObject({ from: clock, to: clock, timeZone: timeZoneName })
	.meta({ component: "AlertQuietHours" });

/** What is watched, when it is worth telling, and to whom. */
export const AlertRule = z
	.strictObject({
		condition: z
			.enum(CONDITIONS)
			.describe(
				"`change` compares with the same time last week, `unusual` with the same hour and weekday of eight weeks; `silent` and `goal_stopped` know how long nothing may happen at that time of the week",
			),
		metric: z
			.string()
			.min(1)
			.max(300)
			.optional()
			.describe(
				"As in a query: `sessions`, `conversion_rate(12)`, `lcp:p75` …; `silent`, `new_error` and `goal_stopped` need none",
			),
		filters: z
			.array(z.unknown())
			.max(101)
			.optional()
			.describe('The tree of a query\'s filters, such as `["is", "country", ["DE"]]`'),
		threshold: z
			.number()
			.min(-1e15)
			.max(1e15)
			.optional()
			.describe(
				"The number of `above` and `below`; the share of `change` (0.5 = by half); how many times the usual deviation counts as `unusual` (4.5 by default)",
			),
		direction: z.enum(["any", "up", "down"]).default("any").describe("Of `change` and `unusual`"),
		goalId: z.int().positive().optional().describe("Of `goal_stopped`"),
		window: z
			.enum(["5m", "15m", "1h", "6h", "1d"])
			.default("1h")
			.describe("What is measured: the time that ends now"),
		for: z
			.int()
			.min(0)
			.max(1440)
			.default(0)
			.describe("Minutes for which the condition must be met before it is told"),
		quietHours: QuietHours.nullish().describe(
			"Nothing is sent meanwhile: what still lasts is told when they end, and what is over in one sentence",
		),
		cooldownMinutes: z
			.int()
			.min(0)
			.max(10_080)
			.default(60)
			.describe("After a word, no other one that it fires for so long"),
		channelIds: z.array(z.int().positive()).max(20).default([]),
	})
	.meta({ component: "AlertRule" });
export type AlertRule = z.output<typeof AlertRule>;
