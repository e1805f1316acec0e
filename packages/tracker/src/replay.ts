import { startRecording } from "./replay/recording.ts";
import { type ReplayOptions, replayOptionsOfTag } from "./replay/replay-options.ts";
import type { Replay, ReplayPage } from "./replay/replay-page.ts";

export type { ReplayOptions } from "./replay/replay-options.ts";
export type { Replay, ReplayPage } from "./replay/replay-page.ts";

/**
 * Records what the visitor sees and does on a page, for a player to show; what is typed is masked.
 * `turn` throws an Error for a selector that is none.
 */
export const replay = (page: ReplayPage, options: ReplayOptions = {}): Replay => {
	let recording: ReturnType<typeof startRecording> | undefined;
	const isActive = () => !!recording?.isActive();
	return {
		isActive,
		turn: (isOn) => {
			if (!isOn) recording?.stop();
			else if (isActive()) recording?.follow();
			else recording = startRecording(page, options);
		},
	};
};

/**
 * The same, as a script tag's `data-replay-…` attributes say.
 * @throws Error for an attribute whose value is not what it has to be
 */
export const replayOfTag = (page: ReplayPage, dataset: DOMStringMap): Replay =>
	replay(page, replayOptionsOfTag(dataset));
