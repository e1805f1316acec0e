import { z } from "zod";

/**
 * Where a gateway takes quarantined events that are to be sent again (GET), and says what became of them (POST); with the
 * internal token as Bearer. Nothing to do is 204.
 */
export const RESENDS_PATH = "/internal/resends";

/** The most events of one answer, and for how long they are one gateway's: then another may take them. */
export const MAX_RESENT = 200;
export const RESEND_LEASE_MS = 60_000;

/** Events to send again, all of one site, in the order of their ids. */
export const ResendBatch = z.object({
	resend: z.int(),
	site: z.int(),
	/** `record` is as `textOfQueuedEvent` writes it. */
	events: z.array(
		z.object({
			id: z.string(),
			version: z.number(),
			record: z.string(),
			/** Digests of the rules that have run for it. */
			ranRules: z.array(z.string()),
		}),
	),
});
export type ResendBatch = z.infer<typeof ResendBatch>;

export const ResendReport = z.object({
	resend: z.int(),
	site: z.int(),
	/** Those that are in the queue again, as events or quarantined anew, or were dropped by a rule. */
	released: z.array(z.object({ id: z.string().max(256), version: z.number() })).max(MAX_RESENT),
	/** The id of the last of them, if none of the others is to be tried again: they cannot be read. */
	doneUntil: z.string().max(256).optional(),
});
export type ResendReport = z.infer<typeof ResendReport>;
