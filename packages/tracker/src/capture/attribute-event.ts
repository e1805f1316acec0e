import { onClick } from "../browser/on-click.ts";
import { eventNameOf, propertiesOf } from "../core/element-attributes.ts";
import { track } from "../core/tracker.ts";

/** Sends the custom event of an element's `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent = (): void => {
	onClick((path) => {
		const element = path.find(eventNameOf) as Element | undefined;
		if (element) track("custom_event", propertiesOf(element), eventNameOf(element) as string);
	});
};
