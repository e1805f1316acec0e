import { onClick } from "../browser/on-click.ts";
import { customFields } from "../event-fields.ts";
import type { Capture } from "../tracker.ts";

/** Sends the custom event that an element names in `data-<namespace>-event`, with its `data-<namespace>-prop-*` as properties. */
export const attributeEvent: Capture = ({ track, config }) => {
	const prefix = `data-${config.namespace}-`;
	return onClick((path) => {
		const element = path.find((node) => node.hasAttribute(`${prefix}event`));
		if (!element) return;
		const properties = [...element.attributes].flatMap(({ name, value }) => {
			const [before, key] = name.split(`${prefix}prop-`);
			return before === "" && key ? [[key, value]] : [];
		});
		track(
			"custom_event",
			customFields(`${element.getAttribute(`${prefix}event`)}`, Object.fromEntries(properties)),
		);
	});
};
