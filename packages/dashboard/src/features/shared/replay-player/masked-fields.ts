import { isMasked, MASKED } from "./safe-node.ts";

/** Marks the fields that currently contain masked text: a value is a property, which styles cannot select. */
export const markMaskedFields = (page: Document): void => {
	for (const field of page.querySelectorAll<HTMLInputElement>("input, textarea"))
		field.toggleAttribute(MASKED, isMasked(field.value));
};
