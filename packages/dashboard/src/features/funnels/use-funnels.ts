import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { viewerHeaders } from "../../router/viewer.ts";
import {
	type Condition,
	conditionOfStep,
	problemOf,
	stepOfCondition,
} from "../shared/condition/condition.ts";

export interface Funnel {
	id: number;
	name: string;
	steps: readonly Condition[];
}

const keyOf = (site: string) => ["funnels", site];

/** The saved funnels of the open site, the newest first. */
export const useFunnels = (): Report<readonly Funnel[]> => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...keyOf(site.id), viewer],
		keepsPrevious: false,
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/funnels", {
					params: { path: { site: site.id } },
					headers: viewerHeaders(viewer),
					signal,
				}),
			);
			return data.map(({ id, name, steps }) => ({ id, name, steps: steps.map(conditionOfStep) }));
		},
	});
};

/** Creates or replaces a funnel. @returns its id */
export const saveFunnel = async (
	site: string,
	{ id, name, steps }: { id: number | undefined; name: string; steps: readonly Condition[] },
): Promise<number> => {
	const { funnelId } = await answerOf(
		client.POST("/api/sites/{site}/funnels", {
			params: { path: { site } },
			body: {
				name: name.trim(),
				steps: steps.map(stepOfCondition),
				...(id !== undefined && { reportId: id }),
			},
		}),
	);
	await invalidate(keyOf(site));
	return funnelId;
};

export const deleteFunnel = async (site: string, id: number): Promise<void> => {
	await answerOf(
		client.DELETE("/api/sites/{site}/funnels/{funnelId}", {
			params: { path: { site, funnelId: String(id) } },
		}),
	);
	await invalidate(keyOf(site));
};

export const MIN_STEPS = 2;
export const MAX_STEPS = 20;

/** Whether every step is complete enough for a query. */
export const isComplete = (steps: readonly Condition[]): boolean =>
	steps.length >= MIN_STEPS && steps.every((step) => problemOf(step) === undefined);

/** How many sessions reach each step, and their revenue on sites with money. */
export const useFunnelAnalysis = (steps: readonly Condition[]) => {
	const { currency } = useSiteView().site;
	return useSiteReport("funnels/analyze", {
		parameters: {
			steps: JSON.stringify(steps.map(stepOfCondition)),
			...(currency !== null && { revenue: true }),
		},
		isOff: !isComplete(steps),
	});
};
