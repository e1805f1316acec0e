import { answerOf, client } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";

/** The outcomes of events in the last hour. */
export const useOutcomes = (everyMs: number) => {
	const { site } = useSiteView();
	return useReport({
		key: ["recent-outcomes", site.id],
		everyMs,
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/outcomes", { params: { path: { site: site.id } }, signal }),
			);
			return data;
		},
	});
};
