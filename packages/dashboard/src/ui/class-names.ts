/** Joins class names, skipping absent ones. */
export const joined = (...names: readonly (string | false | undefined)[]): string =>
	names.filter((name) => name).join(" ");
