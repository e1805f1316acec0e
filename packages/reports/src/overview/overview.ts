import { z } from "zod";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { compared } from "../report/compared.ts";
import { count, report } from "../report/report.ts";
import { meanOf } from "../report/rows.ts";
import { openSource, type SourceContext } from "../source/source.ts";

/** The six figures at the top of every dashboard. */
export const Figures = z.object({
	sessions: count(),
	pageviews: count(),
	users: count(),
	pages_per_session: z.number(),
	bounce_rate: z.number().min(0).max(100),
	session_duration: z.number(),
});
export type Figures = z.infer<typeof Figures>;

/** The sums from which the figures are computed. */
export const SUMS = [
	...(["sessions", "pageviews", "users"] as const),
	...(["session_pages", "bounces", "total_ms"] as const),
] as const;
export type Sums = Record<(typeof SUMS)[number], number>;

/** A bounce is a session with exactly one pageview; sessions without any pageview stay in the denominator. */
export const figuresOf = (sums: Sums): Figures => ({
	sessions: sums.sessions,
	pageviews: sums.pageviews,
	users: sums.users,
	pages_per_session: meanOf(sums.session_pages, sums.sessions),
	bounce_rate: meanOf(sums.bounces, sums.sessions) * 100,
	session_duration: meanOf(sums.total_ms, sums.sessions) / 1000,
});

const figuresIn = async (context: SourceContext): Promise<Figures> => {
	const source = await openSource(context);
	const [row] = await source.run<Sums>(({ sums }) => sums());
	if (!row) throw new Error("The store returned no row for an aggregate");
	return figuresOf(row);
};

export const overview = report({
	path: "/overview",
	aliases: ["/overview-lite"],
	summary: "Sessions, pageviews, users, bounce rate and session duration of the range",
	tag: "Overview",
	extra: comparisonParameters,
	response: z.object({
		data: Figures.extend({ previous: Figures.optional() }),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { answer, comparison, previous } = await compared(context, figuresIn);
		if (!comparison || !previous) return { data: answer };
		return { data: { ...answer, previous }, comparison: comparison.range };
	},
});
