/** A line of a stack as the browser wrote it. */
export interface StackLine {
	text: string;
	/** Of a call; absent where the line is something else, such as the message. */
	frame?: StackFrame;
}

export interface StackFrame {
	/** Empty for code outside any function. */
	name: string;
	file: string;
	line: number;
	column: number | undefined;
	/** The file is of the site itself, and of no library within it. */
	isOwn: boolean;
}

/** `at save (https://quill.example/sync.js:212:17)`, as Chromium and Edge write it. */
const CHROMIUM = /^\s*at (?:(.*?) \()?(.+?):(\d+)(?::(\d+))?\)?$/;
/** `save@https://quill.example/sync.js:212:17`, as Firefox and Safari write it. */
const FIREFOX = /^(.*?)@(.+?):(\d+)(?::(\d+))?$/;

/** Where bundlers and sites keep code of others. */
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

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/**
 * The lines of a stack, and which calls they are.
 * @param host where the error happened: its own code comes from there
 */
export const stackLines = (stack: string, host: string): StackLine[] =>
	stack
		.split(/\r?\n/)
		.filter((text) => text.trim() !== "")
		.map((text) => {
			const [, name = "", file, line, column] = CHROMIUM.exec(text) ?? FIREFOX.exec(text) ?? [];
			if (file === undefined || line === undefined) return { text };
			return {
				text,
				frame: {
					name: name.trim(),
					file,
					line: Number(line),
					column: numberOf(column),
					isOwn: isOwnFile(file, host),
				},
			};
		});

/** The file without its origin, where that is the site's own: what tells the files apart. */
export const shortFile = (file: string, host: string): string => {
	if (hostOf(file) !== host) return file;
	const { pathname, search } = new URL(file);
	return pathname + search;
};
