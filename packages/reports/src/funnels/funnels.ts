import { ApiError } from "@footfall/shared/api-error";
import { amountOfTicks } from "@footfall/shared/money/amount";
import { z } from "zod";
import { type FunnelStep, FunnelSteps, refuseFunnel } from "../definitions/funnel-steps.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { pageOf, pageParameters } from "../query/page.ts";
import { isTrue, textParameter } from "../query/parameters.ts";
import { compared } from "../report/compared.ts";
import { count, report } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";
import { listSessions } from "../sessions/list-sessions.ts";
import { SessionRow } from "../sessions/session-row.ts";
import { openSource, type SourceContext } from "../source/source.ts";
import { reachedAt, stepsReached } from "./funnel.ts";
import { funnelMoney, lostWith, sessionsMoney, ticksReached } from "./funnel-money.ts";

const percentage = () => z.number().min(0).max(100);

export const FunnelRow = z.object({
	step_number: count(),
	step_name: z.string(),
	/** Sessions. */
	visitors: count(),
	/** As a share of the first step's sessions. */
	conversion_rate: percentage(),
	/** As a share of the previous step's sessions. */
	dropoff_rate: percentage(),
	...funnelMoney,
});
const FunnelFigures = FunnelRow.pick({
	...{ visitors: true, conversion_rate: true, dropoff_rate: true },
	...{ revenue: true, revenue_lost: true },
}).meta({ component: "FunnelStepFigures" });

const body = z.object({ steps: FunnelSteps }).meta({ component: "FunnelAnalysisRequest" });
const shared = { tag: "Funnels" } as const;
const analysisParameters = {
	revenue: textParameter(
		"`true` adds `revenue` and `revenue_lost` to each step, in the site's currency",
	),
	...comparisonParameters,
};

/** How many sessions of a query reach each step. */
export const funnelAnalysis = async (
	context: SourceContext,
	steps: readonly FunnelStep[],
	isWithRevenue = false,
) => {
	const source = await openSource(context, { ofEvents: true });
	const { currency, rates, timeZone } = context.site;
	const money = isWithRevenue && currency !== null ? { currency, rates, timeZone } : undefined;
	const columns = steps.map((_, index) => {
		const isReached = `${reachedAt(index + 1)} > 0`;
		return `countIf(${isReached}) AS step_${index}${money ? `,\n    ${ticksReached(isReached)} AS ticks_${index}` : ""}`;
	});
	const [row] = await source.run<Record<string, number | string>>(
		(from) => `
  SELECT
    ${columns.join(",\n    ")}
  FROM (${stepsReached(from, steps)}
  )${money ? sessionsMoney(from.querySql, money) : ""}`,
	);
	const visitorsOf = (index: number) => Number(row?.[`step_${index}`] ?? 0);
	const last = steps.length - 1;
	const ticksOfStep = (index: number) => BigInt(row?.[`ticks_${index}`] ?? 0);
	const completed = { sessions: visitorsOf(last), ticks: ticksOfStep(last) };
	return {
		data: steps.map((step, index) => {
			const visitors = visitorsOf(index);
			const before = index === 0 ? visitors : visitorsOf(index - 1);
			const left = index === last ? 0 : visitors - visitorsOf(index + 1);
			return {
				step_number: index + 1,
				step_name: step.name || step.value || step.type,
				visitors,
				conversion_rate: percentageOf(visitors, visitorsOf(0)),
				dropoff_rate: percentageOf(before - visitors, before),
				...(money && {
					revenue: amountOfTicks(ticksOfStep(index)),
					revenue_lost: lostWith(left, completed),
				}),
			};
		}),
	};
};

const response = z
	.object({
		data: z.array(
			FunnelRow.extend({ previous: FunnelFigures.optional() }).meta({
				component: "FunnelStepResult",
			}),
		),
		comparison: ComparedRange.optional(),
	})
	.meta({ component: "FunnelAnalysisResponse" });

