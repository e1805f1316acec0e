import { pageAddress } from "../browser/page-address.ts";
import { withStorage } from "../browser/with-storage.ts";
import {
	beforeSend,
	host,
	namespace,
	onIdentify,
	onLeave,
	siteId,
	userId,
	whenStarted,
} from "../core/tracker.ts";
import type { Replay, ReplayPage } from "../replay/replay-page.ts";

/** As long as a visit lasts without anything happening. */
const VISIT_MS = 30 * 60_000;

let replay: Replay | undefined;
let decide = (_isRecorded: boolean) => {};

/**
 * Records the page, with code that is fetched for those visits only that are recorded: so many in a hundred. The decision
 * holds for all pages that the tab shows during the visit.
 */
export const lazySessionReplay = (
	load: (page: ReplayPage) => Promise<Replay>,
	sampleRate: number | string = 100,
): void => {
	const key = `${namespace}-replay`;
	const remembered = withStorage(() => sessionStorage[key]) || "";
	let loading: Promise<void> | undefined;
	let isRecorded: boolean;
	const remember = () =>
		withStorage(() => {
			sessionStorage[key] = `${+isRecorded}${Date.now()}`;
		});
	decide = (shall) => {
		isRecorded = shall;
		remember();
		if (shall)
			loading ??= load([host, siteId, key, () => userId, pageAddress, beforeSend]).then(
				(loaded) => {
					replay = loaded;
				},
			);
		// Where the code does not arrive, or throws, nothing is recorded.
		loading?.then(() => replay?.turn(isRecorded)).catch(console.warn);
	};
	decide(
		Date.now() - remembered.slice(1) < VISIT_MS
			? remembered[0] > 0
			: Math.random() * 100 < +sampleRate,
	);
	onLeave(remember);
	onIdentify(() => replay?.turn(isSessionReplayActive()));
};

/** Records this and the later pages of the visit, whatever the sample rate; nothing happens where the site does not record. */
export const startSessionReplay = (): void => whenStarted(() => decide(true));

/** Ends the recording, for the later pages of the visit too. */
export const stopSessionReplay = (): void => whenStarted(() => decide(false));

/** Whether the page is being recorded, or will be again when it is looked at. */
export const isSessionReplayActive = (): boolean => !!replay?.isActive();
