import { VERSION } from "@footfall/shared/version";
import { z } from "zod";
import { closedObjects } from "../http/unknown-fields.ts";
import type { Route } from "./route.ts";

/** An operation in the document: a route, or a request that the auth library or the gateway serves. */
export type Operation = Omit<Route, "handle" | "access"> & {
	/** `session`: signed in; `sender`: anyone, optionally with a key. */
	access: Route["access"] | "session" | "sender";
	/** Additional error codes, by status. */
	refusals?: Readonly<Record<number, readonly string[]>>;
	/** Unknown fields are accepted, because trackers may be newer than their server. */
	takesUnknownFields?: true;
};

type Json = Record<string, unknown>;

/** The version of the API, which differs from the product's. */
const API_VERSION = "2.8.0-beta";

const jsonSchema = (
	schema: z.ZodType,
	io: "input" | "output",
	closed: ReadonlySet<z.core.$ZodType> = new Set(),
): Json => {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		target: "draft-2020-12",
		io,
		unrepresentable: "any",
		override: ({ zodSchema, jsonSchema: made }) => {
			if (closed.has(zodSchema)) made.additionalProperties = false;
		},
	});
	return rest;
};

const ECHO: Json = { description: "As responses contain it; accepted, but ignored." };

/** The body of an operation, closed if requests with unknown fields are refused. */
const bodySchema = ({ takesUnknownFields, echoed = [] }: Operation, body: z.ZodType): Json => {
	if (takesUnknownFields) return jsonSchema(body, "input");
	const schema = jsonSchema(body, "input", new Set(closedObjects(body)));
	if (echoed.length === 0) return schema;
	const echoes = Object.fromEntries(echoed.map((name) => [name, ECHO]));
	return { ...schema, properties: { ...echoes, ...(schema["properties"] as Json | undefined) } };
};

const ApiErrorSchema = z
	.looseObject({
		error: z.string(),
		code: z.string(),
		message: z.string(),
		resolution: z.string(),
	})
	.meta({ description: "Every response with a status of 400 or above. Some have further fields." });

const REFUSALS: Record<string, string> = {
	400: "Invalid request",
	401: "Authentication required",
	403: "Insufficient permission",
	404: "Resource not found",
	409: "The value is already taken",
	413: "The body is too large",
	415: "The content type or encoding of the body is not supported",
	422: "The account cannot be created",
	429: "Rate limit exceeded",
	500: "Unexpected server error",
	503: "The service is temporarily unavailable",
};

const RETRY_AFTER = {
	description: "Seconds to wait before trying again",
	schema: { type: "integer", minimum: 0 },
};

const refusal = (status: string, description: string): Json => ({
	description,
	...(["429", "503"].includes(status) && { headers: { "Retry-After": RETRY_AFTER } }),
	content: { "application/json": { schema: { $ref: "#/components/schemas/ApiError" } } },
});

/** Without parameters documented only for the operations that name them. */
const general = Object.entries(REFUSALS).filter(([status]) => status !== "422");
const responses = Object.fromEntries(
	general.map(([status, description]) => [`Error${status}`, refusal(status, description)]),
);
const errorReferences = Object.fromEntries(
	general.map(([status]) => [status, { $ref: `#/components/responses/Error${status}` }]),
);

