import { z } from "zod";
import type { Caller, Role } from "../accounts/caller.ts";
import type { Scope } from "../accounts/scopes.ts";
import type { Funnels } from "../definitions/funnel.ts";
import type { Goal } from "../definitions/goal.ts";
import { ApiError } from "../errors.ts";
import { type Issue, type Route, route } from "../http/route.ts";
import type { Filter } from "../question/filters.ts";
import { createPseudonyms, type PseudonymsOf } from "../question/pseudonyms.ts";
import { type Question, questionOf, questionParameters } from "../question/question.ts";
import type { Site } from "../sites/site.ts";
import { type Ask, asker, type ReportStore } from "./asker.ts";
import { synonymParameters, withoutSynonyms } from "./parameter-synonyms.ts";

export { type Ask, asker, LIMITS, PROJECTED_LIMITS, type ReportStore } from "./asker.ts";

/** The saved goals that reports put numbers to. */
export interface Goals {
	ofSite(siteId: number): Promise<Goal[]>;
	/** @throws ApiError 404 for an unknown one, and for another site's */
	one(siteId: number, reference: string): Promise<Goal>;
}

const noGoals: Goals = {
	ofSite: async () => [],
	one: async () => {
		throw new ApiError("NOT_FOUND", "Goal not found");
	},
};

const noFunnels: Funnels = { ofSite: async () => [] };

/** The numbers of an organization's sites; for a viewer, of those that they may see. */
export type SitesOf = (
	organizationId: string,
	viewer?: { caller: Caller; role: Role },
) => Promise<number[]>;

/** What the report routes are built from. */
export interface ReportDependencies {
	store: ReportStore;
	/** ms since the epoch; the system's clock by default. */
	now?: () => number;
	/** Filters of a saved segment that this caller may read; without it there are no segments. */
	findSegment?: (
		segmentId: number,
		site: Site,
		caller: Caller | undefined,
	) => Promise<readonly Filter[] | undefined>;
	/** Without it there are no goals. */
	goals?: Goals;
	/** Without it there are no saved funnels. */
	funnels?: Funnels;
	/** The sites of an organization; without it a site is alone. */
	sitesOf?: SitesOf;
	/** How visitors are told of people; by default by names that last as long as the process. */
	pseudonymsOf?: PseudonymsOf;
}

const pseudonymsOfThisProcess = createPseudonyms();

/** `/bots/ai-summary` → `getApiSitesSiteBotsAiSummary`. */
const operationIdOf = (method: string, path: string) =>
	`${method}ApiSitesSite${path
		.split(/[^a-zA-Z]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("")}`;

export type Texts = Record<string, z.ZodOptional<z.ZodString>>;
type Given<Extra extends Texts> = { [name in keyof Extra]?: string | undefined };

