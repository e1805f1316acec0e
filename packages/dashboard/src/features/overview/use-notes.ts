import { answerOf, client } from "../../api/client.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { viewerHeaders } from "../../router/viewer.ts";

/** A note on the chart. */
export interface Note {
	annotationId: number;
	title: string;
	/** ISO 8601. */
	date: string;
}

export const notesKey = (site: string) => ["annotations", site];

/** The notes of the site that its viewer may read. */
export const useNotes = (): Report<readonly Note[]> => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...notesKey(site.id), viewer],
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
