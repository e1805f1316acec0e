import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { useSiteView } from "../site-view.ts";
import { segmentsKey } from "./segments-key.ts";

/** The segments that the viewer may use on the open site. */
export const useSegments = () => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...segmentsKey(site.id), viewer],
		waitsForIdle: true,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/segments", {
					params: { path: { site: site.id } },
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};
