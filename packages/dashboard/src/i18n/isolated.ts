/**
 * What can change the order of the text around it: letters that are written from right to left, and the controls of
 * direction. Other texts stay as they are, byte by byte.
 */
const REORDERS =
	/[\u0590-\u08ff\u200f\u2029\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

const START = "\u2068";
const END = "\u2069";

export const reorders = (text: string): boolean => REORDERS.test(text);

/** A text whose controls end within it: one that ends an isolate from outside would free the rest of the text. */
export const balanced = (text: string): string => {
	let open = 0;
	let kept = "";
	for (const character of text.replaceAll("\u2029", " ")) {
		if (character === END && open === 0) continue;
		if (character === END) open--;
		else if (/[\u2066-\u2068]/.test(character)) open++;
		kept += character;
	}
	return kept + END.repeat(open);
};

/** A text from outside, to be put into a sentence: it cannot reorder the sentence. */
export const isolated = (text: string): string =>
	reorders(text) ? START + balanced(text) + END : text;

/** The same texts; those that take names isolate them. */
export const isolating = <Texts extends object>(texts: Texts): Texts =>
	Object.fromEntries(
		Object.entries(texts).map(([key, text]: [string, unknown]) => {
			if (typeof text === "function")
				return [
					key,
					(...parts: unknown[]) =>
						text(...parts.map((part) => (typeof part === "string" ? isolated(part) : part))),
				];
			const isGroup = typeof text === "object" && text !== null && !Array.isArray(text);
			return [key, isGroup ? isolating(text) : text];
		}),
		// The keys and the types of their values are those of the texts.
	) as Texts;

/** The texts that there are, in a row: none reorders another. */
export const joinIsolated = (texts: readonly unknown[], separator: string): string =>
	texts
		.filter((text) => typeof text === "string" && text !== "")
		.map((text) => isolated(String(text)))
		.join(separator);
