import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { onRestore } from "./browser/on-restore.ts";
import type { Track } from "./tracker.ts";

type Vitals = Partial<Record<"lcp" | "cls" | "inp" | "fcp" | "ttfb", number>>;

/** Reports the five web vitals once for each page load and each restore, when the page is first hidden. */
export const webVitals = (track: Track): void => {
	let values: Vitals = {};
	let isSent = false;
	const note = ({ name, value }: Metric) => {
		const precision = name === "CLS" ? 10_000 : 1;
		values[name.toLowerCase() as keyof Vitals] = Math.round(value * precision) / precision;
	};
	const send = () => {
		if (isSent || !document.hidden || !Object.keys(values).length) return;
		isSent = true;
		track("performance", undefined, "web-vitals", values);
	};
	for (const observe of [onLCP, onCLS, onINP, onFCP, onTTFB])
		observe(note, { reportAllChanges: true });
	// On the way up from the document, and so after the library's own listeners have drained their observers, which
	// they do not do on `pagehide`.
	addEventListener("visibilitychange", send);
	onRestore(() => {
		values = {};
		isSent = false;
	});
};
