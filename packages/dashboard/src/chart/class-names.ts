/** The class names that are there, as one attribute. */
export const classNames = (...names: (string | false | undefined)[]): string =>
	names.filter(Boolean).join(" ");
