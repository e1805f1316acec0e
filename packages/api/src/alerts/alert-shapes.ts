import { z } from "zod";
import { AlertRule } from "./alert-rule.ts";

const name = z.string().trim().min(1).max(120);
const STATES = ["ok", "pending", "firing", "paused", "broken"] as const;

/** A rule to add. */
export const NewAlert = z.object({ name, rule: AlertRule }).meta({ component: "AlertCreation" });

/** What to change; `rule` is replaced as a whole. */
export const AlertUpdate = z
	.object({ name, rule: AlertRule })
	.partial()
	.meta({ component: "AlertUpdate" });

/** The numbers with which a rule fired. */
export const AlertNumbers = z
	.strictObject({
		value: z.number().nullable().describe("Of the window; null where nothing was measured"),
		expected: z.number().optional().describe("What is usual, or what it was last week"),
		threshold: z.number().optional().describe("The number that was crossed"),
		since: z.iso.datetime().optional().describe("The last event, of `silent` and `goal_stopped`"),
		samples: z.int().optional().describe("Of `unusual`, the weeks compared; else measurements"),
		errors: z
			.array(
				z
					.strictObject({
						errorId: z.string(),
						message: z.string(),
						count: z.int(),
						isBack: z.boolean().describe("It was resolved, or had not occurred for 90 days"),
					})
					.meta({ component: "AlertedError" }),
			)
			.optional(),
	})
	.meta({ component: "AlertNumbers" });
export type AlertNumbers = z.output<typeof AlertNumbers>;

/** One time that a rule fired, and why. */
export const AlertEvent = z
	.strictObject({
		eventId: z.int(),
		startedAt: z.iso.datetime(),
		endedAt: z.iso.datetime().nullable().describe("null while it lasts"),
		numbers: AlertNumbers,
		sentences: z.array(z.string()).describe("As they were sent"),
	})
	.meta({ component: "AlertEvent" });

export type AlertEvent = z.output<typeof AlertEvent>;

/** A rule with its state. */
export const Alert = z
	.strictObject({
		alertId: z.int(),
		siteId: z.int(),
		organizationId: z.string(),
		userId: z.string().nullable(),
		userName: z.string().nullable(),
		name: z.string(),
		rule: AlertRule,
		state: z.enum(STATES),
		stateSince: z.iso.datetime(),
		reason: z
			.string()
			.nullable()
			.describe("Why it is broken and what to change, or what it waits for"),
		pausedUntil: z.iso
			.datetime()
			.nullable()
			.describe("null while it is paused until somebody resumes it"),
		lastEvent: AlertEvent.nullable(),
		canEdit: z.boolean(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Alert" });
export type Alert = z.output<typeof Alert>;

export const AlertPause = z
	.object({
		until: z.iso
			.datetime({ offset: true })
			.optional()
			.describe("By default until somebody resumes it"),
	})
	.meta({ component: "AlertPause" });

export const DryRunRequest = z
	.object({ rule: AlertRule })
	.meta({ component: "AlertDryRunRequest" });

/** When a rule would have fired. */
export const DryRun = z
	.strictObject({
		days: z
			.int()
			.min(0)
			.max(90)
			.describe(
				"How many days before now could be looked at: fewer than 90 on a young site, and of conditions that compare with weeks before",
			),
		firings: z.array(
			z
				.strictObject({
					start: z.iso.datetime(),
					end: z.iso.datetime().nullable().describe("null if it would still fire"),
					value: z.number().nullable(),
					expected: z.number().optional(),
				})
				.meta({ component: "AlertDryRunFiring" }),
		),
		reason: z.string().optional().describe("What could not be looked at"),
	})
	.meta({ component: "AlertDryRun" });
export type DryRun = z.output<typeof DryRun>;
