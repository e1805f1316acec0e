import { SCHEMA_TYPES, type SchemaObject } from "./compile-schema.ts";
import type { EventSchema } from "./event-schemas.ts";

/** A second declaration of the same name would not compile. */
const DECLARED_BY_TRACKER = "download";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const nameOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

const isObject = (value: unknown): value is SchemaObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const indented = (text: string): string => text.replaceAll("\n", "\n\t");

/** A JSON value as a type. */
const literalOf = (value: unknown): string => {
	if (Array.isArray(value)) return `[${value.map(literalOf).join(", ")}]`;
	if (isObject(value))
		return `{ ${Object.entries(value)
			.map(([name, item]) => `${nameOf(name)}: ${literalOf(item)}`)
			.join("; ")} }`;
	return JSON.stringify(value);
};

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";

const documented = (schema: unknown): string => {
	const description = isObject(schema) ? schema["description"] : undefined;
	if (typeof description !== "string" || description === "") return "";
	return `/** ${description.replaceAll("*/", "*\\/").replace(/\s+/g, " ")} */\n`;
};

const objectType = (schema: SchemaObject): string => {
	const properties = isObject(schema["properties"]) ? schema["properties"] : {};
	const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
	const members = Object.entries(properties).map(
		([name, one]) =>
			`${documented(one)}${nameOf(name)}${required.has(name) ? "" : "?"}: ${typeOf(one)};`,
	);
	for (const name of required)
		if (!Object.hasOwn(properties, name)) members.push(`${nameOf(name)}: unknown;`);
	const additional = schema["additionalProperties"];
	if (members.length === 0 && additional === undefined) return "Record<string, unknown>";
	if (members.length === 0 && additional === false) return "Record<string, never>";
	if (members.length === 0) return `Record<string, ${typeOf(additional)}>`;
	const own = `{${members.map((member) => `\n\t${indented(member)}`).join("")}\n}`;
	// Without a word about others, declared names alone: a mistyped one is what types are for. The type of others would have to
	// include those of the declared ones.
	return additional === undefined || additional === false
		? own
		: `${own} & Record<string, unknown>`;
};

const typeOf = (schema: unknown): string => {
	if (schema === false) return "never";
	if (!isObject(schema)) return "unknown";
	if (Object.hasOwn(schema, "const")) return literalOf(schema["const"]);
	if (Array.isArray(schema["enum"])) return unionOf(schema["enum"].map(literalOf));
	const given = schema["type"];
	const isObjects = isObject(schema["properties"]) || Array.isArray(schema["required"]);
	const types =
		given === undefined ? (isObjects ? ["object"] : []) : Array.isArray(given) ? given : [given];
	if (types.length === 0 || types.length === SCHEMA_TYPES.length) return "unknown";
	return unionOf(
		types.map((type) => {
			if (type === "integer") return "number";
			if (type === "array") return `Array<${typeOf(schema["items"] ?? true)}>`;
			return type === "object" ? objectType(schema) : String(type);
		}),
	);
};

/**
 * TypeScript that declares the events of a site to the tracker, whose `event` then accepts these names with these
 * properties alone. Ranges, lengths, patterns and formats have no type.
 */
export const typeDeclarations = (schemas: readonly EventSchema[]): string => {
	const events = schemas
		.filter(({ event }) => event !== DECLARED_BY_TRACKER)
		.sort((one, other) => (one.event < other.event ? -1 : 1))
		.map(({ event, schema }) => {
			// Properties are always an object, also for a schema that does not say so.
			const type = objectType(schema);
			return `${documented(schema)}${nameOf(event)}: ${type};`;
		});
	const members = events.map((event) => `\n\t\t${indented(indented(event))}`).join("");
	return `// Written by \`footfall types\` from the site's event schemas; changes are lost when it runs again.
import "footfall-tracker";

declare module "footfall-tracker" {
	interface Events {${members}
	}
}
`;
};
