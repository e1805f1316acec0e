import { apiHref } from "../../api/client.ts";
import type { QuestionParameters } from "../../api/site-reports.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { viewerParameters } from "../../router/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** All rows of a list as a file, as they are filtered and sorted on the page. */
export const DownloadLink = ({
	report,
	parameters,
}: {
	report: string;
	parameters: QuestionParameters;
}) => {
	const { site, viewer } = useSiteView();
	const words = useAreaWords("people");
	const texts = Object.entries({ ...parameters, ...viewerParameters(viewer), bom: "true" }).map(
		([name, value]) => [name, String(value)],
	);
	const href = apiHref(
		`/api/sites/${encodeURIComponent(site.id)}/export/${report}`,
		Object.fromEntries(texts),
	);
	return (
		<LinkButton kind="tool" href={href} aria-label={words.downloadLabel}>
			<Icon name="download" />
			<span class="wide">CSV</span>
		</LinkButton>
	);
};
