import { listenDeep } from "../browser/listen-deep.ts";
import { track } from "../core/tracker.ts";

const FIELD =
	":is(input:not([type=hidden],[type=password]),select,textarea):not(:disabled,[readonly])";

/** Reports that a field was changed, never its value. */
export const inputChange = (): void =>
	listenDeep("change", (change) => {
		const [field] = change.composedPath();
		if (!(field instanceof Element) || !field.matches(FIELD)) return;
		const inputName = field.getAttribute("name") ?? field.id;
		track("input_change", { element: field.localName, inputName: inputName.slice(0, 400) });
	});
