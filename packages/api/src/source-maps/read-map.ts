import { invalidCharacterIn } from "./original-places.ts";

/** A part of a source map that says where a stretch of the minified file comes from. */
export interface MapSection {
	/** Where it begins in the minified file; both begin at 0. */
	line: number;
	column: number;
	sourceRoot: string;
	sources: readonly unknown[];
	sourcesContent: readonly unknown[];
	names: readonly unknown[];
	mappings: string;
}

/** A source map in parts: one, unless it is an indexed map. In the order of the minified file. */
export type SourceMap = readonly MapSection[];

/** A map that cannot be used; the message says what to change, and follows the map's name. */
export class MapFault extends Error {
	override name = "MapFault";
}

const MAX_SECTIONS = 10_000;
/** Servers send it before JSON, and the specification has readers skip it. */
const PREFIX = /^\)\]\}'[^\n]*\n/;
const REBUILD = "Upload the .map file as the bundler wrote it.";

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isPosition = (value: unknown): value is number =>
	Number.isInteger(value) && Number(value) >= 0;

const requireVersion = ({ version }: Record<string, unknown>): void => {
	if (version !== 3)
		throw new MapFault(
			`has the version ${JSON.stringify(version)?.slice(0, 50) ?? "none"}, but only version 3 can be read: let the bundler write that`,
		);
};

const sectionOf = (map: unknown, line = 0, column = 0): MapSection => {
	if (!isObject(map)) throw new MapFault(`is not a source map: it must be an object. ${REBUILD}`);
	requireVersion(map);
	const { mappings, sources, sourceRoot } = map;
	if (!Array.isArray(sources))
		throw new MapFault(`has no list "sources", so it is not a source map. ${REBUILD}`);
	if (typeof mappings !== "string")
		throw new MapFault(`has no text "mappings", so it leads nowhere. ${REBUILD}`);
	return {
		...{ line, column, sources, mappings },
		sourceRoot: typeof sourceRoot === "string" ? sourceRoot : "",
		sourcesContent: listIn(map["sourcesContent"]),
		names: listIn(map["names"]),
	};
};

const sectionsOf = (sections: unknown): MapSection[] => {
	if (!Array.isArray(sections) || sections.length > MAX_SECTIONS)
		throw new MapFault(`must have a list of at most ${MAX_SECTIONS} "sections"`);
	return sections.map((section: unknown, number) => {
		const { offset, map, url } = isObject(section) ? section : {};
		if (url !== undefined)
			throw new MapFault(
				`has a section ${number} with a "url", which is not fetched: let the bundler write the map itself there`,
			);
		if (!isObject(offset) || !isPosition(offset["line"]) || !isPosition(offset["column"]))
			throw new MapFault(`has a section ${number} without an "offset" of line and column`);
		return sectionOf(map, offset["line"], offset["column"]);
	});
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text.replace(PREFIX, ""));
	} catch (error) {
		const reason = (error as Error).message.slice(0, 150);
		throw new MapFault(`is not JSON (${reason}). ${REBUILD}`);
	}
};

/** Reads a source map, also an indexed one. @throws MapFault */
export const readMap = (text: string): SourceMap => {
	const map = parsed(text);
	if (!isObject(map) || map["sections"] === undefined) return [sectionOf(map)];
	requireVersion(map);
	return sectionsOf(map["sections"]);
};

/** What an upload says of a map. */
export interface MapFacts {
	sources: number;
	/** How many of them have their text in the map; lines of the others cannot be shown. */
	withContent: number;
}

/** Checks a map as a whole. @throws MapFault */
export const factsOf = (map: SourceMap): MapFacts => {
	for (const { mappings } of map) {
		const at = invalidCharacterIn(mappings);
		if (at >= 0) throw new MapFault(`has damaged "mappings", from character ${at}. ${REBUILD}`);
	}
	const facts = map.map(({ sources, sourcesContent }) => ({
		sources: sources.length,
		withContent: sources.filter((_, number) => typeof sourcesContent[number] === "string").length,
	}));
	const sum = (name: keyof MapFacts) => facts.reduce((all, one) => all + one[name], 0);
	return { sources: sum("sources"), withContent: sum("withContent") };
};
