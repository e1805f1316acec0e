/**
 * Finds a name of the table by itself or by one of its aliases, in any case.
 * @param aliases of each name, separated by ", "; "" for none
 */
export const aliasTable = (aliases: Readonly<Record<string, string>>) => {
	const names = new Map<string, string>();
	for (const [name, others] of Object.entries(aliases))
		for (const alias of [name, ...others.split(", ")])
			if (alias !== "") names.set(alias.toLowerCase(), name);
	return (text: string): string | undefined => names.get(text.toLowerCase());
};
