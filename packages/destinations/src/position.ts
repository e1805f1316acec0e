import { z } from "zod";

/** What is delivered of each partition of the log, and the delivery that was begun last. */
export const Position = z.object({
	/** Partition → the first record that is not delivered. */
	next: z.record(z.string(), z.int().min(0)),
	/** Written down before it begins, so that the same records are delivered again if the process ends in it. */
	begun: z.object({ partition: z.string(), from: z.int().min(0), to: z.int().min(0) }).optional(),
});
export type Position = z.infer<typeof Position>;

export const positionOf = (text: string): Position | undefined =>
	text === "" ? undefined : Position.parse(JSON.parse(text));
