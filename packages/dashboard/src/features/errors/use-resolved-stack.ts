import { answerOf, client } from "../../api/client.ts";
import type { components } from "../../api/schema.ts";
import { useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";

export type ResolvedFrame = components["schemas"]["ResolvedFrame"];
export type OriginalFrame = components["schemas"]["OriginalFrame"];
export type MissingMap = components["schemas"]["MissingSourceMap"];

/** The calls of a stack in the sources, for members of the organization. */
export const useResolvedStack = (stack: string, release: string) => {
	const { site, isVisitor } = useSiteView();
	const isOff = isVisitor || stack === "";
	const report = useReport({
		key: ["resolve-stack", site.id, stack, release],
		isOff,
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.POST("/api/sites/{site}/errors/resolve-stack", {
					params: { path: { site: site.id } },
					body: { stack, release },
					signal,
				}),
			);
			return data;
		},
	});
	return { ...report, isResolving: !isOff && report.state === "loading" };
};
