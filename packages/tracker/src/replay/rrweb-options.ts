import type { InputMask } from "./input-mask.ts";
import type { ReplayOptions } from "./replay-options.ts";

/** Interval of snapshots, at which players can start. */
const SNAPSHOT_MS = 60_000;
const SNAPSHOT_EVENTS = 500;

/** Editable elements that are not fields. */
const EDITABLE = "[contenteditable]:not([contenteditable=false i]),[role=textbox]";

const selector = (option: string, text: string): string => {
	try {
		document.createDocumentFragment().querySelector(text);
		return text;
	} catch {
		throw new Error(`footfall: ${option} is no selector: ${text}`);
	}
};

/**
 * The options of the recorder itself. Every field goes through `mask`, hidden ones too.
 * @throws Error for an invalid selector, which the recorder would ignore
 */
export const rrwebOptions = (options: ReplayOptions, mask: InputMask) => {
	const {
		maskAllInputs = true,
		maskTextClass = "rr-mask",
		maskTextSelectors = [],
		blockClass = "rr-block",
		blockSelector,
		ignoreClass = "rr-ignore",
		ignoreSelector,
		collectFonts = false,
		sampling = {},
		slimDomOptions = "all",
	} = options;
	return {
		maskTextClass,
		maskTextSelector: [
			`.${CSS.escape(maskTextClass)}`,
			...maskTextSelectors.map((text) => selector("maskTextSelectors", text)),
			...(maskAllInputs ? [EDITABLE] : []),
		].join(),
		blockClass,
		...(blockSelector && { blockSelector: selector("blockSelector", blockSelector) }),
		ignoreClass,
		...(ignoreSelector && { ignoreSelector: selector("ignoreSelector", ignoreSelector) }),
		maskInputOptions: { input: true, textarea: true, select: true },
		maskInputFn: mask,
		collectFonts,
		sampling,
		...(slimDomOptions && { slimDOMOptions: slimDomOptions }),
		checkoutEveryNms: SNAPSHOT_MS,
		checkoutEveryNth: SNAPSHOT_EVENTS,
		// Errors of the recorder would be thrown within the page's code.
		errorHandler: () => true,
	};
};
