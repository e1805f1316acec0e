import { listen } from "../browser/listen.ts";
import { onRestore } from "../browser/on-restore.ts";
import { onLeave, track } from "../tracker.ts";

/** Shorter remainders wait for more: leaving a page is announced twice in a row. */
const MIN_MS = 100;

/**
 * Says, whenever the visitor turns away or goes on, how long the view was visible since the last time and how far down it
 * was ever scrolled. Belongs before the captures that count views, so that a restore starts its clock first.
 */
export const engagement = (): void => {
	let msVisible = 0;
	/** NaN while nobody looks. */
	let visibleSince: number;
	/** The lowest line of the page that was ever in sight. */
	let bottom = 0;
	const look = () => {
		visibleSince = document.hidden ? Number.NaN : performance.now();
	};
	const scrolled = () => {
		bottom = Math.max(bottom, scrollY + innerHeight);
	};
	onLeave((left) => {
		msVisible += performance.now() - visibleSince || 0;
		look();
		if (msVisible < MIN_MS) return;
		// Where the page is scrolled to is known after its layout, which the first view must not wait for.
		scrolled();
		const percent = (100 * bottom) / document.documentElement.scrollHeight;
		track(
			"engagement",
			undefined,
			"",
			{ ms_visible: Math.round(msVisible), scroll_depth: Math.min(100, Math.round(percent)) },
			left,
		);
		msVisible = bottom = 0;
	});
	look();
	onRestore(look);
	listen("visibilitychange", look);
	listen("scroll", scrolled);
};
