import { answerOf, client } from "../../api/client.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { type ReplayListRow, replayListParameters } from "./replay-list.ts";

/** The query key of lists of recordings, which are refetched after one is deleted. */
export const replaysKey = (site: string) => ["replays", site];

/** A page of the recordings that match the URL. */
export const useReplays = (page: number): Report<readonly ReplayListRow[]> => {
	const { address } = useAddress();
	const { site, parameters } = useSiteView();
	const query = { ...parameters, ...replayListParameters(address, page) };
	return useReport({
		key: [...replaysKey(site.id), query],
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/session-replay/list", {
						params: { path: { site: site.id }, query },
						signal,
					}),
				)
			).data,
	});
};
