import { answerOf, client } from "../../../api/client.ts";
import type { components } from "../../../api/schema.ts";
import { useReport } from "../../../api/use-report.ts";

export type SourceMapRelease = components["schemas"]["SourceMapRelease"];

const PATH = "/api/sites/{site}/source-maps";
const at = (site: string) => ({ params: { path: { site } } });

export const useSourceMaps = (site: string) =>
	useReport({
		key: ["source-maps", site],
		fetch: (signal) => answerOf(client.GET(PATH, { ...at(site), signal })),
	});

export const deleteSourceMaps = (site: string, release: string) =>
	answerOf(client.DELETE(PATH, { params: { path: { site }, query: { release } } }));
