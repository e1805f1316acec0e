import { z } from "zod";
import type { Report } from "../report/report.ts";
import { type Retention, retention } from "../retention/retention.ts";

const Row = z.object({
	/** The first day of the period in which they were first active, `YYYY-MM-DD`. */
	cohort: z.string(),
	size: z.int(),
	/** Periods since then, from 0. */
	period: z.int(),
	percentage: z.number().nullable(),
});

const { answer, ...described } = retention;

/** Retention as a table: a row for each period of each cohort, so that its columns do not depend on the answer. */
export const retentionRows: Report = {
	...described,
	description: "A row for each cohort and period; `percentage` is null where nobody came.",
	response: z.object({ data: z.array(Row) }),
	answer: async (context) => {
		const { data } = (await answer(context)) as z.output<typeof Retention>;
		return {
			data: Object.entries(data.cohorts).flatMap(([cohort, { size, percentages }]) =>
				percentages.map((percentage, period) => ({ cohort, size, period, percentage })),
			),
		};
	},
};
