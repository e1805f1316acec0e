import { z } from "zod";
import { MAX_LENGTH } from "../limits.ts";
import { MAX_EXAMPLE } from "./violations-of.ts";

/** Where gateways report violations of event schemas, with the internal token as Bearer. */
export const VIOLATIONS_PATH = "/internal/schema-violations";

/** Violations are counted by day: day = ms since the epoch / this. */
export const VIOLATION_DAY_MS = 86_400_000;
/** How many days back, and for how long a quarantined event is kept. */
export const QUARANTINE_DAYS = 30;
/** The most examples of a rule, and the most characters of its name and message. */
export const MAX_EXAMPLES = 5;
export const MAX_RULE = 300;
export const MAX_MESSAGE = 200;
/** The most rules of a site that a process counts on a day, and the most entries of a report. */
export const MAX_RULES_OF_SITE = 500;
export const MAX_REPORTED_RULES = 200;

/** In the databases' spelling. */
const MAX_INTEGER = 2_147_483_647;
const number = z.int().nonnegative().max(MAX_INTEGER);

const CountedViolation = z.object({
	day: number,
	site: number,
	event: z.string().max(MAX_LENGTH.eventName),
	rule: z.string().max(MAX_RULE),
	message: z.string().max(MAX_MESSAGE),
	count: z.int().nonnegative().max(4_294_967_295),
	/** Values, each as JSON and cut. */
	examples: z.array(z.string().max(MAX_EXAMPLE)).max(MAX_EXAMPLES),
});
export type CountedViolation = z.infer<typeof CountedViolation>;

/**
 * Violations that one gateway process has seen. Counts are totals of a day so far, so a report that arrives twice changes
 * nothing.
 */
export const ViolationReport = z.object({
	/** The process. */
	source: z.string().regex(/^[0-9a-f]{16}$/),
	violations: z.array(CountedViolation).max(MAX_REPORTED_RULES),
});
export type ViolationReport = z.infer<typeof ViolationReport>;
