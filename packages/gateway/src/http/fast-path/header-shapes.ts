import type { IncomingHttpHeaders } from "node:http";
import type { HeaderName } from "./header-names.ts";

/** Headers of the same names in the same order. */
interface Shape {
	names: readonly HeaderName[];
	/** With empty values: it must not keep a request's. */
	headers: Readonly<IncomingHttpHeaders>;
}

/** Browsers have a few each; whoever makes up more costs himself the advantage, and others that of a moment. */
const MAX_SHAPES = 500;
const SMALL_INTEGER = 0x3fff_ffff;

const hasNames = ({ names }: Shape, found: readonly HeaderName[], count: number): boolean => {
	if (names.length !== count) return false;
	for (let index = 0; index < count; index++) if (names[index] !== found[index]) return false;
	return true;
};

/** `undefined` where a name comes again. */
const shapeOf = (names: readonly HeaderName[]): Shape | undefined => {
	const headers: IncomingHttpHeaders = {};
	for (const { name } of names) {
		// Names that every object knows count as repeated too.
		if (headers[name] !== undefined) return undefined;
		headers[name] = "";
	}
	return { names, headers };
};

/**
 * Makes headers of the first `count` names and values; `undefined` where a name comes again. A copy of empty headers of
 * the same names, each of which then gets its value, takes a quarter of the memory of an object that grows name by name.
 */
export const headerShapes = () => {
	const shapes = new Map<number, Shape>();

	const shapeFor = (found: readonly HeaderName[], count: number): Shape | undefined => {
		let hash = 0;
		for (let index = 0; index < count; index++)
			hash = (Math.imul(hash, 31) + (found[index] as HeaderName).number) & SMALL_INTEGER;
		const known = shapes.get(hash);
		if (known !== undefined && hasNames(known, found, count)) return known;
		const made = shapeOf(found.slice(0, count));
		if (made === undefined) return undefined;
		if (shapes.size >= MAX_SHAPES) shapes.clear();
		shapes.set(hash, made);
		return made;
	};

	return (
		found: readonly HeaderName[],
		values: readonly string[],
		count: number,
	): IncomingHttpHeaders | undefined => {
		const shape = shapeFor(found, count);
		if (shape === undefined) return undefined;
		const headers: IncomingHttpHeaders = { ...shape.headers };
		for (let index = 0; index < count; index++)
			headers[(found[index] as HeaderName).name] = values[index];
		return headers;
	};
};
