import {
	type EventStore,
	isOverLimit,
	type Lane,
	StoreBusyError,
	StoreError,
} from "@footfall/store";
import { z } from "zod";
import type { Caller, Role } from "../accounts/caller.ts";
import type { Scope } from "../accounts/scopes.ts";
import type { Funnels } from "../definitions/funnel.ts";
import type { Goal } from "../definitions/goal.ts";
import { ApiError } from "../errors.ts";
import { type Issue, type Route, route } from "../http/route.ts";
import type { Timings } from "../http/timings.ts";
import type { Parameters } from "../question/binding.ts";
import { type Filter, invalidFilters } from "../question/filters.ts";
import { createPseudonyms, type PseudonymsOf } from "../question/pseudonyms.ts";
import { type Question, questionOf, questionParameters } from "../question/question.ts";
import type { Site } from "../sites/site.ts";
import { synonymParameters, withoutSynonyms } from "./parameter-synonyms.ts";

/** What a report needs of the event store. */
export type ReportStore = Pick<EventStore, "query">;

/** Runs a statement for a report; with `joins` its rows may be those of somebody who asked the same, and are only read. */
export type Ask = <Row>(
	sql: string,
	parameters: Parameters,
	options?: { joins: boolean },
) => Promise<Row[]>;

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

/** More than the hours since 2000, by which exports cut what they read; answers to clients have far fewer. */
const MAX_ANSWER_ROWS = 250_000;

/**
 * Slower than the slowest report of ten million events on two cores that do much else besides. Others wait behind it, and the
 * embedded engine cannot be told to stop when whoever asked has gone.
 */
const MAX_SECONDS = 15;

const most = (
	rows: number,
) => `max_execution_time = ${MAX_SECONDS}, max_memory_usage = 600000000, max_result_rows = ${rows},
    max_bytes_before_external_group_by = 200000000, max_bytes_before_external_sort = 200000000`;

/**
 * Written into every statement: settings of a connection would stick to it, and one question must not starve the rest.
 * Left to itself the engine looks at each read of a table whether a projection answers it, which takes it a millisecond.
 */
export const limitsOf = (rows: number): string => `
  SETTINGS ${most(rows)}, optimize_use_projections = 0`;

export const LIMITS = limitsOf(MAX_ANSWER_ROWS);

/** The same for a statement that a projection answers. */
export const PROJECTED_LIMITS = `
  SETTINGS ${most(MAX_ANSWER_ROWS)}`;

/** ClickHouse's number for a regular expression that RE2 does not take. */
const CANNOT_COMPILE_REGEXP = 427;
/** ClickHouse's number for an answer beyond `max_result_rows`. */
const TOO_MANY_ROWS = 396;

/** An answer has more rows than its statement may have. */
export class TooManyRowsError extends ApiError {
	constructor() {
		super("INVALID_REQUEST", "The answer has too many rows: ask for a shorter range");
	}
}

/** What the store's refusal means to the person who asked; `undefined` when it is no refusal but a fault. */
const refusalOf = (error: unknown): ApiError | undefined => {
	if (error instanceof StoreError && error.code === CANNOT_COMPILE_REGEXP)
		return invalidFilters(["filters: the store cannot run one of the regular expressions"]);
	if (error instanceof StoreError && error.code === TOO_MANY_ROWS) return new TooManyRowsError();
	if (error instanceof StoreBusyError) return new ApiError("UNAVAILABLE");
	if (isOverLimit(error))
		return new ApiError(
			"UNAVAILABLE",
			"The report needs too much time or memory: ask for a shorter range or fewer filters",
		);
	return undefined;
};

/** Answers statements from the store, and turns what the engine refuses into what the caller can change. */
export const asker =
	(store: ReportStore, timings?: Timings, lane: Lane = "heavy"): Ask =>
	async <Row>(sql: string, parameters: Parameters, options?: { joins: boolean }) => {
		const query = () => store.query<Row>(sql, parameters, { lane, ...options });
		try {
			return await (timings ? timings.ofStore(query) : query());
		} catch (error) {
			throw refusalOf(error) ?? error;
		}
	};

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
		handle: async ({ site, caller, role, query, params: inPath, body: sent, timings }) => {
			const instant = now();
			const given = withoutSynonyms(query as Record<string, string | undefined>, extra);
			const question = await questionOf(
				given,
				instant,
				async (id) => await findSegment?.(id, site, caller),
				caller ? undefined : pseudonymsOf(site.siteId),
			);
			return described.answer({
				ask: asker(store, timings),
				askPromptly: asker(store, timings, "prompt"),
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
