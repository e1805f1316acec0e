import { onClick } from "../browser/on-click.ts";
import { eventNameOf, propertiesOf } from "../core/element-attributes.ts";
import { track } from "../core/tracker.ts";

const BUTTON = "button,[role=button],input[type=submit],input[type=button]";
/** A click may hit an icon inside the button, but not much deeper. */
const MAX_PARENTS = 3;
const SAME_BUTTON_MS = 1000;

/** Reports clicks on buttons, except those with their own event. */
export const buttonClick = (): void => {
	const clickedAt = new WeakMap<Element, number>();
	onClick((path) => {
		const button = path
			.slice(0, MAX_PARENTS + 1)
			// A form field named `matches` hides the method.
			.find((node) => node instanceof Element && Element.prototype.matches.call(node, BUTTON)) as
			| Element
			| undefined;
		const now = Date.now();
		if (!button || eventNameOf(button) != null) return;
		if (now - (clickedAt.get(button) ?? 0) < SAME_BUTTON_MS) return;
		clickedAt.set(button, now);
		const text = button.textContent.trim() || button.getAttribute("value") || "";
		track("button_click", { ...propertiesOf(button), text: text.slice(0, 100) });
	});
};
