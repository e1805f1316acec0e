import { namespace } from "./tracker.ts";

/** Prefixes of the tracker's attributes. */
let prefixOf = (_element: Partial<Element>): string => `data-${namespace}-`;

/** Accepts attributes with another prefix too. */
export const addAttributePrefix = (name: string): void => {
	const own = prefixOf;
	const other = `data-${name}-`;
	prefixOf = (element) =>
		Array.from(element.attributes ?? []).some((attribute) => attribute.name.startsWith(other))
			? other
			: own(element);
};

/** The event that an element sends when clicked, if any; other nodes have none. */
export const eventNameOf = (element: Partial<Element>): string | null | undefined =>
	element.getAttribute?.(`${prefixOf(element)}event`);

/** The properties in the `prop-` attributes of an element. */
export const propertiesOf = (element: Element): Record<string, string> => {
	const prefix = `${prefixOf(element)}prop-`;
	const properties: Record<string, string> = {};
	for (const { name, value } of element.attributes)
		if (name.startsWith(prefix)) properties[name.slice(prefix.length)] = value;
	return properties;
};
