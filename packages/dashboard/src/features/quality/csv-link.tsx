import type { QuestionParameters, ReportName } from "../../api/site-reports.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useDownloads } from "../overview/use-downloads.ts";

interface CsvLinkProps {
	/** What the rows are of, read out. */
	of: string;
	report: ReportName;
	parameters?: QuestionParameters;
}

/** All rows of a list as a file. */
export const CsvLink = ({ of, report, parameters = {} }: CsvLinkProps) => {
	const texts = useAreaWords("quality").lists;
	const { csv } = useDownloads();
	return (
		<a class="link nw" href={csv({ report, parameters })} aria-label={texts.csvOf(of)}>
			{texts.csv}
		</a>
	);
};
