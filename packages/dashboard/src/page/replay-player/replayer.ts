import { Replayer } from "rrweb";
import type { ReplayEvent } from "./safe-events.ts";
import { MASKED, UNLOADED } from "./safe-node.ts";

/** What was not recorded looks so: hatched, in both a light and a dark page. */
const HATCH = "repeating-linear-gradient(135deg,#8885 0 4px,#8882 4px 8px)";
const STYLES = [
	`[${MASKED}]{background:${HATCH}!important;border-radius:3px}`,
	`.rr-block{background:${HATCH}!important;outline:1px dashed #888!important}`,
	`img[${UNLOADED}]{background:#8882!important;outline:1px dashed #8888!important;outline-offset:-1px}`,
];

const silent = { log: () => {}, warn: () => {} };

/**
 * Draws a recording into a document that runs no scripts.
 * @param root the body of the frame's document
 * @throws where the events make no picture
 */
export const createReplayer = (events: readonly ReplayEvent[], root: HTMLElement): Replayer =>
	new Replayer(events as never, {
		root,
		mouseTail: false,
		// The focus belongs to the controls.
		triggerFocus: false,
		showWarning: false,
		UNSAFE_replayCanvas: false,
		insertStyleRules: STYLES,
		logger: silent,
	});

export type { Replayer };
