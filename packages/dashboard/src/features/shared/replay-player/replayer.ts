import { Replayer } from "rrweb";
import type { ReplayEvent } from "./safe-events.ts";

const silent = { log: () => {}, warn: () => {} };

/**
 * Draws a recording into a document that runs no scripts.
 * Imports nothing but the library: it is a chunk of its own.
 * @param root the body of the frame's document
 * @param styles rules beside those of the recording
 * @throws where the events make no picture
 */
export const createReplayer = (
	events: readonly ReplayEvent[],
	root: HTMLElement,
	styles: readonly string[],
): Replayer =>
	new Replayer(events as never, {
		root,
		mouseTail: false,
		// The focus belongs to the controls.
		triggerFocus: false,
		showWarning: false,
		UNSAFE_replayCanvas: false,
		insertStyleRules: [...styles],
		logger: silent,
	});

export type { Replayer };
