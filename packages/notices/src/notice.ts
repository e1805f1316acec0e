import { z } from "zod";

const Figure = z.strictObject({
	label: z.string(),
	/** As a person reads it, with its unit. */
	value: z.string(),
	previous: z.string().optional(),
	/** From `previous` to `value`; 0.25 = a quarter more. */
	change: z.number().nullish(),
});

/** Something to tell, in no channel's own form. Texts are in the reader's language already. */
export const Notice = z.strictObject({
	type: z.enum(["alert.firing", "alert.resolved", "report.ready", "audit.entry", "test"]),
	language: z.enum(["en", "de"]),
	title: z.string(),
	/** What happened and why, each one sentence. */
	sentences: z.array(z.string()),
	figures: z.array(Figure),
	/** The page of the dashboard that shows it; absent where the installation has no public address. */
	link: z.string().optional(),
	site: z.strictObject({ siteId: z.int(), name: z.string() }).optional(),
	/** For programs: the rule, its state and numbers; only webhooks get it. */
	data: z.record(z.string(), z.unknown()),
});
export type Notice = z.infer<typeof Notice>;
