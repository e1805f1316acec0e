import { listen } from "./listen.ts";

/**
 * Calls back for each activation by mouse, finger or keyboard with the elements under it, innermost first, also those
 * inside open shadow trees. A middle click opens a tab but is an `auxclick`, which the right button causes too.
 */
export const onClick = (clicked: (path: Element[]) => void): void =>
	listen<MouseEvent>(document, "click auxclick", (click) => {
		if (click.button < 2) clicked(click.composedPath().filter((node) => node instanceof Element));
	});
