import { listen } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onLeave, track } from "../core/tracker.ts";

/** Shorter times are added to the next: leaving a page fires twice in a row. */
const MIN_MS = 100;

/** The scrollable area of an element; 0 once it is removed. */
const areaOf = ({ clientWidth, scrollHeight }: Element) => clientWidth * scrollHeight;

/**
 * Reports, whenever the page is hidden or left, how long the view was visible since the last report and its maximum
 * scroll depth. It is installed after the first view has been counted: on a slow machine, time passes before that.
 */
export const engagement = (): void => {
	let msVisible = 0;
	/** NaN while the page is hidden. */
	let visibleSince: number;
	/** The page itself or, in pages that do not scroll as a whole, the element with the largest scrollable area. */
	let scroller: Element = document.documentElement;
	/** Maximum part of it that was visible, in percent. */
	let depth = 0;
	/** Adds the time that has passed. The time in the back/forward cache lies between `pagehide` and `pageshow`. */
	const look = ({ type }: Partial<Event>) => {
		msVisible += performance.now() - visibleSince || 0;
		visibleSince = type === "pagehide" || nativeProperty("hidden") ? Number.NaN : performance.now();
	};
	const scrolled = ({ target = document }: { target?: EventTarget | null }) => {
		const page = document.scrollingElement ?? document.documentElement;
		// The target of a page scroll is the document, which has no size.
		for (const other of [page, target as Element])
			if (areaOf(other) > areaOf(scroller)) {
				scroller = other;
				depth = 0;
			}
		const { scrollTop, clientHeight, scrollHeight } = scroller;
		depth = Math.max(depth, (100 * (scrollTop + clientHeight)) / (scrollHeight || 1));
	};
	onLeave((left) => {
		look({});
		if (msVisible < MIN_MS) return;
		// The scroll position needs a layout, which must not delay the first view.
		scrolled({});
		track(
			"engagement",
			undefined,
			"",
			{
				ms_visible: Math.round(msVisible),
				scroll_depth: Math.round(Math.min(depth, 100)),
			},
			left,
		);
		msVisible = depth = 0;
	});
	look({});
	listen("visibilitychange pagehide pageshow", look);
	listen("scroll", scrolled);
};
