import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { Banner } from "../../ui/banner.tsx";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { NO_SOURCE, type SessionSource, sessionSourceOf } from "./session-list.ts";
import { useFunnels } from "./use-session-list.ts";

const useGoalName = (source: SessionSource): string => {
	const { site, viewer, parameters } = useSiteView();
	const id = source.of === "goal" ? source.id : "";
	const goals = useReport({
		key: ["goals", site.id, viewer, parameters],
		isOff: id === "",
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/goals", {
						params: { path: { site: site.id }, query: { ...parameters, page_size: "100" } },
						headers: viewerHeaders(viewer),
						signal,
					}),
				)
			).data,
	});
	return goals.data?.find(({ goalId }) => String(goalId) === id)?.name ?? `#${id}`;
};

const useSentence = (source: SessionSource): string => {
	const { source: words } = useAreaWords("people");
	const funnels = useFunnels(source.of !== "funnel");
	const goal = useGoalName(source);
	switch (source.of) {
		case "all":
			return "";
		case "error":
			return words.error(source.message);
		case "goal":
			return words.goal(goal);
		case "funnel": {
			const funnel = funnels.data?.find(({ id }) => String(id) === source.id);
			const step = funnel?.steps[source.step - 1];
			const name = step?.name ?? step?.value ?? `#${source.step}`;
			return words[source.mode](name, String(source.step), funnel?.name ?? `#${source.id}`);
		}
	}
};

/** Describes the sessions that another page linked to, with a link to all of them. */
export const SourceBanner = () => {
	const { address } = useAddress();
	const { set } = usePageKeys();
	const words = useAreaWords("people");
	const source = sessionSourceOf(address);
	const sentence = useSentence(source);
	if (source.of === "all") return null;
	return (
		<Banner>
			<p>
				{sentence}{" "}
				<button type="button" class="link" onClick={() => set(NO_SOURCE)}>
					{words.source.all}
				</button>
			</p>
		</Banner>
	);
};
