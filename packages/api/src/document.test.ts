import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { apiDocument } from "./document.ts";
import { EXAMPLE_VALUES } from "./routing/example-values.ts";

type Json = Record<string, unknown>;

type Content = Record<string, { schema: Json; example?: unknown }>;

interface Described {
	requestBody?: { content: Content };
	description?: string;
	responses: Record<string, { description?: string; content?: Content }>;
	parameters: { name?: string; schema?: Json }[];
}
interface Document {
	paths: Record<string, Record<string, Described>>;
	components: { schemas: Record<string, Json>; parameters: Record<string, { schema: Json }> };
}

/** As clients receive it. */
const { paths, components } = JSON.parse(JSON.stringify(apiDocument())) as Document;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({
		...operation,
		place: `${method.toUpperCase()} ${path}`,
	})),
);
const named = Object.entries(components.schemas);

/** The schemas of bodies and answers, each with the place to look for it. */
const used = operations.flatMap(({ place, requestBody, responses }) => [
	...Object.values(requestBody?.content ?? {}).map((content) => ({
		place: `${place}: request`,
		...content,
	})),
	...Object.values(responses).flatMap(({ content = {} }) =>
		Object.entries(content).map(([type, described]) => ({
			place: `${place}: response, ${type}`,
			...described,
		})),
	),
]);

/** The schema itself and all schemas in it, without those that it refers to. */
const within = (place: string, schema: unknown): { place: string; schema: unknown }[] => {
	const found = [{ place, schema }];
	if (typeof schema !== "object" || schema === null) return found;
	const { properties = {}, items, additionalProperties, ...rest } = schema as Json;
	const options = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap(
		(name) => (rest[name] ?? []) as unknown[],
	);
	const parts = [
		...Object.entries(properties as Json).map(([name, part]) => [`${place}.${name}`, part]),
		...options.map((part) => [place, part]),
		...(items === undefined ? [] : [[`${place}[]`, items]]),
		// `true` and `false` say whether there may be other fields: generators know that.
		...(typeof additionalProperties === "object" ? [[`${place}{}`, additionalProperties]] : []),
	] as [string, unknown][];
	return [...found, ...parts.flatMap(([name, part]) => within(name, part))];
};

const isShape = (schema: unknown): boolean =>
	typeof schema === "object" && schema !== null && "properties" in schema;

const everySchema = [
	...used.flatMap(({ place, schema }) => within(place, schema)),
	...named.flatMap(([name, schema]) => within(name, schema)),
	...operations.flatMap(({ place, parameters }) =>
		parameters.flatMap(({ name, schema }) => (schema ? within(`${place}?${name}`, schema) : [])),
	),
	...Object.entries(components.parameters).flatMap(([name, { schema }]) => within(name, schema)),
];

/** As code generators compare names: each language has other rules for case and separators. */
const folded = (name: string) => name.replaceAll(/[^a-zA-Z0-9]/g, "").toLowerCase();

/** Values with the same key, where there are several. */
const twins = (keyed: readonly (readonly [string, string])[]): string[][] => {
	const byKey = new Map<string, string[]>();
	for (const [key, name] of keyed) byKey.set(key, [...(byKey.get(key) ?? []), name]);
	return [...byKey.values()].filter(({ length }) => length > 1);
};

