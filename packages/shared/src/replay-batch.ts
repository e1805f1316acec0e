import { z } from "zod";
import { MAX_LENGTH } from "./limits.ts";

/**
 * The fields that a recorder sends to `/api/session-replay/record/{siteId}` besides its events, which are too many to
 * be validated by a schema: the gateway's `ingest/replay-batch/scan.ts` extracts them from the body unchanged.
 */
export const ReplayEnvelope = z.object({
	/** The site's own id of its signed-in user, "" when none. */
	userId: z.string().max(MAX_LENGTH.userId),
	metadata: z
		.object({
			pageUrl: z.string(),
			viewportWidth: z.number().nonnegative().optional(),
			viewportHeight: z.number().nonnegative().optional(),
			language: z.string().optional(),
		})
		.meta({ component: "ReplayMetadata" })
		.optional(),
});
export type ReplayEnvelope = z.infer<typeof ReplayEnvelope>;
