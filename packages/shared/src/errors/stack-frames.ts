import { stackLines } from "./stack-lines.ts";

/** A call in a stack, without its line and column, which change with every build. */
export interface StableFrame {
	/** Name of the function without its object; "" if it has none. */
	readonly function: string;
	/** Path of the file without host, query and the hashes that bundlers add to names. */
	readonly file: string;
}

/** The most characters of a stack that are read: a line of any length then takes little time. */
const MAX_STACK = 8192;
const MAX_ADDRESS = 2048;

const isHash = (piece: string): boolean =>
	/^\d+$/.test(piece) ||
	/^(?=.*\d)[0-9a-f]{4,64}$/i.test(piece) ||
	// Base 64, of at least six characters; a word with a number behind it, such as `webpack5`, is none.
	(/^(?=.*\d)(?=.*[a-z])[\w-]{6,64}$/i.test(piece) && !/^[a-z]+\d{1,4}$/i.test(piece)) ||
	// Without a digit, capitals stand where a name in camel case has none.
	(/^[\w-]{8}$/.test(piece) && /[a-z]/.test(piece) && /[A-Z]{2}|[A-Z]$/.test(piece));

/** A name such as `app.3f2a.js` as `app.js`. */
const withoutHashes = (segment: string): string => {
	const [, stem = "", extension = ""] = /^(.*?)(\.\w{1,5})?$/.exec(segment) ?? [];
	const kept = stem.split(/[.~-]+/).filter((piece) => piece !== "" && !isHash(piece));
	return `${kept.join(".")}${extension}`;
};

/** A script's address as a path that stays the same from build to build and from host to host. */
export const stableFile = (address: string): string =>
	address
		.slice(0, MAX_ADDRESS)
		.replace(/^[\w+.-]{1,30}:\/\/[^/]*/, "")
		.split(/[?#]/, 1)[0]
		?.split("/")
		.map(withoutHashes)
		.filter((segment) => segment !== "")
		.join("/") ?? "";

const NAMELESS = /^(?:<?anonymous>?|global code|module code|eval code|eval|\[native code\]|<.*>)$/;

/** `async Cart.add [as handler]` and `add/<` as `add`: engines add different things to a name. */
const plainName = (name: string): string => {
	const [last = ""] = name
		.replace(/^(?:async\*?|new|get|set)\s*(?=\S+\s*$|\S+ \[as)/, "")
		.split(" [as ", 1)
		.join("")
		.replace(/(?<![/<*])[/<*]+$/, "")
		.trim()
		.split(".")
		.slice(-1);
	return NAMELESS.test(name.trim()) || NAMELESS.test(last) ? "" : last;
};

/**
 * The calls of a stack of any engine, the one that failed first; lines that are none, such as the message, are skipped.
 * @param message left out where the stack begins with it, since its lines may look like calls
 */
export const stackFrames = (stack: string, message = ""): StableFrame[] => {
	const text = stack.slice(0, MAX_STACK);
	const at = message === "" ? -1 : text.indexOf(message);
	return stackLines(at < 0 ? text : text.slice(at + message.length), "").flatMap(({ frame }) =>
		frame ? [{ function: plainName(frame.name), file: stableFile(frame.file) }] : [],
	);
};
