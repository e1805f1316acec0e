import type { Report, ReportContext, Texts } from "@footfall/reports/report/report";
import { ApiError, errorBodyOf, type Issue } from "@footfall/shared/api-error";
import { allows } from "@footfall/shared/scopes";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { asTheyEnd } from "../http/as-they-end.ts";
import { ClientDisconnectedError } from "../http/disconnect.ts";
import { retryAfterOf } from "../http/error-handler.ts";
import { checked } from "../http/invalid-body.ts";
import { createRequireKnownParameters, parameterNames } from "../http/known-parameters.ts";
import { requireStorable } from "../http/storable.ts";
import { type Route, route } from "../routing/route.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { momentOf } from "./moment-of.ts";
import { parametersOf, type ReportRequest, reportContextOf } from "./report-context.ts";
import type { ReportDependencies } from "./report-dependencies.ts";
import { withSharedStatements } from "./shared-statements.ts";

/** Twice the number on the dashboard's fullest page. */
const MAX_QUESTIONS = 24;

/**
 * The store allows a caller two concurrent heavy statements: with one more query in progress both are always in use,
 * and no statement waits long enough to be refused while its own request is answered.
 */
const AT_ONCE = 3;

/** What a person sees first, in this order; nothing else competes with it for CPU time. */
const FIRST = ["/live-user-count", "/has-data", "/overview"];
/** Next in order; the rest follows in the order of the request. */
const NEXT = [...FIRST, "/overview/time-series"];

/** Maximum lag of answers while nothing is written about a site: those on the last minutes, and others. */
const MOST_LAG_MS = { live: 20_000, other: 60_000 };

/** A value as it appears in a query string: lists and objects as JSON, as `filters` is. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]);
const Values = z.record(z.string().max(300), Value);

const Body = z.object({
	parameters: Values.optional().describe(
		"Query parameters for every question that accepts them, such as the range and `filters`, which may be a JSON array here",
	),
	questions: z
		.array(
			z
				.object({
					id: z.string().min(1).max(100).describe("Identifies the question in the response"),
					report: z
						.string()
						.min(1)
						.max(500)
						.describe("Path of a report below the site that `GET` serves, such as `overview`"),
					parameters: Values.optional().describe(
						"The question's own query parameters; they override the shared ones, and an empty text removes one",
					),
				})
				.meta({ component: "ReportQuestion" }),
		)
		.min(1)
		.max(MAX_QUESTIONS),
});
type Question = z.infer<typeof Body>["questions"][number];

const Line = z
	.object({
		id: z.string(),
		status: z.int(),
		body: z.unknown().describe("What `GET` would return, or the error"),
		retryAfter: z.number().optional().describe("Seconds to wait, if trying again may help"),
	})
	.meta({ component: "ReportAnswer" });
type Line = z.infer<typeof Line>;

const refuseParameters = (issues: readonly Issue[]) =>
	new ApiError("INVALID_REQUEST", issues.map(({ message }) => message).join("; "));

/** An empty value counts as absent, as in a query string. */
const textsOf = (values: z.infer<typeof Values>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(values).flatMap(([name, value]) => {
			const text = typeof value === "object" ? JSON.stringify(value) : String(value);
			return text === "" ? [] : [[name, text]];
		}),
	);

/** The reports that can be part of a batch, and how their paths are matched. */
const askable = (reports: readonly Report[]) =>
	reports
		.filter(({ method = "get", files }) => method === "get" && files === undefined)
		.map((report) => ({
			report,
			schema: parametersOf(report),
			patterns: [report.path, ...(report.aliases ?? [])].map(
				(path) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
			),
		}))
		// Fixed segments before parameters, as in addresses.
		.sort((one, other) => one.report.path.split("{").length - other.report.path.split("{").length);
type Askable = ReturnType<typeof askable>[number];

const decoded = (segment: string) => {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new ApiError("INVALID_REQUEST", "The path is not valid");
	}
};

const find = (reports: readonly Askable[], asked: string) => {
	const path = asked.startsWith("/") ? asked : `/${asked}`;
	for (const one of reports)
		for (const pattern of one.patterns) {
			const found = pattern.exec(path);
			if (!found) continue;
			const params = Object.entries(found.groups ?? {}).map(([name, text]) => [
				name,
				decoded(text),
			]);
			return { ...one, params: Object.fromEntries(params) as Record<string, string> };
		}
	throw new ApiError("API_ROUTE_NOT_FOUND", "There is no such report", {
		details: ["report: the path of a report below the site, such as overview or metric"],
	});
};

/**
 * Admits a query as the guard does for the report's own address.
 * @throws ApiError 401 or 403
 */
const admit = (
	{ readers = "read", scope }: Report,
	{ site, caller }: { site: Site; caller: Caller | undefined },
): Caller | undefined => {
	if (readers === "anyone") return undefined;
	if (caller && allows(caller.permissions, scope)) return caller;
	if (readers === "read" && (!caller || site.public)) return undefined;
	if (!caller) throw new ApiError("AUTHENTICATION_REQUIRED");
	throw new ApiError("FORBIDDEN", "Insufficient scope", { required: scope });
};

interface Prepared {
	id: string;
	report: Report;
	context: ReportContext<Texts>;
}

/** Queries that are answered together, in one step. */
interface Step {
	first: Prepared;
	all: Prepared[];
}

