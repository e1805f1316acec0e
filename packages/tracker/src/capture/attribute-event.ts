import { onClick } from "../browser/on-click.ts";
import { eventOf, propertiesOf } from "../core/element-attributes.ts";
import { track } from "../core/tracker.ts";

/** Sends the custom event that an element names in `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent = (): void => {
	onClick((path) => {
		const element = path.find(eventOf) as Element | undefined;
		if (element) track("custom_event", propertiesOf(element), eventOf(element) as string);
	});
};
