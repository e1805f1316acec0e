import { markMaskedFields } from "../src/features/shared/replay-player/masked-fields.ts";
import { createReplayer } from "../src/features/shared/replay-player/replayer.ts";
import { type ReplayEvent, safeEvents } from "../src/features/shared/replay-player/safe-events.ts";
import { UNSEEN_STYLES } from "../src/features/shared/replay-player/unseen-styles.ts";

/** How a test draws a recording. */
export interface RecordingGallery {
	/** @param isChecked false disables our sanitizing and relies on the frame and its policy */
	draw(events: unknown[], options: { isChecked: boolean; at: number }): void;
	/** The document that the recording is drawn into. */
	drawn(): Document | null;
}

const frame = document.querySelector<HTMLIFrameElement>("#frame");
let drawn: Document | null = null;

const gallery: RecordingGallery = {
	draw: (events, { isChecked, at }) => {
		const root = frame?.contentDocument?.body;
		if (!root) throw new Error("The frame is not there yet");
		const played = isChecked ? safeEvents(events) : (events as ReplayEvent[]);
		const replayer = createReplayer(played, root, UNSEEN_STYLES);
		replayer.pause(at);
		drawn = replayer.iframe.contentDocument;
		// The first picture is drawn asynchronously.
		setTimeout(() => {
			drawn = replayer.iframe.contentDocument;
			if (drawn) markMaskedFields(drawn);
		}, 300);
	},
	drawn: () => drawn,
};
Object.assign(globalThis, { gallery });
