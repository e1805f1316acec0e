/** The attributes whose names begin with `prefix`, by the rest of their names. */
export const attributeProperties = (element: Element, prefix: string): Record<string, string> =>
	Object.fromEntries(
		[...element.attributes].flatMap(({ name, value }) =>
			name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
		),
	);
