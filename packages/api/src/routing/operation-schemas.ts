import { z } from "zod";
import { closedObjects } from "../http/unknown-fields.ts";
import { type Json, withParts } from "./components.ts";
import { inPascalCase, type Operation } from "./operation.ts";

/** Limits the length of a list of fixed items in words that generators know: many refuse `items: false`. */
const closeTuple = (tuple: Json, prefixItems: readonly unknown[]): void =>
	void Object.assign(tuple, {
		minItems: prefixItems.length,
		maxItems: prefixItems.length,
		items: { anyOf: prefixItems },
	});

/** With one type for each option: Go's generators refuse lists of types, except for one type or null. */
const withSingleTypes = (schema: Json): Json => {
	const { type: types, ...rest } = withParts(schema, withSingleTypes);
	if (!Array.isArray(types) || types.filter((type) => type !== "null").length < 2)
		return types === undefined ? rest : { type: types, ...rest };
	return { anyOf: types.map((type: unknown) => ({ type })), ...rest };
};

/** openapi-typescript takes a field of a named shape as present if it has a default, also where clients may leave it out. */
const describeDefault = (schema: Json): void => {
	if (schema["default"] === undefined) return;
	const { default: value, description } = schema;
	delete schema["default"];
	schema["description"] = [description, `By default ${JSON.stringify(value)}.`]
		.filter((sentence) => sentence !== undefined)
		.join(" ");
};

interface BodyOptions {
	/** Objects that refuse unknown fields. */
	closed?: ReadonlySet<z.core.$ZodType>;
	/** Whether clients send it as a body. */
	isBody?: boolean;
}

/** The JSON schema of what is accepted or answered. */
export const jsonSchema = (
	schema: z.ZodType,
	io: "input" | "output",
	{ closed = new Set(), isBody = false }: BodyOptions = {},
): Json => {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		target: "draft-2020-12",
		io,
		unrepresentable: "any",
		override: ({ zodSchema, jsonSchema: made }) => {
			if (isBody) describeDefault(made);
			if (closed.has(zodSchema)) made.additionalProperties = false;
			for (const [name, field] of Object.entries(made.properties ?? {}))
				if ((field as Json)["undocumented"] === true) delete made.properties?.[name];
			if (made.prefixItems && made.items === false) closeTuple(made, made.prefixItems);
		},
	});
	return withSingleTypes(rest);
};

const ECHO: Json = { description: "As responses contain it; accepted, but ignored." };

/** The body of an operation, closed if requests with unknown fields are refused. */
const bodySchema = ({ takesUnknownFields, echoed = [] }: Operation, body: z.ZodType): Json => {
	if (takesUnknownFields) return jsonSchema(body, "input", { isBody: true });
	const schema = jsonSchema(body, "input", { isBody: true, closed: new Set(closedObjects(body)) });
	if (echoed.length === 0) return schema;
	const echoes = Object.fromEntries(echoed.map((name) => [name, ECHO]));
	return { ...schema, properties: { ...echoes, ...(schema["properties"] as Json | undefined) } };
};

/** What the name of a shape says of its operation's method. */
const VERBS = { get: "", post: "", put: "Update", patch: "Update", delete: "Delete" } as const;

/**
 * Names a body or an answer after its operation, if it has no name of its own: `GET /api/sites/{site}/overview` →
 * `OverviewResponse`. Lists and options have names inside.
 */
const namedAfter = (
	{ method, path }: Operation,
	role: "Request" | "Response",
	schema: Json,
): Json => {
	if (schema["component"] !== undefined || schema["properties"] === undefined) return schema;
	const subject = path
		.replace(/^\/api\/(sites\/\{site\}\/|auth\/)?/, "")
		.replaceAll(/\{\w+\}/g, "");
	return { ...schema, component: VERBS[method] + inPascalCase(subject) + role };
};

/** An operation with the schemas of its body and its answer. */
export interface Described {
	operation: Operation;
	request?: Json | undefined;
	response: Json;
}

const requestOf = (operation: Operation): Json | undefined => {
	const { body = operation.multipart } = operation;
	return body && namedAfter(operation, "Request", bodySchema(operation, body));
};

export const described = (operation: Operation): Described => ({
	operation,
	request: requestOf(operation),
	response: namedAfter(operation, "Response", jsonSchema(operation.response, "output")),
});
