import { z } from "zod";
import { type FittedPast, fitPast, type PastRequest } from "../past/fit-past.ts";
import {
	ImportedSums,
	importedAnswer,
	importedParameter,
	isSwitchedOff,
} from "../past/imported-answer.ts";
import { importedSums } from "../past/imported-sums.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { compared } from "../report/compared.ts";
import { count, report } from "../report/report.ts";
import { meanOf } from "../report/rows.ts";
import { openSource, type SourceContext } from "../source/source.ts";

/** The six figures at the top of every dashboard. */
export const Figures = z
	.object({
		sessions: count(),
		pageviews: count(),
		users: count(),
		pages_per_session: z.number(),
		bounce_rate: z.number().min(0).max(100),
		session_duration: z.number(),
	})
	.meta({ component: "OverviewFigures" });
export type Figures = z.infer<typeof Figures>;

/** The sums from which the figures are computed. */
export const SUMS = [
	...(["sessions", "pageviews", "users"] as const),
	...(["session_pages", "bounces", "total_ms"] as const),
] as const;
export type Sums = Record<(typeof SUMS)[number], number> & {
	/** Sessions whose duration is not known, as of imported days. */
	untimed_sessions?: number;
};

/** What daily sums must hold to count in these figures. */
export const METRICS_OF_FIGURES: PastRequest["metrics"] = [
	...(["sessions", "pageviews", "users", "pages_per_session"] as const),
	...(["bounce_rate", "session_duration"] as const),
];

/** The sums of an answer and of imported days together. Users of these are daily visitors. */
export const plus = (one: Sums, other: Required<Sums>): Sums => {
	const sums = { ...one, untimed_sessions: other.untimed_sessions };
	for (const name of SUMS) sums[name] += other[name];
	return sums;
};

/** A bounce is a session with exactly one pageview; sessions without any pageview stay in the denominator. */
export const figuresOf = (sums: Sums): Figures => ({
	sessions: sums.sessions,
	pageviews: sums.pageviews,
	users: sums.users,
	pages_per_session: meanOf(sums.session_pages, sums.sessions),
	bounce_rate: meanOf(sums.bounces, sums.sessions) * 100,
	session_duration: meanOf(sums.total_ms, sums.sessions - (sums.untimed_sessions ?? 0)) / 1000,
});

type FiguresContext = SourceContext & { given: { imported?: string | undefined } };

const figuresIn = async (
	context: FiguresContext,
): Promise<{ figures: Figures; past: FittedPast | undefined }> => {
	const { runSql, query, given } = context;
	const isWithout = isSwitchedOff(given);
	const ownSums = async () => {
		const source = await openSource(context);
		const [row] = await source.run<Sums>(({ sums }) => sums());
		if (!row) throw new Error("The store returned no row for an aggregate");
		return row;
	};
	const pastSums = async () => {
		const past = await fitPast(context, query, {
			metrics: METRICS_OF_FIGURES,
			isSwitchedOff: isWithout,
		});
		return { past, sums: past?.isUsed ? await importedSums(runSql, past) : undefined };
	};
	const [own, { past, sums }] = await Promise.all([ownSums(), pastSums()]);
	return { figures: figuresOf(sums ? plus(own, sums) : own), past };
};

export const overview = report({
	path: "/overview",
	aliases: ["/overview-lite"],
	summary: "Sessions, pageviews, users, bounce rate and session duration of the range",
	description:
		"The figures at the top of a dashboard. `bounce_rate` is in percent, `session_duration` in seconds; with `compare`, `previous` has the same of the other period.",
	tag: "Overview",
	extra: { ...comparisonParameters, ...importedParameter },
	response: z.object({
		data: Figures.extend({ previous: Figures.optional() }).meta({ component: "Overview" }),
		comparison: ComparedRange.optional(),
		imported: ImportedSums.optional(),
	}),
	answer: async (context) => {
		const { answer, comparison, previous } = await compared(context, figuresIn);
		const { figures, past } = answer;
		const imported = importedAnswer(past, { previous: previous?.past, hasUsers: true });
		if (!comparison || !previous) return { data: figures, ...imported };
		return {
			data: { ...figures, previous: previous.figures },
			comparison: comparison.range,
			...imported,
		};
	},
});
