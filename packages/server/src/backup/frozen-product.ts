import { z } from "zod";
import { ELSEWHERE } from "./elsewhere.ts";

const FrozenTree = z.object({
	/** Its path in a data directory. */
	path: z.string(),
	/** Its current path. */
	from: z.string(),
	/** The paths that belong to it; everything by default. */
	only: z.array(z.string()).optional(),
	kind: z.enum(["part", "accounts", "other"]),
});
export type FrozenTree = z.infer<typeof FrozenTree>;

/** A snapshot of a product, on the disk of the running one. */
export const FrozenProduct = z.object({
	at: z.iso.datetime(),
	/** How long loading was paused, ms. */
	pausedMs: z.int().min(0),
	/** The directory of its copies, removed on release. */
	directory: z.string(),
	trees: z.array(FrozenTree),
	/** Data that servers keep. */
	elsewhere: z.array(z.enum(ELSEWHERE)),
});
export type FrozenProduct = z.infer<typeof FrozenProduct>;

/** A frozen product, held until its release. */
export interface HeldProduct {
	product: FrozenProduct;
	release(): Promise<void>;
}
