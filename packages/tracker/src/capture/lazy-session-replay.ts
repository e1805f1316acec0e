import { listen } from "../browser/listen.ts";
import { hasOptedOut } from "../browser/opt-out.ts";
import { trackedAddress } from "../browser/page-address.ts";
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

/** A session ends after this much inactivity. */
const VISIT_MS = 30 * 60_000;

let replay: Replay | undefined;
let decide = (_isRecorded: boolean) => {};

/**
 * Records a percentage of sessions, with code that only these load. The decision applies to all pages of the tab during
 * the session.
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
			if (!hasOptedOut()) sessionStorage[key] = `${+isRecorded}${Date.now()}`;
		});
	decide = (shall) => {
		isRecorded = shall;
		remember();
		if (shall)
			loading ??= load([host, siteId, key, () => userId, () => trackedAddress(), beforeSend]).then(
				(loaded) => {
					replay = loaded;
				},
			);
		// If the code fails to load or throws, nothing is recorded.
		loading?.then(() => replay?.turn(isRecorded)).catch(console.warn);
	};
	decide(
		Date.now() - remembered.slice(1) < VISIT_MS
			? remembered[0] > 0
			: Math.random() * 100 < +sampleRate,
	);
	onLeave(remember);
	// The user is cleared too when the visitor opts out, here or in another tab.
	listen("storage", hasOptedOut);
	onIdentify(() => {
		if (!hasOptedOut()) {
			replay?.turn(isSessionReplayActive());
			return;
		}
		replay?.drop();
		withStorage(() => {
			for (const name of Object.keys(sessionStorage))
				if (name.startsWith(key)) delete sessionStorage[name];
		});
	});
};

/** Records a page whose address has become known, of which nothing was recorded before. */
export const followAddress = (): void => replay?.turn(isSessionReplayActive());

/** Records this and later pages of the session, whatever the sample rate; no effect if the site does not record. */
export const startSessionReplay = (): void => whenStarted(() => decide(true));

/** Stops recording, for later pages of the session too. */
export const stopSessionReplay = (): void => whenStarted(() => decide(false));

/** Whether the page is being recorded, or will be when it is visible again. */
export const isSessionReplayActive = (): boolean => !!replay?.isActive();
