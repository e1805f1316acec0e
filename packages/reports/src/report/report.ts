import type { ApiError, Issue } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import type { Scope } from "@footfall/shared/scopes";
import type { ConfiguredSite } from "@footfall/shared/site";
import { z } from "zod";
import type { BesideProvider } from "../definitions/beside.ts";
import type { ErrorAliases } from "../definitions/error-alias.ts";
import type { ErrorDecisions } from "../definitions/error-decision.ts";
import type { SavedFunnels } from "../definitions/funnel-steps.ts";
import type { Goals } from "../definitions/goal.ts";
import type { ReportQuery } from "../query/report-query.ts";
import type { RunSql } from "./run-sql.ts";

export {
	createRunSql,
	PLAIN_COLUMNS,
	type ReportStore,
	type RunSql,
	type StatementOptions,
} from "./run-sql.ts";

/** A site as reports use it. */
export interface ReportedSite extends ConfiguredSite {
	domain: string;
}

export type Texts = Record<string, z.ZodOptional<z.ZodString>>;
type Given<Extra extends Texts> = { [name in keyof Extra]?: string | undefined };

/** A validated request for a report, and the means to answer it. */
export interface ReportContext<Extra extends Texts = Record<never, never>, Body = undefined> {
	runSql: RunSql;
	/** The same for statements that read little, however large the site: they do not queue behind others. */
	runPromptSql: RunSql;
	site: ReportedSite;
	/** False for a viewer of a public site or with a private link. */
	isMember: boolean;
	query: ReportQuery;
	/** The report's own parameters, unparsed; absent when empty. */
	given: Given<Extra>;
	/** Path parameters beside the site. */
	params: Readonly<Record<string, string>>;
	body: Body;
	goals: Goals;
	funnels: SavedFunnels;
	/** What finds notes, alerts and the like beside a change. */
	beside?: readonly BesideProvider[] | undefined;
	/** What members have decided about errors; absent where there are no accounts. */
	errorDecisions?: ErrorDecisions | undefined;
	/** Which groups of minified stacks are one error; absent where there are no source maps. */
	errorAliases?: ErrorAliases | undefined;
	/** The sites of the site's organization that the caller may access, this one included. */
	sitesOfOrganization(): Promise<number[]>;
	/** ms since the epoch. */
	now: number;
}

type Parsed<Schema> = [Schema] extends [z.ZodType] ? z.output<Schema> : undefined;

/** The groups of reports in the API's document, and the scope that an API key needs for each. */
const SCOPE_OF_TAG = {
	General: "analytics:read",
	Overview: "analytics:read",
	Events: "events:read",
	Errors: "events:read",
	Bots: "analytics:read",
	Performance: "analytics:read",
	Sessions: "sessions:read",
	"Session replay": "replay:read",
	Goals: "goals:read",
	Funnels: "funnels:read",
	Insights: "analytics:read",
	Users: "users:read",
	"User Traits": "users:read",
} as const satisfies Record<string, Scope>;

/**
 * Answers several requests of one caller about one site together, if that reads less than answering
 * them one by one.
 */
interface AnswerTogether<Context, Answer> {
	/** Requests with the same key can be answered together; undefined for one that must be answered alone. */
	keyOf(context: Context): string | undefined;
	/** The answers in the order of the requests, each the same as if answered alone. */
	answer(contexts: readonly Context[]): Promise<Answer[]>;
}
/** The areas of a site's analytics that a group's reports show, unless a report names its own. */
const AREAS_OF_TAG: Readonly<Record<keyof typeof SCOPE_OF_TAG, readonly Area[]>> = {
	General: [],
	Overview: ["overview"],
	Events: ["events"],
	Errors: ["errors"],
	Bots: ["bots"],
	Performance: ["performance"],
	Sessions: ["sessions"],
	"Session replay": ["sessions"],
	Goals: ["goals"],
	Funnels: ["funnels"],
	Insights: ["overview"],
	Users: ["users"],
	"User Traits": ["users"],
};

/** A report: its route and how it is answered. */
interface ReportDefinition<
	Extra extends Texts,
	Response extends z.ZodType,
	Body extends z.ZodType | undefined,
> {
	/** `get` unless the request has a body, for a definition that is too long for a URL. */
	method?: "get" | "post";
	/** Below `/api/sites/{site}`. */
	path: string;
	/** Older names, below `/api/sites/{site}` too. */
	aliases?: readonly string[];
	summary: string;
	/** When one would use it, units, and what its errors mean, where that does not go without saying. */
	description: string;
	tag: keyof typeof SCOPE_OF_TAG;
	/** The areas that a limited private link must show for this report; by default those of its tag. */
	areas?: readonly Area[];
	/** Path parameters beside the site. */
	params?: z.ZodObject<Record<string, z.ZodString>>;
	/** Parameters beside those of every query. */
	extra?: Extra;
	body?: Body;
	refuseBody?: (issues: readonly Issue[]) => ApiError;
	/** The dimensions and the areas that a body, or the report's own parameters, ask for beside those of its dimensions. */
	asks?: (
		body: Parsed<Body>,
		given: Given<Extra>,
	) => { dimensions: readonly string[]; areas: readonly Area[] };
	/** Pages of any origin may read the response. */
	anyOrigin?: true;
	/** `read` unless only the organization may see it, or the report checks access itself. */
	readers?: "anyone" | "read" | "viewer";
	headers?: Readonly<Record<string, string>>;
	/** Content types, if `answer` returns a file. */
	files?: readonly string[];
	response: Response;
	answer(context: ReportContext<Extra, Parsed<Body>>): Promise<z.output<Response>>;
	together?: AnswerTogether<ReportContext<Extra, Parsed<Body>>, z.output<Response>>;
}

/** The same without its own type parameters, for lists of reports. */
export interface Report
	extends Omit<
		ReportDefinition<Texts, z.ZodType, z.ZodType | undefined>,
		"tag" | "extra" | "areas" | "asks"
	> {
	asks?: (
		body: unknown,
		given: Given<Texts>,
	) => { dimensions: readonly string[]; areas: readonly Area[] };
	tag: string;
	scope: Scope;
	areas: readonly Area[];
	extra: Texts;
}

/** Describes a report: a read of one site's events, open to everyone who may see the site. */
export const report = <
	Response extends z.ZodType,
	const Extra extends Texts = Record<never, never>,
	Body extends z.ZodType | undefined = undefined,
>(
	definition: ReportDefinition<Extra, Response, Body>,
): Report =>
	({
		extra: {},
		areas: AREAS_OF_TAG[definition.tag],
		...definition,
		scope: SCOPE_OF_TAG[definition.tag],
	}) as unknown as Report;

/** A number of things. */
export const count = () => z.number().int().nonnegative();

/** Fields of one schema, by their names. */
export const fields = <Name extends string, Schema extends z.ZodType>(
	names: readonly Name[],
	schema: () => Schema,
) => Object.fromEntries(names.map((name) => [name, schema()])) as Record<Name, Schema>;

/** Fields that are texts. */
export const texts = <Name extends string>(names: readonly Name[]) =>
	fields(names, () => z.string());
