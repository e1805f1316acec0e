import { listen } from "../browser/listen.ts";
import { track } from "../core/tracker.ts";

const MAX_TEXT = 500;

/** Reports text copied from the page; of long texts, the beginning and the length. */
export const copiedText = (): void =>
	listen("copy", (copy) => {
		const text = `${getSelection() ?? ""}`;
		const source = copy.composedPath()[0];
		if (!text || !(source instanceof Element)) return;
		track("copy", {
			sourceElement: source.localName,
			text: text.slice(0, MAX_TEXT),
			textLength: text.length > MAX_TEXT ? text.length : undefined,
		});
	});
