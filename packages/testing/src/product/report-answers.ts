import { NEEDED_PARAMETERS, reportPathOf } from "../model/needed-parameters.ts";
import type { Product } from "./product.ts";

const SITE = "/api/sites/{site}";
/** Of the moment that it is asked at, or of another process' work since. */
const OF_NOW =
	/\/(live|live-user-count|outcomes|usage|export\/pdf|exports?|imports?|replays?)(\/|$)/;

interface OpenApiDocument {
	paths: Record<string, Record<string, unknown>>;
}

/** Answers of every report of a site that needs no id of something, by its path; with the status where it is not 200. */
export const reportAnswers = async (
	{ url, apiKey, get }: Pick<Product, "url" | "apiKey" | "get">,
	site: string,
	period: Readonly<Record<string, string>>,
): Promise<Map<string, string>> => {
	const { paths } = await get<OpenApiDocument>("/api/openapi.json");
	const answers = new Map<string, string>();
	for (const [path, methods] of Object.entries(paths)) {
		const report = path.slice(SITE.length);
		if (!path.startsWith(`${SITE}/`) || report.includes("{") || !("get" in methods)) continue;
		if (OF_NOW.test(report)) continue;
		const query = new URLSearchParams({ ...period, ...NEEDED_PARAMETERS[reportPathOf(report)] });
		const response = await fetch(`${url}/api/sites/${site}${report}?${query}`, {
			headers: { authorization: `Bearer ${apiKey}` },
		});
		answers.set(report, `${response.status} ${await response.text()}`);
	}
	return answers;
};
