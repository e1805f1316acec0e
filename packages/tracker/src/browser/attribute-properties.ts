/** The attributes whose names begin with `prefix`, by the rest of their names. */
export const attributeProperties = (element: Element, prefix: string): Record<string, string> => {
	const properties: Record<string, string> = {};
	for (const { name, value } of element.attributes)
		if (name.startsWith(prefix)) properties[name.slice(prefix.length)] = value;
	return properties;
};