const ownRefusals = ({ refusals = {} }: Operation): Json =>
	Object.fromEntries(
		Object.entries(refusals).map(([status, codes]) => [
			status,
			refusal(
				status,
				`${REFUSALS[status]}: \`code\` may be ${codes.map((code) => `\`${code}\``).join(", ")}`,
			),
		]),
	);

const securitySchemes = {
	BearerAuth: { type: "http", scheme: "bearer", description: "An API key." },
	QueryApiKey: {
		type: "apiKey",
		in: "query",
		name: "api_key",
		description: "An API key; used only when there is no Bearer credential.",
	},
	CookieSession: {
		type: "apiKey",
		in: "cookie",
		name: "better-auth.session_token",
		description: "The session of a signed-in user; `__Secure-better-auth.session_token` on HTTPS.",
	},
};

const anyCredential = [{ BearerAuth: [] }, { QueryApiKey: [] }, { CookieSession: [] }];

const securityOf = (access: Operation["access"]): Json[] => {
	const required =
		typeof access === "string" || "organization" in access
			? access
			: "user" in access
				? access.user
				: access.site;
	if (required === "anyone") return [];
	if (required === "session") return [{ CookieSession: [] }];
	if (required === "sender") return [{ BearerAuth: [] }, { QueryApiKey: [] }, {}];
	// Public sites and the private link key need no credential.
	return required === "read" ? [...anyCredential, {}] : anyCredential;
};

const GUARD_PARAMETERS: Record<string, Json> = {
	site: {
		description: "The site's number or its 12-character id.",
		schema: {
			anyOf: [
				{ type: "integer", minimum: 1 },
				{ type: "string", minLength: 1 },
			],
		},
	},
	organizationId: { schema: { type: "string", minLength: 1 } },
};

const propertiesOf = (schema: z.ZodType | undefined) => {
	if (!schema) return [];
	const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
		properties?: Record<string, Json>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, property]) => ({
		name,
		property,
		isRequired: required.includes(name),
	}));
};

/** A parameter whose schema names a `component` is defined once and referenced. */
const queryParameters = (query: z.ZodType | undefined, shared: Map<string, Json>): Json[] =>
	propertiesOf(query).map(({ name, property, isRequired }) => {
		const { component, description, deprecated, ...schema } = property;
		const parameter = { name, in: "query", required: isRequired, description, deprecated, schema };
		if (typeof component !== "string") return parameter;
		shared.set(component, parameter);
		return { $ref: `#/components/parameters/${component}` };
	});

const pathParameters = (path: string, params: z.ZodType | undefined): Json[] => {
	const described = new Map(propertiesOf(params).map(({ name, property }) => [name, property]));
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
		name,
		in: "path",
		required: true,
		...(GUARD_PARAMETERS[name] ?? { schema: described.get(name) ?? { type: "string" } }),
	}));
};

const contentOf = ({ files = ["application/json"], lines, response }: Operation): Json => {
	if (lines) return { "application/x-ndjson": { schema: jsonSchema(response, "output") } };
	return Object.fromEntries(
		files.map((type) => [
			type,
			{
				schema:
					type === "application/json"
						? jsonSchema(response, "output")
						: { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) },
			},
		]),
	);
};

/** `get` and `/api/sites/{site}/excluded-ips` → `getApiSitesSiteExcludedIps`. */
const operationIdOf = ({ method, path }: Operation): string =>
	method +
	path
		.split(/[^a-zA-Z]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

const operationOf = (operation: Operation, shared: Map<string, Json>): Json => ({
	operationId: operationIdOf(operation),
	summary: operation.summary,
	description: operation.description,
	tags: operation.tags,
	security: securityOf(operation.access),
	parameters: [
		...pathParameters(operation.path, operation.params),
		...queryParameters(operation.query, shared),
	],
	requestBody: operation.body && {
		required: true,
		content: { "application/json": { schema: bodySchema(operation, operation.body) } },
	},
	responses: {
		[operation.status ?? 200]: {
			description: operation.lines ? "Lines of JSON, each of which has this schema" : "Success",
			content: contentOf(operation),
		},
		...(operation.revalidated && {
			304: { description: "Not changed since the response whose ETag is in `If-None-Match`" },
		}),
		...errorReferences,
		...ownRefusals(operation),
	},
});

/** The OpenAPI 3.1.1 document of these operations, to be sent as JSON, which omits undefined fields. */
export const openApiOf = (operations: readonly Operation[]): Json => {
	const parameters = new Map<string, Json>();
	const paths = new Map<string, Json>();
	for (const operation of operations) {
		const methods = paths.get(operation.path) ?? {};
		methods[operation.method] = operationOf(operation, parameters);
		paths.set(operation.path, methods);
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Footfall API",
			version: API_VERSION,
			"x-product-version": VERSION,
			description: "Web and product analytics: sites, reports, accounts and keys.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: "/" }],
		paths: Object.fromEntries(paths),
		components: {
			securitySchemes,
			responses,
			parameters: Object.fromEntries(parameters),
			schemas: { ApiError: jsonSchema(ApiErrorSchema, "output") },
		},
	};
};
