import { apiHref } from "../../api/client.ts";
import type { QuestionParameters } from "../../api/site-reports.ts";
import { parametersOf } from "../../layout/asked.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { daysOf } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { viewerParameters } from "../../router/viewer.ts";

/** A report that is also answered as a file. */
interface Downloadable {
	report: string;
	parameters: QuestionParameters;
}

const texts = (values: QuestionParameters) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Addresses of files with what the page shows. */
export const useDownloads = () => {
	const { address } = useAddress();
	const view = useSiteView();
	const { site, viewer, now, timeZone } = view;
	const hrefOf = (path: string, parameters: QuestionParameters) =>
		apiHref(`/api/sites/${encodeURIComponent(site.id)}/export/${path}`, {
			...texts(parametersOf(view, { parameters, isCompared: false })),
			...viewerParameters(viewer),
		});
	return {
		/** All rows, where the page shows the first ones. */
		csv: ({ report, parameters: { limit: _, ...own } }: Downloadable) =>
			hrefOf(report, { ...own, bom: "true" }),
		/** Of whole days alone. */
		pdf: daysOf(address.range, now, timeZone) ? hrefOf("pdf", {}) : undefined,
	};
};
