import { z } from "zod";
import { ELSEWHERE } from "./elsewhere.ts";

const FrozenTree = z.object({
	/** Its place in a data directory. */
	path: z.string(),
	/** Where it is now. */
	from: z.string(),
	/** The paths that belong to it; everything unless given. */
	only: z.array(z.string()).optional(),
	kind: z.enum(["part", "accounts", "other"]),
});
export type FrozenTree = z.infer<typeof FrozenTree>;

/** A product as it was at one moment, on the disk of the running one. */
export const FrozenProduct = z.object({
	at: z.iso.datetime(),
	/** How long nothing was loaded meanwhile, ms. */
	pausedMs: z.int().min(0),
	/** Where its copies are; removed when it is let go of. */
	directory: z.string(),
	trees: z.array(FrozenTree),
	/** What servers keep. */
	elsewhere: z.array(z.enum(ELSEWHERE)),
});
export type FrozenProduct = z.infer<typeof FrozenProduct>;

/** A frozen product for as long as it is held. */
export interface HeldProduct {
	product: FrozenProduct;
	release(): Promise<void>;
}
