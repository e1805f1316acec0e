import type { SiteView } from "../../../layout/site-view.ts";

/** Whether the viewer may see sessions: a private link may exclude them. */
export const mayOpenSessions = ({
	isVisitor,
	site,
}: Pick<SiteView, "isVisitor" | "site">): boolean =>
	!isVisitor || (site.seenBy?.areas.includes("sessions") ?? true);
