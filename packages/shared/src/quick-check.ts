import { z } from "zod";

/** Returns `true` only for values that the schema certainly accepts unchanged; `false` means "use the schema". */
type QuickCheck = (value: unknown) => boolean;

/** Whether the schema has only checks of these kinds, each of which is visible in its limits or in `isInt`. */
const hasOnly = (
	{ def }: z.ZodString | z.ZodNumber,
	kinds: readonly (abstract new (...parameters: never[]) => unknown)[],
): boolean => def.checks?.every((check) => kinds.some((kind) => check instanceof kind)) ?? true;

const LENGTHS = [z.core.$ZodCheckMinLength, z.core.$ZodCheckMaxLength];
const LIMITS = [
	z.core.$ZodCheckGreaterThan,
	z.core.$ZodCheckLessThan,
	z.core.$ZodCheckNumberFormat,
];

const quickString = (schema: z.ZodString): QuickCheck | undefined => {
	if (schema.format !== null || !hasOnly(schema, LENGTHS)) return undefined;
	const shortest = schema.minLength ?? 0;
	const longest = schema.maxLength ?? Number.POSITIVE_INFINITY;
	return (value) =>
		typeof value === "string" && value.length >= shortest && value.length <= longest;
};

const quickNumber = (schema: z.ZodNumber): QuickCheck | undefined => {
	const isWhole = schema.format === "safeint";
	if ((schema.format !== null && !isWhole) || !hasOnly(schema, LIMITS)) return undefined;
	const smallest = schema.minValue ?? Number.NEGATIVE_INFINITY;
	const largest = schema.maxValue ?? Number.POSITIVE_INFINITY;
	// Infinity is not a number to the schema; any other limit that it refuses is exclusive.
	const isExclusive = [smallest, largest].some(
		(limit) => Number.isFinite(limit) && !schema.safeParse(limit).success,
	);
	if (isExclusive) return undefined;
	const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
	return (value) =>
		isNumber(value) && (value as number) >= smallest && (value as number) <= largest;
};

const quickCheckOf = (schema: z.core.$ZodType): QuickCheck => {
	const known = (): QuickCheck | undefined => {
		if (schema instanceof z.ZodString) return quickString(schema);
		if (schema instanceof z.ZodNumber) return quickNumber(schema);
		if (schema instanceof z.ZodLiteral) {
			const values: unknown[] = [...schema.values];
			return (value) => values.includes(value);
		}
		if (schema instanceof z.ZodOptional) {
			const inner = quickCheckOf(schema.unwrap());
			return (value) => value === undefined || inner(value);
		}
		if (schema instanceof z.ZodNullable) {
			const inner = quickCheckOf(schema.unwrap());
			return (value) => value === null || inner(value);
		}
		return undefined;
	};
	return known() ?? ((value) => z.safeParse(schema, value).success);
};

/**
 * A parser for objects that are distinguished by one literal key: it accepts and refuses what the schema does, at a
 * third of the time for a valid object, which it returns unchanged, unknown keys included. An object that is not
 * certainly valid is left to the schema, which lists its errors. Not suitable for schemas that change values (defaults,
 * transforms).
 */
export const createQuickParser = <Schema extends z.ZodDiscriminatedUnion>(
	union: Schema,
	key: string,
): ((candidate: unknown) => z.ZodSafeParseResult<z.output<Schema>>) => {
	const kinds = new Map<unknown, (readonly [string, QuickCheck])[]>();
	for (const option of union.options as readonly z.ZodObject[]) {
		const fields = Object.entries(option.shape).map(
			([name, schema]) => [name, quickCheckOf(schema)] as const,
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
