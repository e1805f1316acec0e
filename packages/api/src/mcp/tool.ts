import { dividedTree } from "@footfall/reports/query/condition-tree";
import { periodOf } from "@footfall/reports/query/period";
import { treeOf } from "@footfall/reports/question/question";
import { refusedParameters } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import { allows, type Scope } from "@footfall/shared/scopes";
import { z } from "zod";
import type { KeyCaller } from "../access/caller.ts";
import type { CallRoute, Route } from "../routing/route.ts";
import { boundedText, MAX_ROWS, type Paging } from "./bounded-text.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** A tool that answers the same for everyone. */
interface ConstantDefinition {
	name: string;
	description: string;
	content: Json;
}

/** A tool for assistants: a route of the API, in few words and with bounded answers. */
interface RouteDefinition {
	name: string;
	description: string;
	/** `GET /api/sites/{site}/overview`: gives the tool its checks and the schemas of its arguments. */
	route: string;
	/** What an organization's key calls instead, because only people have the other one. */
	routeOfOrganization?: string;
	/** The arguments besides those of the path, by their names in the route's query or body. */
	takes?: readonly string[];
	/** Those of them that must be there. */
	needs?: readonly string[];
	/** It takes a range of days, which is required, and filters. */
	isReport?: boolean;
	/** Values for arguments that are absent. */
	defaults?: Arguments;
	/** Shapes the route's answer. */
	shape?: (answer: Json) => Json;
	/** What the figures of the answer count; absent if the answer says this, and its range, itself. */
	definitions?: Readonly<Record<string, string>>;
	/** Where the answer has rows, and how the next ones are asked for. */
	paging?: (given: Arguments) => Paging;
}

export type ToolDefinition = ConstantDefinition | RouteDefinition;

/** As `tools/list` shows it. */
export interface ToolDescription {
	name: string;
	description: string;
	inputSchema: { type: "object"; properties: Record<string, object>; required?: string[] };
	annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: false };
}

export interface Tool {
	description: ToolDescription;
	/** Whether the scopes of a caller's key allow the tool. */
	isFor(caller: KeyCaller): boolean;
	/** The answer as JSON. @throws ApiError for arguments that do not fit, and as the route does */
	call(given: Arguments, caller: KeyCaller, callRoute: CallRoute): Promise<string>;
}

const RANGE = ["start_date", "end_date", "time_zone"] as const;
const OF_REPORTS: Readonly<Record<string, object>> = {
	start_date: { type: "string", description: "First day, YYYY-MM-DD" },
	end_date: { type: "string", description: "Last day; today ends now" },
	time_zone: { type: "string", description: "IANA; default UTC" },
	filters: {
		type: "array",
		items: {},
		description: `As of query: ["is","country",["DE"]] or ["and",…]`,
	},
};
/** Shorter than the API's document, because every conversation of an assistant carries the whole list. */
const IN_SHORT: Readonly<Record<string, object>> = {
	compare: {
		type: "string",
		description: "Other period: previous, month, year or YYYY-MM-DD..YYYY-MM-DD",
	},
	limit: { type: "integer", description: `Rows, at most ${MAX_ROWS}` },
	parameter: { type: "string", description: "A dimension of query" },
	metric: { type: "string" },
	event_name: { type: "string" },
	errorId: { type: "string" },
	sort_by: {
		type: "string",
		description: "A figure of the rows (default: count), value, or with compare change",
	},
	page: { type: "integer" },
	page_size: { type: "integer" },
};
const OF_PATHS: Readonly<Record<string, object>> = {
	site: { type: "string", description: "Number or id of a site: see list_sites" },
};

const placeholders = (path: string) =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** What counts only in the API's document, and would cost an assistant tokens. */
const NOT_SHOWN = new Set([
	...["component", "format", "pattern", "maxLength", "minLength", "maxItems", "minItems"],
	...["minimum", "maximum", "exclusiveMinimum", "default", "$schema"],
]);

const withoutDetails = (schema: unknown): unknown => {
	if (Array.isArray(schema)) return schema.map(withoutDetails);
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema)
			.filter(([name, value]) => !NOT_SHOWN.has(name) && typeof value !== "boolean")
			.map(([name, value]) => [name, withoutDetails(value)]),
	);
};

const propertiesOf = (schema: z.ZodType | undefined): Record<string, object> => {
	if (schema === undefined) return {};
	const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	return withoutDetails(properties) as Record<string, object>;
};

/** @throws ApiError for lists and objects, which no query parameter takes */
const textOf = (name: string, value: unknown): string => {
	if (typeof value === "object" || value === undefined)
		throw refusedParameters(`${name} must be a text, a number or a boolean`);
	return String(value);
};

/**
 * Conditions as reports take them in their query string, which knows no `or` and `not`.
 * @throws ApiError for anything else
 */
const filtersText = (value: unknown): string => {
	if (!Array.isArray(value))
		throw refusedParameters('filters must be an array such as ["is", "country", ["DE"]]');
	const { filters, conditions } = dividedTree(treeOf(value));
	if (conditions.length > 0)
		throw refusedParameters(
			"filters: only the tool query takes or and not of several dimensions; use one condition, or and",
		);
	return JSON.stringify(filters);
};

