import { attributeProperties } from "../browser/attribute-properties.ts";
import { onClick } from "../browser/on-click.ts";
import { namespace, track } from "../tracker.ts";

/** Sends the custom event that an element names in `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent = (): void => {
	const prefix = `data-${namespace}-`;
	onClick((path) => {
		const element = path.find((node) => node.getAttribute?.(`${prefix}event`)) as
			| Element
			| undefined;
		if (element)
			track(
				"custom_event",
				attributeProperties(element, `${prefix}prop-`),
				element.getAttribute(`${prefix}event`) as string,
			);
	});
};
