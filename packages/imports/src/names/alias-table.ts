/**
 * Finds a name of the table by itself or by one of its aliases, in any case.
 * @param others names without aliases, separated by ", "
 * @param aliases of each name, separated by ", "
 */
export const createAliasTable = (others: string, aliases: Readonly<Record<string, string>>) => {
	const names = new Map(others.split(", ").map((name) => [name.toLowerCase(), name]));
	for (const [name, known] of Object.entries(aliases))
		for (const alias of [name, ...known.split(", ")]) names.set(alias.toLowerCase(), name);
	return (text: string): string | undefined => names.get(text.toLowerCase());
};
