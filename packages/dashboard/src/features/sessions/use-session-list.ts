import { answerOf, client } from "../../api/client.ts";
import { RequestFailure } from "../../api/failure.ts";
import type { AnswerTo } from "../../api/site-reports.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useAddress } from "../../router/use-address.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import { sessionListParameters, sessionSourceOf } from "./session-list.ts";

export type SessionPage = AnswerTo<"sessions">;

/** The saved funnels, which provide the name and the steps of a funnel. */
export const useFunnels = (isOff: boolean) => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: ["funnels", site.id, viewer],
		isOff,
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/sites/{site}/funnels", {
						params: { path: { site: site.id } },
						headers: viewerHeaders(viewer),
						signal,
					}),
				)
			).data,
	});
};

const useFunnelSessions = (page: number, isOff: boolean): Report<SessionPage> => {
	const { address } = useAddress();
	const { site, viewer, parameters } = useSiteView();
	const source = sessionSourceOf(address);
	const step = source.of === "funnel" ? source : undefined;
	const query = { ...parameters, ...sessionListParameters(address, source, page) };
	const funnels = useFunnels(isOff || !step);
	const report = useReport({
		key: ["funnel sessions", site.id, viewer, step, query, funnels.data?.length],
		isOff: isOff || !step || !funnels.data,
		fetch: async (signal) => {
			const funnel = funnels.data?.find(({ id }) => String(id) === step?.id);
			if (!funnel || !step || step.step > funnel.steps.length)
				throw new RequestFailure({ kind: "refused", status: 404, message: "" });
			return answerOf(
				client.POST("/api/sites/{site}/funnels/{stepNumber}/sessions", {
					params: {
						path: { site: site.id, stepNumber: String(step.step) },
						query: { ...query, mode: step.mode },
					},
					body: { steps: funnel.steps },
					headers: viewerHeaders(viewer),
					signal,
				}),
			);
		},
	});
	return funnels.failure && !funnels.data
		? { ...report, state: "failed", failure: funnels.failure, retry: funnels.retry }
		: report;
};

/** A page of the sessions that match the URL. */
export const useSessionList = (page: number, isOff = false): Report<SessionPage> => {
	const { address } = useAddress();
	const source = sessionSourceOf(address);
	const isFunnel = source.of === "funnel";
	const steps = useFunnelSessions(page, isOff || !isFunnel);
	const list = useSiteReport(
		// The goal is part of a report's path.
		(source.of === "goal" ? `goals/${source.id}/sessions` : "sessions") as "sessions",
		{
			parameters: sessionListParameters(address, source, page),
			isCompared: false,
			isOff: isOff || isFunnel,
		},
	);
	return isFunnel ? steps : list;
};
