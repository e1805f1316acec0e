import { answerOf, client } from "../../../api/client.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { viewerHeaders } from "../../../router/viewer.ts";

/** What explains a figure at a time. */
export interface Note {
	annotationId: number;
	kind: "note" | "deploy";
	title: string;
	/** Of a deployment. */
	version: string | null;
	url: string | null;
	/** ISO 8601. */
	date: string;
}

export const notesKey = (site: string) => ["annotations", site];

/** The notes of the site that its viewer may read. */
export const useNotes = (): Report<readonly Note[]> => {
	const { site, viewer } = useSiteView();
	const areas = site.seenBy?.areas;
	return useReport({
		key: [...notesKey(site.id), viewer],
		// Annotations are part of the overview, which a private link may not show.
		isOff: areas !== undefined && areas !== null && !areas.includes("overview"),
		waitsForIdle: true,
		fetch: async (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/annotations", {
					params: { path: { site: site.id } },
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};
