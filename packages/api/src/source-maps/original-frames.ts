import { enclosingFunction } from "./enclosing-function.ts";
import type { GeneratedPlace } from "./original-places.ts";
import { originalPlaces } from "./original-places.ts";
import type { MapSection, SourceMap } from "./read-map.ts";

/** A call as the source has it. */
export interface OriginalFrame {
	/** The source's path, without what bundlers put before it. */
	source: string;
	/** Both begin at 1. */
	line: number;
	column: number;
	/** What is called or read there, if the map says so. */
	name: string | null;
	/** The named function around it, "" outside of one; null where the map lacks the text of the source. */
	function: string | null;
	/** The line with up to five before and after it; null where the map lacks the text of the source. */
	context: { before: string[]; line: string; after: string[] } | null;
}

const AROUND = 5;
/** Of a line, from shortly before the column: a source may be minified itself. */
const MAX_LINE = 500;
const BEFORE_COLUMN = 100;
const MAX_NAME = 200;
const MAX_SOURCE = 500;

/** The path of a source without its scheme and host, and without the dots at its start. */
export const shownSource = (source: string): string =>
	source
		.slice(0, MAX_SOURCE)
		.replace(/^[\w+.-]{1,30}:\/\/[^/]*\//, "")
		.replace(/^(?:\.{0,2}\/)+/, "");

const isText = (value: unknown): value is string => typeof value === "string";

/** The lines of a text from one number to another, both from 0, without reading on. */
const linesIn = (text: string, first: number, last: number): string[] => {
	const lines: string[] = [];
	let start = 0;
	for (let number = 0; number <= last && start <= text.length; number++) {
		const newline = text.indexOf("\n", start);
		const end = newline === -1 ? text.length : newline;
		if (number >= first) lines.push(text.slice(start, end).replace(/\r$/, ""));
		start = end + 1;
	}
	return lines;
};

/** Where a line begins in a text, by its number from 0; -1 if there are not so many. */
const lineStart = (text: string, number: number): number => {
	let start = 0;
	for (let line = 0; line < number; line++) {
		const newline = text.indexOf("\n", start);
		if (newline === -1) return -1;
		start = newline + 1;
	}
	return start;
};

const functionAround = (text: unknown, line: number, column: number): string | null => {
	if (!isText(text)) return null;
	const start = lineStart(text, line);
	return start === -1 ? null : enclosingFunction(text, start + column).slice(0, MAX_NAME);
};

const cut = (line: string, from: number): string => line.slice(from, from + MAX_LINE);

const contextOf = (text: unknown, line: number, column: number): OriginalFrame["context"] => {
	if (!isText(text)) return null;
	const first = Math.max(0, line - AROUND);
	const lines = linesIn(text, first, line + AROUND);
	const own = lines[line - first];
	if (own === undefined) return null;
	const from = own.length > MAX_LINE ? Math.max(0, column - BEFORE_COLUMN) : 0;
	return {
		before: lines.slice(0, line - first).map((one) => cut(one, 0)),
		line: cut(own, from),
		after: lines.slice(line - first + 1).map((one) => cut(one, 0)),
	};
};

const sourceOf = ({ sources, sourceRoot }: MapSection, number: number): string | undefined => {
	const source = sources[number];
	if (!isText(source)) return undefined;
	const root = sourceRoot === "" || sourceRoot.endsWith("/") ? sourceRoot : `${sourceRoot}/`;
	return shownSource(root + source);
};

const isAtOrBefore = (section: MapSection, { line, column }: GeneratedPlace): boolean =>
	section.line < line || (section.line === line && section.column <= column);

const framesIn = (
	section: MapSection,
	places: readonly GeneratedPlace[],
): (OriginalFrame | undefined)[] => {
	const relative = places.map(({ line, column }) => ({
		line: line - section.line,
		column: line === section.line ? column - section.column : column,
	}));
	return originalPlaces(section.mappings, relative).map((found) => {
		if (found === undefined) return undefined;
		const source = sourceOf(section, found.source);
		if (source === undefined || found.line < 0 || found.column < 0) return undefined;
		const name = section.names[found.name];
		return {
			source,
			line: found.line + 1,
			column: found.column + 1,
			name: isText(name) ? name.slice(0, MAX_NAME) : null,
			function: functionAround(section.sourcesContent[found.source], found.line, found.column),
			context: contextOf(section.sourcesContent[found.source], found.line, found.column),
		};
	});
};

/** Where places of a minified file come from, in their order; undefined where the map states nothing. */
export const originalFrames = (
	map: SourceMap,
	places: readonly GeneratedPlace[],
): (OriginalFrame | undefined)[] => {
	const sections = places.map((place) => map.findLast((section) => isAtOrBefore(section, place)));
	const frames: (OriginalFrame | undefined)[] = places.map(() => undefined);
	for (const section of new Set(sections)) {
		if (section === undefined) continue;
		const numbers = [...places.keys()].filter((number) => sections[number] === section);
		const found = framesIn(
			section,
			numbers.flatMap((number) => places[number] ?? []),
		);
		for (const [at, number] of numbers.entries()) frames[number] = found[at];
	}
	return frames;
};
