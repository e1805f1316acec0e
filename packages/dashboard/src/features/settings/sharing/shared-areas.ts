import type { paths } from "../../../api/schema.ts";
import { isForVisitors } from "../../../layout/frame/menu-entries.ts";
import { SITE_PAGES, type SitePage } from "../../../router/destination.ts";

/** A part of the dashboard that a link may be limited to, by the API's name. */
export type SharedArea =
	paths["/api/sites/{site}/private-link-config/areas"]["get"]["responses"][200]["content"]["application/json"]["data"]["available"][number];

/** The page that shows an area. */
export const pageOfArea = (area: SharedArea): SitePage =>
	area === "performance" ? "vitals" : area;

/** The areas of a limit after one was checked or unchecked, in menu order. The last one cannot be unchecked. */
export const toggledAreas = (
	available: readonly SharedArea[],
	shown: readonly SharedArea[],
	area: SharedArea,
): readonly SharedArea[] => {
	const next = available.filter((one) => shown.includes(one) !== (one === area));
	return next.length === 0 ? shown : next;
};

/** The pages that can be embedded: those that visitors may see, in menu order. */
export const embeddablePages = (areas: readonly SharedArea[] | null): SitePage[] => {
	const pages = areas?.map(pageOfArea);
	return SITE_PAGES.filter(
		(page) => isForVisitors(page) && page !== "live" && (pages?.includes(page) ?? true),
	);
};
