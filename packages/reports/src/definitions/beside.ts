import { z } from "zod";

/** Kinds of what may lie beside a change. */
export const BESIDE_KINDS = ["annotation", "deploy", "gap", "alert", "error"] as const;

/** Something that happened beside a change, and may be its cause. */
export const Beside = z
	.object({
		kind: z.enum(BESIDE_KINDS),
		/** When it began. */
		at: z.iso.datetime(),
		/** When it was over; null for a moment, and for what goes on. */
		until: z.iso.datetime().nullable(),
		/** In the words of its author; of a gap, empty. */
		title: z.string(),
		url: z.string().nullable(),
	})
	.meta({ component: "BesideChange" });
export type Beside = z.infer<typeof Beside>;

/** A half-open stretch of time in ms since the epoch. */
export interface Stretch {
	from: number;
	to: number;
}

/**
 * Finds what lies in some stretches of time of a site, such as notes and alerts.
 * @param isMember false for a visitor, who sees only what is public
 */
export type BesideProvider = (asked: {
	site: { siteId: number; organizationId?: string };
	stretches: readonly Stretch[];
	isMember: boolean;
}) => Promise<readonly Beside[]>;
