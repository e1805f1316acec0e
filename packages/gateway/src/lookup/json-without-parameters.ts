import { withoutParameters } from "./without-parameters.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Every parameter with a value has one of these, in JSON as in an address: "=", "%3D" or an escape of them. */
const SIGNS = [0x3d, 0x25, BACKSLASH] as const;

/** Where the text that starts after a quote ends: its closing quote, or -1. */
const closingQuote = (bytes: Buffer, from: number): number => {
	for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
		let before = at;
		while (before > from && bytes[before - 1] === BACKSLASH) before--;
		if ((at - before) % 2 === 0) return at;
	}
	return -1;
};

const strippedText = (literal: string, excluded: ReadonlySet<string>): string => {
	let text: string;
	try {
		text = JSON.parse(literal);
	} catch {
		// Whatever parses the JSON will refuse it.
		return literal;
	}
	const stripped = withoutParameters(text, excluded);
	return stripped === text ? literal : JSON.stringify(stripped);
};

/**
 * Drops the excluded parameters from all texts within JSON. `advance` reads up to an offset and returns whether there
 * is more; the result is complete when there is not.
 */
export const createJsonStripper = (json: Buffer, excluded: ReadonlySet<string>) => {
	const kept: Buffer[] = [];
	const nextSigns = SIGNS.map(() => -1);
	let from = 0;
	let at = 0;

	/** Each character is searched for once, however many texts precede it. */
	const hasSign = (start: number, end: number): boolean =>
		SIGNS.some((sign, index) => {
			let next = nextSigns[index] ?? -1;
			if (next < start) {
				const found = json.indexOf(sign, start);
				next = found === -1 ? json.length : found;
				nextSigns[index] = next;
			}
			return next < end;
		});

	return {
		advance: (until: number): boolean => {
			while (at < until) {
				const start = json.indexOf(QUOTE, at);
				const end = start === -1 ? -1 : closingQuote(json, start + 1);
				if (end === -1) {
					at = json.length;
					return false;
				}
				at = end + 1;
				if (!hasSign(start, end)) continue;
				const literal = json.toString("utf8", start, at);
				const stripped = strippedText(literal, excluded);
				if (stripped === literal) continue;
				kept.push(json.subarray(from, start), Buffer.from(stripped));
				from = at;
			}
			return at < json.length;
		},
		result: (): Buffer => (from === 0 ? json : Buffer.concat([...kept, json.subarray(from)])),
	};
};

/** The JSON text without the excluded parameters of the addresses within it. */
export const jsonWithoutParameters = (json: string, excluded: ReadonlySet<string>): string => {
	if (excluded.size === 0 || json === "{}") return json;
	const stripper = createJsonStripper(Buffer.from(json), excluded);
	stripper.advance(Number.POSITIVE_INFINITY);
	return stripper.result().toString();
};
