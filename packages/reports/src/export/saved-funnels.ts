import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { SavedFunnel } from "../definitions/funnel-steps.ts";
import { FunnelRow, funnelAnalysis } from "../funnels/funnels.ts";
import { textParameter } from "../query/parameters.ts";
import type { Report, ReportContext, Texts } from "../report/report.ts";
import type { Paging } from "./export-of.ts";

/** Each is a separate query, and anyone may request all funnels of a public site. */
const MOST_FUNNELS = 100;

const Row = z.object({ funnel_id: z.int(), funnel_name: z.string(), ...FunnelRow.shape });

/** @throws ApiError 404 for a funnel that the site does not have */
const chosenFunnels = async ({
	site,
	given,
	funnels,
}: Pick<ReportContext<Texts>, "site" | "given" | "funnels">): Promise<readonly SavedFunnel[]> => {
	const saved = await funnels.ofSite(site.siteId);
	const wanted = given["funnel_id"];
	if (!wanted) return saved.slice(0, MOST_FUNNELS);
	const one = saved.find(({ id }) => String(id) === wanted);
	if (!one) throw new ApiError("NOT_FOUND", "Funnel not found");
	return [one];
};

/** How many sessions reach the steps of the saved funnels; the list of funnels itself is not a report. */
export const savedFunnels: Report = {
	path: "/funnels",
	summary: `How many sessions reach each step of the newest ${MOST_FUNNELS} saved funnels, or of one`,
	description: "A row for each step. Rates are in percent.",
	tag: "Funnels",
	scope: "funnels:read",
	areas: ["funnels"],
	extra: { funnel_id: textParameter("Only this funnel") },
	response: z.object({ data: z.array(Row) }),
	answer: async () => {
		throw new Error("An export runs the funnels one after the other");
	},
};

export const funnelPages: Paging = {
	owned: [],
	pages: async function* (_report, context) {
		for (const { id, name, steps } of await chosenFunnels(context)) {
			const { data } = await funnelAnalysis(context, steps);
			yield data.map((row) => ({ funnel_id: id, funnel_name: name, ...row }));
		}
	},
};
