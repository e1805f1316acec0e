import type { SeriesPoint } from "../../format/series.ts";

/** A site with its last seven days. */
export interface SiteAtAGlance {
	id: string;
	name: string;
	domain: string;
	createdAt: string;
	/** Absent until loaded. */
	figures?: {
		/** By day, today last. */
		days: readonly SeriesPoint[];
		visitors: number;
		previousVisitors: number;
		/** In per cent; null if there were none before. */
		change: number | null;
		live: number;
	};
}

export const SITE_ORDERS = ["visitors", "change", "now", "name"] as const;
export type SiteOrder = (typeof SITE_ORDERS)[number];

const RANK: Record<Exclude<SiteOrder, "name">, (site: SiteAtAGlance) => number> = {
	visitors: ({ figures }) => figures?.visitors ?? -1,
	change: ({ figures }) => Math.abs(figures?.change ?? 0),
	now: ({ figures }) => figures?.live ?? -1,
};

/** In the chosen order; ties are sorted by name. */
export const sortedSites = (
	sites: readonly SiteAtAGlance[],
	order: SiteOrder,
	locale: string,
): SiteAtAGlance[] => {
	const { compare } = new Intl.Collator(locale, { numeric: true });
	const byName = (one: SiteAtAGlance, other: SiteAtAGlance) => compare(one.domain, other.domain);
	if (order === "name") return [...sites].sort(byName);
	const rank = RANK[order];
	return [...sites].sort((one, other) => rank(other) - rank(one) || byName(one, other));
};