/** The queries in order of work, grouped if they read the same data. */
const stepsOf = (prepared: readonly Prepared[]): Step[] => {
	const steps: Step[] = [];
	const byKey = new Map<string, Step>();
	for (const one of prepared) {
		const own = one.report.together?.keyOf(one.context);
		const key = own === undefined ? undefined : JSON.stringify([one.report.path, own]);
		const known = key === undefined ? undefined : byKey.get(key);
		if (known) known.all.push(one);
		else {
			const step = { first: one, all: [one] };
			steps.push(step);
			if (key !== undefined) byKey.set(key, step);
		}
	}
	const placeOf = ({ first }: Step) => {
		const place = NEXT.indexOf(first.report.path);
		return place < 0 ? NEXT.length : place;
	};
	return steps.sort((one, other) => placeOf(one) - placeOf(other));
};

const answersOf = async ({ first, all }: Step): Promise<unknown[]> => {
	const { report } = first;
	return report.together && all.length > 1
		? report.together.answer(all.map(({ context }) => context))
		: [await report.answer(first.context)];
};

/** A batch of queries to answer. */
interface Asked
	extends Pick<ReportRequest, "site" | "caller" | "role" | "shownAreas" | "requester" | "signal"> {
	body: z.infer<typeof Body>;
	/** The present of all queries. */
	instant: number;
	clientErrorOf(error: unknown): ApiError;
}

/** Whether it covers the last minutes, whose visitors change without a write. */
const isLive = ({ parameters, questions }: Asked["body"]): boolean =>
	questions.some(
		({ report, parameters: own }) =>
			report.endsWith("live-user-count") ||
			Object.keys({ ...parameters, ...own }).some((name) => name.startsWith("past_minutes")),
	);

/** Answers queries with these reports, one line each as soon as it is ready. */
export const createLinesOf = (reports: readonly Report[]) => {
	const reportsByPath = askable(reports);
	const requireKnown = createRequireKnownParameters(reportsByPath.map(({ schema }) => schema));
	return async function* (
		{ body, instant, clientErrorOf, ...asked }: Asked,
		dependencies: ReportDependencies,
	): AsyncGenerator<Line> {
		const apart: ReportDependencies = {
			...dependencies,
			store: withSharedStatements(dependencies.store),
			now: () => instant,
		};
		const prepare = async (question: Question): Promise<Prepared> => {
			const { report, schema, params } = find(reportsByPath, question.report);
			requireStorable(Object.values(params));
			if (report.params) checked(report.params, params, refuseParameters);
			const wanted = { ...body.parameters, ...question.parameters };
			requireKnown(Object.keys(wanted), parameterNames(schema));
			const given = textsOf(wanted);
			const query = checked(schema, given, refuseParameters) as ReportRequest["query"];
			const caller = admit(report, asked);
			const request = { ...asked, caller, query, params, timings: undefined };
			return { id: question.id, report, context: await reportContextOf(report, apart, request) };
		};
		const refused = (id: string, error: unknown): Line => {
			if (error instanceof ClientDisconnectedError) throw error;
			const refusal = clientErrorOf(error);
			const retryAfter = retryAfterOf(refusal);
			return {
				id,
				status: refusal.status,
				body: errorBodyOf(refusal),
				...(retryAfter !== undefined && { retryAfter }),
			};
		};
		const answered = async (step: Step): Promise<Line[]> => {
			try {
				const answers = await answersOf(step);
				return step.all.map(({ id }, index) => ({ id, status: 200, body: answers[index] }));
			} catch (error) {
				return step.all.map(({ id }) => refused(id, error));
			}
		};
		const prepared: Prepared[] = [];
		for (const question of body.questions)
			try {
				prepared.push(await prepare(question));
			} catch (error) {
				yield refused(question.id, error);
			}
		const steps = stepsOf(prepared);
		const isFirst = ({ first }: Step) => FIRST.includes(first.report.path);
		for (const some of [steps.filter(isFirst), steps.filter((step) => !isFirst(step))]) {
			const answers = some.map((step) => () => answered(step));
			for await (const lines of asTheyEnd(answers, AT_ONCE)) yield* lines;
		}
	};
};

/** `POST /api/sites/{site}/reports`: several reports in one request. */
export const manyReports = (
	reports: readonly Report[],
	dependencies: ReportDependencies,
): Route => {
	const linesOf = createLinesOf(reports);
	const { changes } = dependencies.store;
	const kept = changes?.isAlone ? createKeptAnswers<Line>(changes, dependencies) : undefined;
	return route({
		method: "post",
		path: "/api/sites/{site}/reports",
		summary: "Several reports in one request, each returned as soon as it is ready",
		description:
			"A line of JSON for each question, in the order in which they are answered: figures first. A rejected question does not affect the others. A key needs the scope of each requested report, and `analytics:read`.",
		tags: ["General"],
		// Each query is admitted by the areas of its own report.
		access: { site: "read", scope: "analytics:read", areas: [] },
		isQuestion: true,
		body: Body,
		lines: true,
		response: Line,
		handle: async ({ site, caller, role, shownAreas, body, requester, signal, clientErrorOf }) => {
			const ids = new Set(body.questions.map(({ id }) => id));
			if (ids.size < body.questions.length)
				throw new ApiError("INVALID_REQUEST", "Each question needs a unique id");
			// One moment for all, so that ranges that end now are equal.
			const instant = momentOf(dependencies, site.siteId);
			const rights = { site, caller, role, shownAreas };
			const lines = (own: ReportDependencies, left: AbortSignal) =>
				linesOf({ ...rights, body, instant, requester, clientErrorOf, signal: left }, own);
			const mostLagMs = MOST_LAG_MS[isLive(body) ? "live" : "other"];
			const asked = { ...rights, body, instant, mostLagMs };
			return kept?.answerTo(asked, { requester, signal }, lines) ?? lines(dependencies, signal);
		},
	});
};
