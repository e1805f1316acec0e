import { apiHref } from "../../api/client.ts";
import type { QuestionParameters } from "../../api/site-reports.ts";
import { parametersOf } from "../../layout/asked.ts";
import { viewerParameters } from "../../router/viewer.ts";
import { useTexts } from "./use-texts.ts";

/** The rows of a report as a file, asked as they are on the page. */
export const CsvLink = ({
	report,
	parameters = {},
	isCompared = false,
}: {
	report: string;
	parameters?: QuestionParameters;
	isCompared?: boolean;
}) => {
	const { own, view } = useTexts();
	const asked = {
		...parametersOf(view, { parameters, isCompared }),
		...viewerParameters(view.viewer),
		bom: "true",
	};
	const texts = Object.entries(asked).map(([name, value]) => [name, String(value)]);
	return (
		<a
			class="link"
			href={apiHref(`/api/sites/${view.site.id}/export/${report}`, Object.fromEntries(texts))}
		>
			{own.sessionsOf.csv}
		</a>
	);
};