describe("the document's shapes", () => {
	it("all have a name: add `.meta({ component: … })` to those that are listed here", () => {
		const inline = [
			...used.flatMap(({ place, schema }) => within(place, schema)),
			...named.flatMap(([name, schema]) => within(name, schema).slice(1)),
		].filter(({ schema }) => isShape(schema));
		expect([...new Set(inline.map(({ place }) => place))]).toEqual([]);
	});

	it("have names that no language's conventions make equal", () => {
		expect(named.map(([name]) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual(
			[],
		);
		// Go's generators add a constructor, NewName, to each Name.
		const taken = named.flatMap(([name]) => [
			[folded(name), name] as const,
			[folded(`new${name}`), `the constructor of ${name}`] as const,
		]);
		expect(twins(taken)).toEqual([]);
	});

	it("have fields whose accessors do not collide in generated code", () => {
		const colliding = everySchema.flatMap(({ place, schema }) => {
			if (!isShape(schema)) return [];
			const { properties, required = [] } = schema as { properties: Json; required?: string[] };
			const names = Object.keys(properties);
			// Go's generators add HasName to an optional Name.
			const accessors = names
				.filter((name) => !required.includes(name))
				.map((name) => [folded(`has${name}`), `has ${name}`] as const);
			return twins([...names.map((name) => [folded(name), name] as const), ...accessors]).map(
				(pair) => `${place}: ${pair.join(", ")}`,
			);
		});
		expect(colliding).toEqual([]);
	});

	it("leave out parameters that another spelling already names", () => {
		const spelt = operations.flatMap(({ place, parameters }) => {
			const names = parameters.flatMap(({ name }) => (name === undefined ? [] : [name]));
			return twins(names.map((name) => [folded(name), name])).map((pair) => [place, ...pair]);
		});
		expect(spelt).toEqual([]);
	});

	it("stand there once each, unless they have but one field", () => {
		const shapes = named.flatMap(([name, schema]) => {
			const { description: _, ...shape } = schema;
			const isSmall = isShape(schema) && Object.keys(schema["properties"] as Json).length < 2;
			return isSmall ? [] : [[JSON.stringify(shape), name] as const];
		});
		expect(twins(shapes)).toEqual([]);
	});

	it("are objects everywhere, because many generators refuse `true` and `false` as schemas", () => {
		expect(
			everySchema.filter(({ schema }) => typeof schema === "boolean").map(({ place }) => place),
		).toEqual([]);
	});
});

describe("the document's operations", () => {
	it("each say when one would use it", () => {
		expect(
			operations
				.filter(({ description = "" }) => !/^.+[.]$/s.test(description))
				.map(({ place }) => place),
		).toEqual([]);
	});

	/** Nobody reads an example of an image, a script or a stream. */
	const isReadable = (place: string) =>
		!/(pdf|gif|parquet|javascript|plain|event-stream)$/.test(place);

	it("each have an example of the body and of the answer, which their schemas accept", () => {
		const ajv = new Ajv2020({ strict: false, validateSchema: false });
		addFormats.default(ajv);
		// One document, so that each component is compiled once.
		ajv.addSchema({ components, used: used.map(({ schema }) => schema) }, "document");
		const faults = used.flatMap(({ place, schema, example }, index) => {
			const isNothing = Object.keys(schema).length === 0;
			const isError = schema["$ref"] === "#/components/schemas/ApiError";
			if (isNothing || isError || !isReadable(place)) return [];
			const validate = ajv.getSchema(`document#/used/${index}`);
			const isEmpty = JSON.stringify(example) === "{}" && place.endsWith("request");
			if (example !== undefined && !isEmpty && validate?.(example)) return [];
			return [
				`${place}: ${JSON.stringify(example)?.slice(0, 500)} ${ajv.errorsText(validate?.errors)}`,
			];
		});
		expect(faults).toEqual([]);
	});

	it("that change a second factor say that the one there is must be proved", () => {
		const paths = [
			"two-factor/enable",
			"two-factor/generate-backup-codes",
			"two-factor/disable",
			"passkey/verify-registration",
			"passkey/delete-passkey",
		];
		for (const path of paths) {
			const { responses } =
				operations.find(({ place }) => place === `POST /api/auth/${path}`) ?? {};
			expect([path, responses?.["403"]?.description]).toEqual([
				path,
				expect.stringContaining("`SECOND_FACTOR_REQUIRED`"),
			]);
		}
	});

	it("have no examples of fields that are gone", () => {
		const names = new Set(
			named.flatMap(([shape, { properties = {} }]) =>
				Object.keys(properties as Json).flatMap((name) => [name, `${shape}.${name}`]),
			),
		);
		expect(Object.keys(EXAMPLE_VALUES).filter((name) => !names.has(name))).toEqual([]);
	});
});
