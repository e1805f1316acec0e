import { listen } from "./listen.ts";

/**
 * Listens to an event that does not leave its shadow tree: also in open shadow trees, from the visitor's first
 * interaction with each.
 */
export const listenDeep = (type: string, hear: (event: Event) => void): void => {
	listen(type, hear);
	listen("focusin keydown click", (event) => {
		// Adding the same listener twice has no effect.
		for (const node of event.composedPath())
			if (node instanceof ShadowRoot) listen(type, hear, node);
	});
};
