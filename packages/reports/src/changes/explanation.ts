import { z } from "zod";
import { Beside } from "../definitions/beside.ts";
import { ComparedRange } from "../query/comparison.ts";
import { METRIC_TYPES } from "../question/metric.ts";

/** A part of a change: what has these values of dimensions, and is in no part before it. */
const Segment = z
	.object({
		/** Dimension → value; one or two. */
		dimensions: z.record(z.string(), z.string()),
		/** Of a count, its own number in the other period; of a rate, its own rate. */
		from: z.number(),
		to: z.number(),
		/** All contributions and the rest add up to the difference. */
		contribution: z.number(),
		/** The contribution as a share of the difference; null where nothing differs. */
		share: z.number().nullable(),
		/** Of a rate: the part of the contribution that comes from its own share of all, and from its own rate. */
		mix: z.number().optional(),
		rate: z.number().optional(),
		/** The start of the day or hour from which it departs, as in a series. */
		since: z.string().nullable(),
	})
	.meta({ component: "ChangeSegment" });
export type Segment = z.infer<typeof Segment>;

/** What explains the difference of a metric between two periods. */
export const Explanation = z
	.object({
		metric: z.string(),
		type: z.enum(METRIC_TYPES),
		/** Of amounts. */
		currency: z.string().optional(),
		/** The figure of the other period, and of the range. */
		from: z.number(),
		to: z.number(),
		difference: z.number(),
		range: ComparedRange,
		comparison: ComparedRange,
		time_zone: z.string(),
		/** What `since` of a segment is the start of. */
		bucket: z.enum(["hour", "day"]),
		segments: z.array(Segment),
		/** The part of the difference that no segment explains. */
		rest: z.number(),
		/**
		 * How probable a change at least as large is without a cause, from the same days and hours of the last weeks; null
		 * where too little is known.
		 */
		chance: z.number().min(0).max(1).nullable(),
		/** It is no more than usual, so that nothing is explained. */
		is_usual: z.boolean(),
		beside: z.array(Beside),
		/** The same in a few plain sentences. */
		sentences: z.array(z.string()),
	})
	.meta({ component: "ChangeExplanation" });
export type Explanation = z.infer<typeof Explanation>;

/** Languages of sentences. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
