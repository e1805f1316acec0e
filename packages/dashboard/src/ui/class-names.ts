/** Class names in one text, without those that are absent. */
export const joined = (...names: readonly (string | false | undefined)[]): string =>
	names.filter((name) => name).join(" ");
