import { listen } from "../browser/listen.ts";
import { nativeProperty } from "../browser/native-property.ts";
import { onRestore } from "../browser/on-restore.ts";
import { onLeave, track } from "../core/tracker.ts";

/** Shorter remainders wait for more: leaving a page is announced twice in a row. */
const MIN_MS = 100;

/** How much there is to see in an element that scrolls; of one that is no more, nothing. */
const areaOf = ({ clientWidth, scrollHeight }: Element) => clientWidth * scrollHeight;

/**
 * Says, whenever the visitor turns away or goes on, how long the view was visible since the last time and how far down it
 * was ever scrolled. Belongs before the captures that count views, so that a restore starts its clock first.
 */
export const engagement = (): void => {
	let msVisible = 0;
	/** NaN while the page is hidden. */
	let visibleSince: number;
	/** The page itself or, in pages that do not scroll as a whole, the element in which there is more to see. */
	let scroller: Element = document.documentElement;
	/** How much of it was ever in sight, in percent. */
	let depth = 0;
	const look = () => {
		visibleSince = nativeProperty("hidden") ? Number.NaN : performance.now();
	};
	const scrolled = (scroll?: Event) => {
		const page = document.scrollingElement ?? document.documentElement;
		// A scroll of the whole page has the document for its target, which has no size.
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
		// Where the page is scrolled to is known after its layout, which the first view must not wait for.
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
