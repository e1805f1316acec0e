/** Text that is HTML already. */
export class Html {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

const escaped = (text: string): string =>
	text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

type Value = Html | string | number | null | undefined | false | readonly Value[];

const textOf = (value: Value): string => {
	if (value instanceof Html) return value.text;
	if (value === null || value === undefined || value === false) return "";
	return typeof value === "object" ? value.map(textOf).join("") : escaped(String(value));
};

/** A template whose values are escaped, unless they are HTML themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
	new Html(parts.map((part, index) => part + textOf(values[index])).join(""));

/**
 * A name that looks like an address, such as that of a referrer, with an invisible mark after each dot: mail programs
 * would make a link of it, and visitors choose these names.
 */
export const withoutLinks = (name: string): Html =>
	new Html(escaped(name).replaceAll(/(\.|:)(?=\w|\/)/g, "$1&zwnj;"));
