import { VERSION } from "@footfall/shared/version";
import { z } from "zod";
import { createComponents, type Json } from "./components.ts";
import { createExamples, type ExampleOf } from "./example.ts";
import { type Operation, operationIdOf } from "./operation.ts";
import { type Described, described, jsonSchema } from "./operation-schemas.ts";

/** The version of the API, which differs from the product's. */
const API_VERSION = "2.8.0-beta";

const ApiErrorSchema = z
	.looseObject({
		error: z.string(),
		code: z.string(),
		message: z.string(),
		resolution: z.string(),
	})
	.meta({
		examples: [
			{
				error: "Invalid start_date value",
				code: "INVALID_REQUEST",
				message: "Invalid start_date value",
				resolution: "Correct the request as the message says",
			},
		],
		description: "Every response with a status of 400 or above. Some have further fields.",
	});

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
				: "key" in access
					? "key"
					: "instance" in access
						? access.instance
						: access.site;
	if (required === "anyone") return [];
	if (required === "session") return [{ CookieSession: [] }];
	if (required === "key") return [{ BearerAuth: [] }];
	if (required === "sender") return [{ BearerAuth: [] }, { QueryApiKey: [] }, {}];
	// Public sites and the private link key need no credential.
	return required === "read" ? [...anyCredential, {}] : anyCredential;
};

const GUARD_PARAMETERS: Record<string, Json> = {
	site: {
		description: "The site's number or its 12-character id.",
		// Not a choice of a number and a text, for which Go's clients have no value.
		schema: { type: "string", minLength: 1 },
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

/** Comma-separated values of an exported row, with its heading. */
const csvOf = ([row]: readonly Json[] = []): string =>
	[Object.keys(row ?? {}), Object.values(row ?? {})].map((cells) => cells.join(",")).join("\n");

const fileExampleOf = (type: string, rows: readonly Json[]): string | undefined => {
	if (type === "text/csv") return csvOf(rows);
	return type.endsWith("ndjson") ? rows.map((row) => JSON.stringify(row)).join("\n") : undefined;
};

const contentOf = (
	{ files = ["application/json"], lines }: Operation,
	response: Json,
	exampleOf: ExampleOf,
): Json => {
	const example = exampleOf(response, "response");
	if (lines) return { "application/x-ndjson": { schema: response, example } };
	return Object.fromEntries(
		files.map((type) => [
			type,
			type === "application/json"
				? { schema: response, example }
				: {
						schema: {
							type: "string",
							...(!/^text\/|ndjson$/.test(type) && { format: "binary" }),
						},
						example: fileExampleOf(type, example as Json[]),
					},
		]),
	);
};

const operationOf = (
	{ operation, request, response }: Described,
	shared: Map<string, Json>,
	exampleOf: ExampleOf,
): Json => ({
	operationId: operationIdOf(operation),
	summary: operation.summary,
	description: operation.description,
	tags: operation.tags,
	security: securityOf(operation.access),
	parameters: [
		...pathParameters(operation.path, operation.params),
		...queryParameters(operation.query, shared),
	],
	requestBody: request && {
		required: true,
		content: {
			[operation.multipart ? "multipart/form-data" : "application/json"]: {
				schema: request,
				example: exampleOf(request, "request"),
			},
		},
	},
	responses: {
		[operation.status ?? 200]: {
			description: operation.lines ? "Lines of JSON, each of which has this schema" : "Success",
			content: contentOf(operation, response, exampleOf),
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
	const inline = operations.map(described);
	const components = createComponents(
		inline.flatMap(({ request, response }) => [
			...(request ? [{ schema: request, direction: "request" } as const] : []),
			{ schema: response, direction: "response" } as const,
		]),
	);
	const referring = inline.map(({ operation, request, response }) => ({
		operation,
		request: request && components.referring(request, "request"),
		response: components.referring(response, "response"),
	}));
	const schemas = components.all();
	const exampleOf = createExamples(schemas);
	for (const one of referring) {
		const { path, method } = one.operation;
		const methods = paths.get(path) ?? {};
		methods[method] = operationOf(one, parameters, exampleOf);
		paths.set(path, methods);
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
			schemas: { ApiError: jsonSchema(ApiErrorSchema, "output"), ...schemas },
		},
	};
};
