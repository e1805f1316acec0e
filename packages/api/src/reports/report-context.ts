import type { SavedFunnels } from "@footfall/reports/definitions/funnel-steps";
import type { Goals } from "@footfall/reports/definitions/goal";
import { areaOfDimension } from "@footfall/reports/query/dimension-areas";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import {
	parseQuery,
	queryParameters,
	type ReportQuery,
} from "@footfall/reports/query/report-query";
import { synonymParameters, withoutSynonyms } from "@footfall/reports/report/parameter-synonyms";
import {
	createRunSql,
	type Report,
	type ReportContext,
	type Texts,
} from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import type { Requester } from "@footfall/store";
import { z } from "zod";
import type { Caller, MemberRole } from "../access/caller.ts";
import { requireAreas } from "../access/shown-areas.ts";
import type { Site } from "../access/site.ts";
import type { Timings } from "../http/timings.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

const noGoals: Goals = {
	ofSite: async () => [],
	one: async () => {
		throw new ApiError("NOT_FOUND", "Goal not found");
	},
};

const noFunnels: SavedFunnels = { ofSite: async () => [] };

const pseudonymsOfThisProcess = createPseudonyms();

/** The areas whose dimensions a question names; a saved segment was chosen for its viewers by a member. */
const areasOfQuestion = ({ filters }: ReportQuery, dimension = ""): Area[] =>
	[...filters.filter(({ isSaved }) => !isSaved).map(({ parameter }) => parameter), dimension]
		.filter((parameter) => parameter !== "")
		.map(areaOfDimension);

/** The query parameters of a report, as they arrive. */
export const parametersOf = ({ extra }: Pick<Report, "extra">) =>
	z.object({ ...queryParameters, ...extra, ...synonymParameters(extra) });

/** An admitted request for a report. */
export interface ReportRequest {
	site: Site;
	/** Undefined for a visitor. */
	caller: Caller | undefined;
	role: MemberRole | undefined;
	/** The only areas that the caller's private link shows; undefined without a limit. */
	shownAreas?: readonly Area[] | undefined;
	/** As `parametersOf` checked them. */
	query: Readonly<Record<string, string | undefined>>;
	params: Readonly<Record<string, string>>;
	body?: unknown;
	timings: Timings | undefined;
	requester: Requester;
	signal: AbortSignal;
}

/**
 * Reads the question that a request asks.
 * @throws ApiError for parameters that cannot be read, and for dimensions that the caller's link does not show
 */
export const reportContextOf = async (
	{ extra, files, isByDimension }: Report,
	dependencies: ReportDependencies,
	request: ReportRequest,
): Promise<ReportContext<Texts>> => {
	const { store, now = Date.now, findSegment, goals = noGoals, sitesOf } = dependencies;
	const { funnels = noFunnels, pseudonymsOf = pseudonymsOfThisProcess } = dependencies;
	const { site, caller, role, timings, requester, signal } = request;
	const options = { timings, requester, signal, isFile: files !== undefined };
	const instant = now();
	const given = withoutSynonyms(request.query, extra);
	const query = await parseQuery(
		given,
		instant,
		async (id) => await findSegment?.(id, site, caller),
		caller ? undefined : pseudonymsOf(site.siteId),
	);
	const dimension = isByDimension ? given["parameter"] : "";
	requireAreas(request.shownAreas, areasOfQuestion(query, dimension));
	return {
		runSql: createRunSql(store, options),
		runPromptSql: createRunSql(store, { ...options, priority: "prompt" }),
		site,
		isMember: caller !== undefined,
		query,
		given,
		params: request.params,
		body: request.body as undefined,
		goals,
		funnels,
		sitesOfOrganization: async () =>
			(caller && role && (await sitesOf?.(site.organizationId, { caller, role }))) ?? [site.siteId],
		now: instant,
	};
};