/** The arguments of a tool where its route takes them. */
const placed = (route: Route, given: Arguments) => {
	const ofPath = placeholders(route.path);
	const ofBody = Object.keys(propertiesOf(route.body));
	const params: Record<string, string> = {};
	const query: Record<string, string> = {};
	const body: Json = {};
	for (const [name, value] of Object.entries(given)) {
		if (ofPath.includes(name)) params[name] = textOf(name, value);
		else if (ofBody.includes(name)) body[name] = value;
		else query[name] = name === "filters" ? filtersText(value) : textOf(name, value);
	}
	return { params, query, ...(route.body && { body }) };
};

/** @throws ApiError that names unknown and missing arguments */
const requireFitting = (
	given: Arguments,
	{ properties, required = [] }: ToolDescription["inputSchema"],
) => {
	const known = Object.keys(properties);
	const faults = [
		...Object.keys(given)
			.filter((name) => !known.includes(name))
			.slice(0, 10)
			.map((name) => unknownName("argument", name, known)),
		...required.filter((name) => given[name] === undefined).map((name) => `${name} is required`),
	];
	if (faults.length > 0)
		throw refusedParameters(faults.join("; "), `Arguments: ${known.join(", ")}`);
};

const rangeOf = (given: Arguments) => {
	const parameters = Object.fromEntries(
		RANGE.map((name) => [name, given[name] === undefined ? undefined : String(given[name])]),
	);
	const { from, to, timeZone } = periodOf(parameters, Date.now());
	const iso = (instant: number | undefined) =>
		instant === undefined ? null : new Date(instant).toISOString();
	return { from: iso(from), to: iso(to), time_zone: timeZone };
};

const scopeOf = ({ access }: Route): Scope | undefined =>
	typeof access === "object" && "scope" in access && access.scope !== "unlimited"
		? access.scope
		: undefined;

const annotations = (readOnlyHint: boolean) =>
	({ readOnlyHint, destructiveHint: false, openWorldHint: false }) as const;

const describe = (definition: RouteDefinition, route: Route): ToolDescription => {
	const { name, description, takes = [], needs = [], isReport = false } = definition;
	const known = { ...propertiesOf(route.query), ...propertiesOf(route.body) };
	const ofPath = placeholders(route.path).filter((one) => one !== "organizationId");
	const chosen = takes.map((one) => {
		const schema = known[one];
		if (schema === undefined) throw new Error(`${definition.route} has no parameter ${one}`);
		return [one, IN_SHORT[one] ?? schema];
	});
	const isRead = route.method === "get" || route.audit === undefined;
	const required = [...ofPath, ...(isReport ? ["start_date", "end_date"] : []), ...needs];
	return {
		name,
		description,
		inputSchema: {
			type: "object",
			properties: {
				...Object.fromEntries(ofPath.map((one) => [one, OF_PATHS[one] ?? { type: "string" }])),
				...(isReport && OF_REPORTS),
				...Object.fromEntries(chosen),
			},
			...(required.length > 0 && { required }),
		},
		annotations: annotations(isRead),
	};
};

const constantTool = ({ name, description, content }: ConstantDefinition): Tool => ({
	description: {
		...{ name, description, annotations: annotations(true) },
		inputSchema: { type: "object", properties: {} },
	},
	isFor: () => true,
	call: async () => boundedText(content, undefined),
});

/** Makes tools of their definitions. @throws Error for a route that does not exist */
export const createTools = (
	definitions: readonly ToolDefinition[],
	routes: readonly Route[],
): ReadonlyMap<string, Tool> => {
	const byName = new Map(routes.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]));
	const routeOf = (name: string) => {
		const found = byName.get(name);
		if (!found) throw new Error(`No route ${name}`);
		return found;
	};
	const toolOf = (definition: RouteDefinition): Tool => {
		const { defaults = {}, shape, definitions: meanings, paging, isReport } = definition;
		const own = routeOf(definition.route);
		const ofOrganization = routeOf(definition.routeOfOrganization ?? definition.route);
		const description = describe(definition, own);
		return {
			description,
			isFor: ({ permissions }) => {
				const scope = scopeOf(own);
				return scope === undefined || allows(permissions, scope);
			},
			call: async (given, caller, callRoute) => {
				requireFitting(given, description.inputSchema);
				const asked = { ...defaults, ...given };
				const isOrganization = caller.via === "organization-key" && ofOrganization !== own;
				const answer = isOrganization
					? await callRoute(ofOrganization, { params: { organizationId: caller.organizationId } })
					: await callRoute(own, placed(own, asked));
				const shaped = shape ? shape(answer as Json) : (answer as Json);
				const content = {
					asked_at: new Date().toISOString(),
					...(isReport && meanings && { range: rangeOf(asked) }),
					...(meanings && { definitions: meanings }),
					...(Array.isArray(shaped) ? { data: shaped } : shaped),
				};
				return boundedText(content, paging?.(asked));
			},
		};
	};
	return new Map(
		definitions.map((one) => [one.name, "content" in one ? constantTool(one) : toolOf(one)]),
	);
};