type AnalysisContext = SourceContext & {
	now: number;
	given: { [name in keyof typeof analysisParameters]?: string | undefined };
};

const comparedAnalysis = async (context: AnalysisContext, steps: readonly FunnelStep[]) => {
	const isWithRevenue = isTrue("revenue", context.given.revenue);
	const { answer, comparison, previous } = await compared(context, (asked) =>
		funnelAnalysis(asked, steps, isWithRevenue),
	);
	if (!comparison || !previous) return answer;
	return {
		data: answer.data.map((row, index) => {
			const { step_number: _, step_name: __, ...figures } = previous.data[index] ?? row;
			return { ...row, previous: figures };
		}),
		comparison: comparison.range,
	};
};

export const funnelsAnalyze = report({
	...shared,
	method: "post",
	path: "/funnels/analyze",
	summary: "How many sessions reach each step of a funnel",
	description:
		"For steps that need not be saved. Rates are in percent: `conversion_rate` of the first step, `dropoff_rate` of the step before.",
	body,
	refuseBody: refuseFunnel,
	extra: analysisParameters,
	response,
	answer: (context) => comparedAnalysis(context, context.body.steps),
});

/** The steps from a query parameter: the JSON of the body, or of its steps alone. */
const stepsOf = (text: string | undefined): readonly FunnelStep[] => {
	let sent: unknown;
	try {
		sent = JSON.parse(text ?? "[]");
	} catch {
		throw new ApiError(
			"INVALID_REQUEST",
			'steps must be JSON: an array of steps, or `{"steps": [...]}`',
		);
	}
	const checked = body.safeParse(Array.isArray(sent) ? { steps: sent } : sent);
	if (!checked.success) throw refuseFunnel(checked.error.issues);
	return checked.data.steps;
};

export const funnelsAnalyzeByAddress = report({
	...shared,
	path: "/funnels/analyze",
	summary: "How many sessions reach each step of a funnel that is given in the query string",
	description: "As `POST`, with `steps` as JSON, so that a link or a cache can hold the question.",
	extra: { steps: textParameter("The steps as JSON. Required"), ...analysisParameters },
	response,
	answer: (context) => comparedAnalysis(context, stepsOf(context.given.steps)),
});

export const funnelSessions = report({
	...shared,
	method: "post",
	path: "/funnels/{stepNumber}/sessions",
	areas: ["funnels", "sessions"],
	summary: "The sessions that reached a step, or that reached it and went no further",
	description:
		"To see why visitors leave: `mode=dropped` lists those who stopped there. The body has the funnel's steps.",
	params: z.object({ stepNumber: z.string() }),
	extra: {
		mode: textParameter("`reached` or `dropped`. Required"),
		...pageParameters(25),
	},
	body,
	refuseBody: refuseFunnel,
	response: z.object({ data: z.array(SessionRow) }),
	answer: async (context) => {
		const { given, params } = context;
		const { steps } = context.body;
		const text = params["stepNumber"] ?? "";
		const step = /^\d{1,3}$/.test(text) ? Number(text) : 0;
		if (step < 1 || step > steps.length)
			throw new ApiError("INVALID_REQUEST", "Invalid step number");
		if (given.mode !== "reached" && given.mode !== "dropped")
			throw new ApiError("INVALID_REQUEST", "Mode must be 'reached' or 'dropped'");
		const isDropped = given.mode === "dropped";
		if (isDropped && step === steps.length) return { data: [] };
		const source = await openSource(context, { ofEvents: true });
		const reached = `session_id IN (
        SELECT session_id FROM (${stepsReached(source, steps)}
        )
        WHERE ${reachedAt(step)} > 0${isDropped ? ` AND ${reachedAt(step + 1)} = 0` : ""})`;
		const selected = { querySql: source.querySql, restrictions: [{ sql: reached }] };
		return { data: await listSessions(context, selected, pageOf(given, 25)) };
	},
});
