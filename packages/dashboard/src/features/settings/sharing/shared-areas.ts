import type { paths } from "../../../api/schema.ts";
import { SITE_PAGES, type SitePage } from "../../../router/destination.ts";

/** A part of the analytics that a link may be limited to, as the api names it. */
export type SharedArea =
	paths["/api/sites/{site}/private-link-config/areas"]["get"]["responses"][200]["content"]["application/json"]["data"]["available"][number];

/** Where a limit begins: pages on which nobody is seen alone. */
export const FIRST_AREAS: readonly SharedArea[] = [
	"overview",
	"pages",
	"sources",
	"places",
	"devices",
];

/** The page that shows an area. */
export const pageOfArea = (area: SharedArea): SitePage =>
	area === "performance" ? "vitals" : area;

/** The areas of a limit after one was ticked or not, in the order of the menu. The last one stays. */
export const toggledAreas = (
	available: readonly SharedArea[],
	shown: readonly SharedArea[],
	area: SharedArea,
): readonly SharedArea[] => {
	const next = available.filter((one) => shown.includes(one) !== (one === area));
	return next.length === 0 ? shown : next;
};

/** The pages that can be embedded: those that visitors see, in the order of the menu. */
export const embeddablePages = (areas: readonly SharedArea[] | null): SitePage[] => {
	const pages = areas?.map(pageOfArea);
	return SITE_PAGES.filter(
		(page) =>
			page !== "settings" &&
			page !== "replays" &&
			page !== "live" &&
			(pages?.includes(page) ?? true),
	);
};
