import { listen } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onRestore } from "../browser/on-restore.ts";
import { onLeave, track } from "../core/tracker.ts";

/** Shorter times are added to the next: leaving a page fires twice in a row. */
const MIN_MS = 100;

/** The scrollable area of an element; 0 once it is removed. */
const areaOf = ({ clientWidth, scrollHeight }: Element) => clientWidth * scrollHeight;

/**
 * Reports, whenever the page is hidden or left, how long the view was visible since the last report and its maximum
 * scroll depth. Must precede the captures that count views, so that a restore starts its clock first.
 */
export const engagement = (): void => {
	let msVisible = 0;
	/** NaN while the page is hidden. */
	let visibleSince: number;
	/** The page itself or, in pages that do not scroll as a whole, the element with the largest scrollable area. */
	let scroller: Element = document.documentElement;
	/** Maximum part of it that was visible, in percent. */
	let depth = 0;
	const look = () => {
		visibleSince = nativeProperty("hidden") ? Number.NaN : performance.now();
	};
	const scrolled = (scroll?: Event) => {
		const page = document.scrollingElement ?? document.documentElement;
		// The target of a page scroll is the document, which has no size.
		for (const other of [page, (scroll?.target ?? page) as Element])
			if (areaOf(other) > areaOf(scroller)) {
				scroller = other;
				depth = 0;
			}
		const { scrollTop, clientHeight, scrollHeight } = scroller;
		depth = Math.max(depth, (100 * (scrollTop + clientHeight)) / (scrollHeight || 1));
	};
	onLeave((left) => {
		msVisible += performance.now() - visibleSince || 0;
		look();
		if (msVisible < MIN_MS) return;
		// The scroll position needs a layout, which must not delay the first view.
		scrolled();
		track(
			"engagement",
			undefined,
			"",
			{ ms_visible: Math.round(msVisible), scroll_depth: Math.min(100, Math.round(depth)) },
			left,
		);
		msVisible = depth = 0;
	});
	look();
	onRestore(look);
	listen("visibilitychange", look);
	listen("scroll", scrolled);
};
