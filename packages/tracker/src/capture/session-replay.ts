import type { Capture } from "../core/tracker.ts";
import type { ReplayOptions } from "../replay/replay-options.ts";
import type { Replay, ReplayPage } from "../replay/replay-page.ts";
import { lazySessionReplay } from "./lazy-session-replay.ts";

/** The options of `sessionReplay`. */
export interface SessionReplayOptions extends ReplayOptions {
	/** Fetches the recorder: `() => import("@footfall/tracker/replay")`, which a bundler keeps apart from the rest. */
	load: () => Promise<{ replay(page: ReplayPage, options?: ReplayOptions): Replay }>;
	/** So many visits in a hundred are recorded; all when absent. */
	sampleRate?: number;
}

/** Records what visitors see and do, for sites that have replay switched on. Typed text is masked. */
export const sessionReplay =
	({ load, sampleRate, ...options }: SessionReplayOptions): Capture =>
	(_track, until) =>
		lazySessionReplay(async (page) => {
			const { replay } = await load();
			const { turn, isActive } = replay(page, options);
			until.addEventListener("abort", () => turn(false));
			return {
				isActive,
				turn: (shall) => turn(shall && !until.aborted),
			};
		}, sampleRate);
