import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import type { Track } from "./core/tracker.ts";

type Vitals = Partial<Record<"lcp" | "cls" | "inp" | "fcp" | "ttfb", number>>;

/**
 * Reports the web vitals of each view once, when the page is hidden: of the load, of each return from the back/forward
 * cache and, if the browser observes them, of each navigation within the page.
 */
export const webVitals = (track: Track, until?: AbortSignal): void => {
	/** By the start time of the view, with its unreported measures. */
	const views = new Map<number, { at: URL; vitals: Vitals; isSent?: boolean }>();
	const note = ({
		name,
		value,
		navigationType,
		navigationURL,
		navigationStartTime = 0,
	}: Metric) => {
		const view = views.get(navigationStartTime) ?? {
			// Navigations are observed at their end, loads and returns at their start.
			at: new URL((navigationType === "soft-navigation" && navigationURL) || location.href),
			vitals: {},
		};
		const precision = name === "CLS" ? 10_000 : 1;
		view.vitals[name.toLowerCase() as keyof Vitals] = Math.round(value * precision) / precision;
		views.set(navigationStartTime, view);
	};
	for (const observe of [onLCP, onCLS, onINP, onFCP, onTTFB])
		observe(note, { reportAllChanges: true, reportSoftNavs: true });
	// In the bubbling phase, so after the library's own listeners have drained their observers, which they do not do on
	// `pagehide`.
	const send = () => {
		for (const view of document.hidden ? views.values() : []) {
			if (!view.isSent) track("performance", undefined, "web-vitals", view.vitals, view.at);
			view.isSent = true;
		}
	};
	addEventListener("visibilitychange", send, until ? { signal: until } : false);
};
