import { onClick } from "../browser/on-click.ts";
import { eventNameOf, propertiesOf } from "../core/element-attributes.ts";
import { track } from "../core/tracker.ts";
import { CUSTOM_EVENT } from "../event/event-kinds.ts";
import { propertiesJson } from "../event/event-properties.ts";

/** Sends the custom event of an element's `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent = (): void => {
	onClick((path) => {
		const element = path.find(eventNameOf) as Element | undefined;
		if (element)
			track(CUSTOM_EVENT, propertiesJson(propertiesOf(element)), eventNameOf(element) as string);
	});
};
