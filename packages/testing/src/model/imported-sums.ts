import type { EventStore } from "@footfall/store";

/** A row of the daily sums of a site. */
export interface ImportedSum {
	/** `YYYY-MM-DD` */
	day: string;
	dimension?: string;
	value?: string;
	visitors?: number;
	visits?: number;
	pageviews?: number;
	bounces?: number;
	seconds?: number;
	events?: number;
	/** Plausible unless given. */
	platform?: string;
}

/** Stores daily sums as a complete import has them. */
export const insertImportedSums = (
	store: EventStore,
	site: number,
	sums: readonly ImportedSum[],
	importId = "one",
): Promise<void> =>
	store.insert(
		"imported_figures",
		[
			...["site_id", "import_id", "position", "date", "dimension", "value", "visitors", "visits"],
			...["pageviews", "bounces", "duration_seconds", "events", "platform"],
		],
		sums.map((sum, position) => [
			...[site, importId, position, sum.day, sum.dimension ?? "", sum.value ?? ""],
			...[sum.visitors ?? 0, sum.visits ?? 0, sum.pageviews ?? 0, sum.bounces ?? 0],
			...[sum.seconds ?? 0, sum.events ?? 0, sum.platform ?? "plausible"],
		]),
	);
