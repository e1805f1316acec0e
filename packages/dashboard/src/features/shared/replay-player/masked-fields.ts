import { isMasked, MASKED } from "./safe-node.ts";

/** Marks the fields whose text is masked now: what is typed is a property, which styles cannot see. */
export const markMaskedFields = (page: Document): void => {
	for (const field of page.querySelectorAll<HTMLInputElement>("input, textarea"))
		field.toggleAttribute(MASKED, isMasked(field.value));
};
