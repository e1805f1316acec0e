import { countsOf, type TimelineEntry } from "./timeline.ts";

interface CountWords {
	pages(count: string): string;
	events(count: string): string;
	errors(count: string): string;
}

/** `14 pages, 7 events, 1 error`; zero counts are left out. */
export const countsText = (entries: readonly TimelineEntry[], words: CountWords): string => {
	const counts = countsOf(entries);
	return (["pages", "events", "errors"] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => words[name](String(counts[name])))
		.join(", ");
};
