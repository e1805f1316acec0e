import { startRecording } from "./replay/recording.ts";
import { type ReplayOptions, replayOptionsOfTag } from "./replay/replay-options.ts";
import type { Replay, ReplayPage } from "./replay/replay-page.ts";

export type { ReplayOptions } from "./replay/replay-options.ts";
export type { Replay, ReplayPage } from "./replay/replay-page.ts";

/**
 * Records the page and the visitor's actions for playback; typed text is masked. `turn` throws an Error for an invalid
 * selector.
 */
export const replay = (page: ReplayPage, options: ReplayOptions = {}): Replay => {
	let recording: ReturnType<typeof startRecording> | undefined;
	const isActive = () => !!recording?.isActive();
	return {
		isActive,
		drop: () => recording?.stop(true),
		turn: (isOn) => {
			if (!isOn) recording?.stop();
			else if (isActive()) {
				recording?.look();
				recording?.follow();
			} else recording = startRecording(page, options);
		},
	};
};

/**
 * The same with the options of a script tag's `data-replay-…` attributes.
 * @throws Error for an invalid attribute
 */
export const replayOfTag = (page: ReplayPage, dataset: DOMStringMap): Replay =>
	replay(page, replayOptionsOfTag(dataset));
