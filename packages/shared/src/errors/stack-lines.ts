/** A line of a stack as the browser wrote it. */
export interface StackLine {
	text: string;
	/** Of a call; absent for other lines, such as the message. */
	frame?: StackFrame;
}

export interface StackFrame {
	/** Empty for code outside any function. */
	name: string;
	file: string;
	line: number;
	column: number | undefined;
	/** The file belongs to the site itself, and not to a library. */
	isOwn: boolean;
}

/** Longer lines are not calls. */
const MAX_CHARACTERS = 5_000;

/** Line and column at the end of a location. */
const POSITION = /^(\d{1,9})$/;

/**
 * The function and the location of a call: `at save (https://quill.example/sync.js:212:17)` as Chromium and Edge write
 * it, `save@https://quill.example/sync.js:212:17` as Firefox and Safari do.
 */
const callIn = (text: string): readonly [name: string, place: string] | undefined => {
	const line = text.trimStart();
	if (line.startsWith("at ")) {
		const call = line.slice(3);
		const place = call.endsWith(")") ? call.slice(0, -1) : call;
		const bracket = place.indexOf(" (");
		return bracket === -1 ? ["", place] : [place.slice(0, bracket), place.slice(bracket + 2)];
	}
	const at = text.indexOf("@");
	return at === -1 ? undefined : [text.slice(0, at), text.slice(at + 1)];
};

/** The file, line and column, parsed from the end: the file's URL contains colons, too. */
const placeIn = (place: string) => {
	const parts = place.split(":");
	const numbers: number[] = [];
	while (numbers.length < 2 && parts.length > 1 && POSITION.test(parts.at(-1) ?? ""))
		numbers.unshift(Number(parts.pop()));
	const [line, column] = numbers;
	const file = parts.join(":");
	return line === undefined || file === "" ? undefined : { file, line, column };
};

/** Where bundlers and sites keep third-party code. */
const LIBRARY = /\/(node_modules|vendor|vendors|bower_components)\/|\.vendors?[.~-]/;

const hostOf = (file: string): string | undefined => {
	try {
		const url = new URL(file);
		return url.protocol === "http:" || url.protocol === "https:" ? url.hostname : undefined;
	} catch {
		return undefined;
	}
};

const isOwnFile = (file: string, site: string): boolean => {
	const host = hostOf(file);
	if (LIBRARY.test(file)) return false;
	return host === undefined
		? file.startsWith("/")
		: host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`);
};

/**
 * The lines of a stack, with their calls parsed.
 * @param host where the error happened: its own code comes from there
 */
export const stackLines = (stack: string, host: string): StackLine[] =>
	stack
		.split(/\r?\n/)
		.filter((text) => text.trim() !== "")
		.map((text) => {
			const [name = "", place] = (text.length > MAX_CHARACTERS ? undefined : callIn(text)) ?? [];
			const found = place === undefined ? undefined : placeIn(place);
			if (found === undefined) return { text };
			const { file, line, column } = found;
			return {
				text,
				frame: { name: name.trim(), file, line, column, isOwn: isOwnFile(file, host) },
			};
		});

/** The file without its origin if that is the site's own. */
export const shortFile = (file: string, host: string): string => {
	if (hostOf(file) !== host) return file;
	const { pathname, search } = new URL(file);
	return pathname + search;
};
