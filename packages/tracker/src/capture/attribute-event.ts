import { attributeProperties } from "../browser/attribute-properties.ts";
import { onClick } from "../browser/on-click.ts";
import { customFields } from "../event-fields.ts";
import type { Capture } from "../tracker.ts";

/** Sends the custom event that an element names in `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent: Capture = ({ track, config }) => {
	const prefix = `data-${config.namespace}-`;
	return onClick((path) => {
		for (const element of path) {
			const name = element.getAttribute(`${prefix}event`);
			if (!name) continue;
			track("custom_event", customFields(name, attributeProperties(element, `${prefix}prop-`)));
			return;
		}
	});
};
