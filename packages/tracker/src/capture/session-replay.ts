import type { Capture } from "../core/tracker.ts";
import type { ReplayOptions } from "../replay/replay-options.ts";
import type { Replay, ReplayPage } from "../replay/replay-page.ts";
import { lazySessionReplay } from "./lazy-session-replay.ts";

/** The options of `sessionReplay`. */
export interface SessionReplayOptions extends ReplayOptions {
	/** Loads the recorder: `() => import("footfall-tracker/replay")`, which a bundler puts into its own chunk. */
	load: () => Promise<{ replay(page: ReplayPage, options?: ReplayOptions): Replay }>;
	/** Percentage of sessions to record. Default: 100. */
	sampleRate?: number;
}

/** Records the page and the visitor's actions, for sites with session replay. Typed text is masked. */
export const sessionReplay =
	({ load, sampleRate, ...options }: SessionReplayOptions): Capture =>
	(_track, until) =>
		lazySessionReplay(async (page) => {
			const { replay } = await load();
			const { turn, drop, isActive } = replay(page, options);
			until.addEventListener("abort", () => turn(false));
			return {
				isActive,
				drop,
				turn: (shall) => turn(shall && !until.aborted),
			};
		}, sampleRate);