/** What a report works with, its question read and checked. */
export interface Asking<Extra extends Texts, Body = undefined> {
	ask: Ask;
	/** The same for statements that read little, however large the site: they do not stand behind the others. */
	askPromptly: Ask;
	site: Site;
	/** Undefined for a viewer of a public site or with the private link key. */
	caller: Caller | undefined;
	question: Question;
	/** The report's own parameters as they arrived; absent when empty. */
	given: Given<Extra>;
	/** Path parameters beside the site. */
	params: Readonly<Record<string, string>>;
	body: Body;
	goals: Goals;
	funnels: Funnels;
	/** The sites of the site's organization that the caller may see, this one included. */
	sitesOfOrganization(): Promise<number[]>;
	/** ms since the epoch. */
	now: number;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface ReportDefinition<
	Extra extends Texts,
	Response extends z.ZodType,
	Body extends z.ZodType | undefined,
> {
	/** `get` unless a definition that is too long for an address comes in a body. */
	method?: "get" | "post";
	/** Below `/api/sites/{site}`. */
	path: string;
	/** Older names, below `/api/sites/{site}` too. */
	aliases?: readonly string[];
	summary: string;
	tag: string;
	scope: Scope;
	/** Path parameters beside the site. */
	params?: z.ZodObject<Record<string, z.ZodString>>;
	/** Parameters beside those of every question. */
	extra: Extra;
	body?: Body;
	refuseBody?: (issues: readonly Issue[]) => ApiError;
	/** Pages of any origin may read the answer. */
	anyOrigin?: true;
	/** `read` unless only members may see it, or it decides for itself. */
	readers?: "anyone" | "read" | "member";
	headers?: Readonly<Record<string, string>>;
	response: Response;
	answer(asking: Asking<Extra, Parsed<Body>>): Promise<z.output<Response>>;
}

/** A report whose own types are forgotten, as whatever works with many of them holds it. */
export interface DescribedReport {
	method?: "get" | "post";
	path: string;
	aliases?: readonly string[];
	summary: string;
	tag: string;
	scope: Scope;
	params?: z.ZodObject<Record<string, z.ZodString>>;
	extra: Texts;
	body?: z.ZodType | undefined;
	refuseBody?: (issues: readonly Issue[]) => ApiError;
	anyOrigin?: true;
	readers?: "anyone" | "read" | "member";
	headers?: Readonly<Record<string, string>>;
	/** Content types, where `answer` makes a file. */
	files?: readonly string[];
	response: z.ZodType;
	answer(asking: Asking<Texts>): Promise<unknown>;
}

/** The route of a report: reads and checks the question, then has it answered. */
export const reportRoute = (
	described: DescribedReport,
	dependencies: ReportDependencies,
): Route => {
	const { store, now = Date.now, findSegment, goals = noGoals, sitesOf } = dependencies;
	const { funnels = noFunnels, pseudonymsOf = pseudonymsOfThisProcess } = dependencies;
	const { method = "get", path, aliases = [], tag, readers = "read", scope, extra } = described;
	const { summary, params, body, refuseBody, anyOrigin, headers, files, response } = described;
	return route({
		method,
		path: `/api/sites/{site}${path}`,
		aliases: aliases.map((alias) => `/api/sites/{site}${alias}`),
		operationId: operationIdOf(method, path),
		summary,
		tags: [tag],
		access: { site: readers, scope },
		...(params && { params }),
		query: z.object({ ...questionParameters, ...extra, ...synonymParameters(extra) }),
		...(body && { body }),
		...(refuseBody && { refuseBody }),
		...(anyOrigin && { anyOrigin }),
		...(headers && { headers }),
		...(files ? { files } : method === "get" && { revalidated: true }),
		response,
		handle: async ({ site, caller, role, query, params: inPath, body: sent, ...context }) => {
			const { timings, requester, signal } = context;
			const options = { timings, requester, signal, isFile: files !== undefined };
			const instant = now();
			const given = withoutSynonyms(query as Record<string, string | undefined>, extra);
			const question = await questionOf(
				given,
				instant,
				async (id) => await findSegment?.(id, site, caller),
				caller ? undefined : pseudonymsOf(site.siteId),
			);
			return described.answer({
				ask: asker(store, options),
				askPromptly: asker(store, { ...options, lane: "prompt" }),
				site,
				caller,
				question,
				given,
				params: (inPath ?? {}) as Record<string, string>,
				body: sent as undefined,
				goals,
				funnels,
				sitesOfOrganization: async () =>
					(caller && role && (await sitesOf?.(site.organizationId, { caller, role }))) ?? [
						site.siteId,
					],
				now: instant,
			});
		},
	});
};

/** A report that only needs its dependencies to be a route. */
export type Report = ((dependencies: ReportDependencies) => Route) & {
	readonly described: DescribedReport;
};

/** Describes a report: a read of one site's events, open to everyone who may see the site. */
export const report = <
	const Extra extends Texts,
	Response extends z.ZodType,
	Body extends z.ZodType | undefined = undefined,
>(
	definition: ReportDefinition<Extra, Response, Body>,
): Report => {
	// The types were checked where the report was written; its route hands it what its schemas let through.
	const described = definition as unknown as DescribedReport;
	return Object.assign((dependencies: ReportDependencies) => reportRoute(described, dependencies), {
		described,
	});
};

/** A field that is there in every row, described by its meaning. */
export const count = () => z.number().int().nonnegative();
