import { NEEDED_PARAMETERS, reportPathOf } from "../model/needed-parameters.ts";
import type { Product } from "./product.ts";

const SITE = "/api/sites/{site}";
/** Reports that depend on the current moment, or on work of another process since. */
const OF_NOW =
	/\/(live|live-user-count|outcomes|usage|export\/pdf|exports?|imports?|replays?)(\/|$)/;
/** Means are rounded to this precision: the engine adds floats in the order in which its threads find the rows. */
const STEADY_DIGITS = 12;
const AT_ONCE = 4;

interface OpenApiDocument {
	paths: Record<string, Record<string, unknown>>;
}

const steadyNumber = (_name: string, value: unknown): unknown =>
	typeof value === "number" ? Number(value.toPrecision(STEADY_DIGITS)) : value;

const steadyText = (body: string): string => {
	try {
		return JSON.stringify(JSON.parse(body, steadyNumber));
	} catch {
		return body;
	}
};

/** Responses of every report of a site that needs no path parameter, by path; with the status if it is not 200. */
export const reportAnswers = async (
	{ url, apiKey, get }: Pick<Product, "url" | "apiKey" | "get">,
	site: string,
	period: Readonly<Record<string, string>>,
): Promise<Map<string, string>> => {
	const { paths } = await get<OpenApiDocument>("/api/openapi.json");
	const reports = Object.entries(paths)
		.filter(([path, methods]) => path.startsWith(`${SITE}/`) && "get" in methods)
		.map(([path]) => path.slice(SITE.length))
		.filter((report) => !report.includes("{") && !OF_NOW.test(report));
	const answers = new Map<string, string>();
	const waiting = reports.values();
	const askNext = async () => {
		for (const report of waiting) {
			const query = new URLSearchParams({ ...period, ...NEEDED_PARAMETERS[reportPathOf(report)] });
			const response = await fetch(`${url}/api/sites/${site}${report}?${query}`, {
				headers: { authorization: `Bearer ${apiKey}` },
			});
			answers.set(report, `${response.status} ${steadyText(await response.text())}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, askNext));
	return answers;
};
