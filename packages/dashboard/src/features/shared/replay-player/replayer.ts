import { Replayer } from "rrweb";
import type { ReplayEvent } from "./safe-events.ts";

const silent = { log: () => {}, warn: () => {} };

/**
 * Plays a recording in a document that runs no scripts. Imports only the library, since it is a chunk of its own.
 * @param root the body of the frame's document
 * @param styles rules in addition to those of the recording
 * @throws if the events do not form a picture
 */
export const createReplayer = (
	events: readonly ReplayEvent[],
	root: HTMLElement,
	styles: readonly string[],
): Replayer =>
	new Replayer(events as never, {
		root,
		mouseTail: false,
		// The focus stays on the controls.
		triggerFocus: false,
		showWarning: false,
		UNSAFE_replayCanvas: false,
		insertStyleRules: [...styles],
		logger: silent,
	});

export type { Replayer };
