import { RequestFailure } from "./failure.ts";
import requiredFields from "./required-fields.ts";

/** What a value must have: 0 for one without fields; of several forms, an array or an object. */
type Shape = number | readonly Shape[] | { readonly [name: string]: Shape };

const SHAPES: Readonly<Record<string, Shape>> = requiredFields;

/** A server that leaves out a field does so in the first rows. */
const MOST_ROWS = 20;

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

const missingIn = (value: unknown, shape: Shape, path: string): string | undefined => {
	if (value === undefined) return path;
	if (typeof shape === "number" || value === null) return undefined;
	if (isList(shape)) {
		if (!Array.isArray(value)) return path;
		const [item = 0] = shape;
		return firstOf(value.slice(0, MOST_ROWS), (row: unknown) => missingIn(row, item, `${path}[]`));
	}
	const { anyOf } = shape;
	if (anyOf !== undefined && isList(anyOf)) {
		const form = anyOf.find((one) => isList(one) === Array.isArray(value));
		return form === undefined ? path : missingIn(value, form, path);
	}
	if (typeof value !== "object") return path;
	const fields = new Map<string, unknown>(Object.entries(value));
	return firstOf(Object.entries(shape), ([name, field]) =>
		missingIn(fields.get(name), field, path === "" ? name : `${path}.${name}`),
	);
};

const firstOf = <Item>(
	items: readonly Item[],
	find: (item: Item) => string | undefined,
): string | undefined => {
	for (const item of items) {
		const found = find(item);
		if (found !== undefined) return found;
	}
	return undefined;
};

/** The first field that a report's answer must have and has not, such as `data[].sessions`; undefined if it has all. */
export const missingField = (report: string, answer: unknown): string | undefined => {
	const shape = Object.hasOwn(SHAPES, report) ? SHAPES[report] : undefined;
	return shape === undefined ? undefined : missingIn(answer, shape, "");
};

/** @throws RequestFailure naming the field that a report's answer lacks */
export const requireFields = (report: string, answer: unknown): void => {
	const field = missingField(report, answer);
	if (field !== undefined) throw new RequestFailure({ kind: "incomplete", message: field });
};
