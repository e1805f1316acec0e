import { UnreadableFileError } from "./unreadable-file-error.ts";

/** No element of an export is longer. */
const MAX_ELEMENT_LENGTH = 16 * 1024 * 1024;

/**
 * Splits the text of an array of objects into the texts of those objects as it arrives, so that a file need not fit
 * into memory.
 */
export const createElementSplitter = () => {
	let element = "";
	let depth = 0;
	let inString = false;
	let isEscaped = false;
	return {
		/** @throws UnreadableFileError for an element that never ends */
		push: (text: string): string[] => {
			const elements: string[] = [];
			let start = 0;
			for (let at = 0; at < text.length; at++) {
				const character = text[at];
				if (isEscaped) isEscaped = false;
				else if (inString) {
					if (character === "\\") isEscaped = true;
					else if (character === '"') inString = false;
				} else if (character === '"') inString = true;
				else if (character === "{" || character === "[") {
					depth++;
					if (depth === 2) start = at;
				} else if (character === "}" || character === "]") {
					depth--;
					if (depth !== 1) continue;
					elements.push(element + text.slice(start, at + 1));
					element = "";
					start = at + 1;
				}
			}
			if (depth > 1) element += text.slice(start);
			if (element.length > MAX_ELEMENT_LENGTH)
				throw new UnreadableFileError("An element of the JSON file is incomplete");
			return elements;
		},
	};
};
