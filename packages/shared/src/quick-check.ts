import type { z } from "zod";

/** Says `true` only for values that the schema surely accepts as they are; `false` means "ask the schema". */
type QuickCheck = (value: unknown) => boolean;

/** The kinds of schema that are checked here; every other kind checks for itself. */
interface Description {
	type: string;
	innerType?: z.ZodType;
	values?: unknown[];
	checks?: { _zod: { def: CheckDescription } }[];
}

interface CheckDescription {
	check: string;
	maximum?: number;
	minimum?: number;
	value?: number;
	inclusive?: boolean;
	format?: string;
}

const checksOf = ({ checks = [] }: Description) => checks.map((check) => check._zod.def);

const quickString = (description: Description): QuickCheck | undefined => {
	let shortest = 0;
	let longest = Number.POSITIVE_INFINITY;
	for (const { check, minimum = 0, maximum = longest } of checksOf(description)) {
		if (check === "min_length") shortest = Math.max(shortest, minimum);
		else if (check === "max_length") longest = Math.min(longest, maximum);
		// Changes only what is longer, so that the schema is asked.
		else if (check === "overwrite") continue;
		else return undefined;
	}
	return (value) =>
		typeof value === "string" && value.length >= shortest && value.length <= longest;
};

const quickNumber = (description: Description): QuickCheck | undefined => {
	let smallest = Number.NEGATIVE_INFINITY;
	let largest = Number.POSITIVE_INFINITY;
	let isWhole = false;
	for (const { check, value = Number.NaN, inclusive, format } of checksOf(description)) {
		if (check === "number_format" && format === "safeint") isWhole = true;
		else if (check === "greater_than" && inclusive) smallest = Math.max(smallest, value);
		else if (check === "less_than" && inclusive) largest = Math.min(largest, value);
		else return undefined;
	}
	const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
	return (value) =>
		isNumber(value) && (value as number) >= smallest && (value as number) <= largest;
};

const quickCheckOf = (schema: z.ZodType): QuickCheck => {
	const description = schema.def as unknown as Description;
	const inner = description.innerType && quickCheckOf(description.innerType);
	const known = (): QuickCheck | undefined => {
		if (description.type === "string") return quickString(description);
		if (description.type === "number") return quickNumber(description);
		if (description.type === "literal" && description.values)
			return (value) => description.values?.includes(value) ?? false;
		if (description.type === "optional" && inner)
			return (value) => value === undefined || inner(value);
		if (description.type === "nullable" && inner) return (value) => value === null || inner(value);
		return undefined;
	};
	return known() ?? ((value) => schema.safeParse(value).success);
};

/**
 * A parser for objects that are told apart by one literal key: it accepts and refuses what the schema does, at a third
 * of the time for a valid object, which it hands on as it came, unknown keys and all. An object that is not surely
 * valid is left to the schema, which names its faults. Schemas that change values (defaults, transforms) are not for it.
 */
export const quickParser = <Schema extends z.ZodDiscriminatedUnion>(
	union: Schema,
	key: string,
): ((candidate: unknown) => z.ZodSafeParseResult<z.output<Schema>>) => {
	const kinds = new Map<unknown, (readonly [string, QuickCheck])[]>();
	for (const option of union.options as readonly z.ZodObject[]) {
		const fields = Object.entries(option.shape).map(
			([name, schema]) => [name, quickCheckOf(schema as z.ZodType)] as const,
		);
		for (const literal of (option.shape[key] as z.ZodLiteral).values) kinds.set(literal, fields);
	}

	const isSurelyValid = (candidate: Record<string, unknown>): boolean => {
		const fields = kinds.get(candidate[key]);
		if (fields === undefined) return false;
		for (const [name, isValid] of fields) if (!isValid(candidate[name])) return false;
		return true;
	};

	return (candidate) =>
		typeof candidate === "object" &&
		candidate !== null &&
		!Array.isArray(candidate) &&
		isSurelyValid(candidate as Record<string, unknown>)
			? { success: true, data: candidate as z.output<Schema> }
			: (union.safeParse(candidate) as z.ZodSafeParseResult<z.output<Schema>>);
};
