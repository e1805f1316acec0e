import { attributeProperties } from "../browser/attribute-properties.ts";
import { onClick } from "../browser/on-click.ts";
import { type Install, namespace, track } from "../tracker.ts";

/** Sends the custom event that an element names in `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent: Install = () => {
	const prefix = `data-${namespace}-`;
	onClick((path) => {
		for (const element of path) {
			const name = element.getAttribute(`${prefix}event`);
			if (!name) continue;
			track("custom_event", attributeProperties(element, `${prefix}prop-`), name);
			return;
		}
	});
};
