import { z } from "zod";
import { oneOf } from "../query/parameters.ts";
import { type FittedPast, LEFT_OUT } from "./fit-past.ts";

/** The query parameter that leaves imported sums out, unparsed. */
export const importedParameter = {
	imported: z
		.string()
		.optional()
		.meta({
			description:
				"`0` leaves out daily sums that were imported from other products; they count by default, for days before the site's own",
			enum: ["0", "1"],
		}),
};

/** @throws ApiError for anything but 0 and 1 */
export const isSwitchedOff = ({ imported }: { imported?: string | undefined }): boolean =>
	oneOf("imported", imported, ["0", "1"], "1") === "0";

const Used = z
	.object({
		used: z.boolean(),
		from: z.iso.date().optional(),
		to: z.iso.date().optional(),
		/** The products that the sums come from. */
		source: z.string().optional(),
		/** Why the sums are left out, if the range has some. */
		reason: z.enum(LEFT_OUT).optional(),
		sentence: z.string().optional(),
		/** Users of days with sums are daily visitors: a person on two days counts twice. */
		daily_users: z.literal(true).optional(),
		/** Days with both sums and events before the day until which sums count: the events count. */
		double_days: z.array(z.iso.date()).optional(),
		warning: z.string().optional(),
	})
	.meta({ component: "ImportedPeriod" });

/** How imported daily sums take part in an answer; only for sites that have some. */
export const ImportedSums = Used.extend({
	/** The same for the other period. */
	previous: Used.optional(),
}).meta({ component: "ImportedSums" });
export type ImportedSums = z.infer<typeof ImportedSums>;

const MOST_DAYS_NAMED = 100;

const usedOf = (past: FittedPast, { hasUsers }: { hasUsers: boolean }): z.infer<typeof Used> => {
	const { source, doubleDays } = past;
	const double = doubleDays.slice(0, MOST_DAYS_NAMED);
	return {
		used: past.isUsed,
		...(past.isUsed && { from: past.from, to: past.to }),
		...(source !== undefined && { source }),
		...(!past.isUsed && past.reason && { reason: past.reason, sentence: past.sentence }),
		...(past.isUsed && hasUsers && { daily_users: true as const }),
		...(double.length > 0 && {
			double_days: double,
			warning: `The site's own events count on ${doubleDays.length === 1 ? "one day that has" : `${doubleDays.length} days that have`} imported sums, too: ${double.slice(0, 3).join(", ")}${doubleDays.length > 3 ? " …" : ""}`,
		}),
	};
};

/** The part of an answer about imported sums; empty for a site without any. */
export const importedAnswer = (
	past: FittedPast | undefined,
	{ previous, hasUsers = false }: { previous?: FittedPast | undefined; hasUsers?: boolean } = {},
): { imported?: ImportedSums } =>
	past === undefined
		? {}
		: {
				imported: {
					...usedOf(past, { hasUsers }),
					...(previous && { previous: usedOf(previous, { hasUsers }) }),
				},
			};
