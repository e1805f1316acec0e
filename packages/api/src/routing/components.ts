export type Json = Record<string, unknown>;

/** Whether a schema is part of what clients send or of what they receive: defaults make fields optional in one alone. */
type Direction = "request" | "response";

const isSchema = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A schema whose direct parts are replaced: fields, items and options. */
export const withParts = (schema: Json, replace: (part: Json) => Json): Json => {
	const replaced = (value: unknown): unknown => (isSchema(value) ? replace(value) : value);
	const changed = { ...schema };
	for (const name of ["items", "additionalProperties"])
		if (isSchema(schema[name])) changed[name] = replaced(schema[name]);
	for (const name of ["anyOf", "oneOf", "allOf", "prefixItems"])
		if (Array.isArray(schema[name])) changed[name] = schema[name].map(replaced);
	if (isSchema(schema["properties"]))
		changed["properties"] = Object.fromEntries(
			Object.entries(schema["properties"]).map(([name, part]) => [name, replaced(part)]),
		);
	return changed;
};

/** The same for equal schemas, whatever the order of their keywords. */
const canonical = (schema: Json): string =>
	JSON.stringify(schema, (_name, value: unknown) =>
		isSchema(value)
			? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
			: value,
	);

interface Forms {
	request?: string;
	response?: string;
}

/** Collects the schemas that name a `component` (`.meta({ component: "Session" })`) and refers to them. */
export interface Components {
	/** The schema with references. @throws Error if a name stands for two shapes */
	referring(schema: Json, direction: Direction): Json;
	/** The components by name, once every schema was passed. */
	all(): Record<string, Json>;
}

/**
 * A shape that clients may send otherwise than they receive it is two components: `Question` and `QuestionInput`.
 * @param schemas every schema of the document, in which the names and their shapes are found
 */
export const createComponents = (
	schemas: readonly { schema: Json; direction: Direction }[],
): Components => {
	const forms = new Map<string, Forms>();
	const components = new Map<string, Json>();
	const ambiguous: string[] = [];

	const collect = (schema: Json, direction: Direction): void => {
		const { component, description: _, ...shape } = schema;
		if (typeof component === "string") {
			const known = forms.get(component) ?? {};
			const text = canonical(shape);
			if (known[direction] !== undefined && known[direction] !== text)
				ambiguous.push(`${component}:\n${known[direction]}\n${text}`);
			forms.set(component, { ...known, [direction]: text });
		}
		withParts(schema, (part) => {
			collect(part, direction);
			return part;
		});
	};
	for (const { schema, direction } of schemas) collect(schema, direction);
	if (ambiguous.length > 0)
		throw new Error(
			`Each name stands for one shape; give one of these a \`component\` of its own:\n${ambiguous.join("\n")}`,
		);

	const nameOf = (component: string, direction: Direction): string => {
		const { request, response } = forms.get(component) ?? {};
		const isOther = request !== undefined && response !== undefined && request !== response;
		return direction === "request" && isOther ? `${component}Input` : component;
	};

	const referring = (schema: Json, direction: Direction): Json => {
		const { component, ...shape } = withParts(schema, (part) => referring(part, direction));
		if (typeof component !== "string") return shape;
		const name = nameOf(component, direction);
		const known = components.get(name) ?? shape;
		components.set(name, known);
		const reference = { $ref: `#/components/schemas/${name}` };
		const { description } = shape;
		// What a shape means in this place, where that is more than what it is.
		return description === known["description"] ? reference : { ...reference, description };
	};

	return {
		referring,
		all: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
	};
};
