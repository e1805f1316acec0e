import { apiHref } from "../../../api/client.ts";
import type { QueryParameters } from "../../../api/site-reports.ts";
import { parametersOf } from "../../../layout/shared-parameters.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { daysOf } from "../../../router/range.ts";
import { useAddress } from "../../../router/use-address.ts";
import { viewerParameters } from "../../../router/viewer.ts";

/** A report that can also be downloaded as a file. */
export interface Export {
	/** Its path below `/export/`. */
	report: string;
	/** The report's own parameters; they override those of the URL. */
	parameters?: QueryParameters;
	/** Whether figures are compared as the URL says; false by default. */
	isCompared?: boolean;
}

const textsOf = (values: QueryParameters) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** URLs of downloads of the current view. */
export const useExports = () => {
	const { address } = useAddress();
	const view = useSiteView();
	const { site, viewer, now, timeZone } = view;
	const file = ({ report, parameters, isCompared = false }: Export) =>
		apiHref(`/api/sites/${encodeURIComponent(site.id)}/export/${report}`, {
			...textsOf(parametersOf(view, { parameters, isCompared })),
			...viewerParameters(viewer),
		});
	return {
		/** In the format that the parameters name. */
		file,
		/** All rows, even if the page shows only the first ones. */
		csv: ({ parameters: { limit: _, ...own } = {}, ...rest }: Export) =>
			file({ ...rest, parameters: { ...own, bom: "true" } }),
		/** Only for whole days: undefined for other ranges. */
		pdf: daysOf(address.range, now, timeZone) ? file({ report: "pdf" }) : undefined,
	};
};
