import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { fieldText } from "../../../layout/text/filter-text.ts";
import { useAddress } from "../../../router/use-address.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Pick } from "../../../ui/form/choice.tsx";
import { SelectField } from "../../../ui/form/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useExports } from "../../shared/export/use-exports.ts";
import { Section, Setting } from "../frame/section.tsx";
import {
	EXPORT_FORMATS,
	EXPORT_GROUPS,
	type ExportGroup,
	type ExportPath,
	type ExportReport,
	exportParameters,
} from "./export-reports.ts";
import css from "./exports.module.css";

const BUCKETS = ["hour", "day", "week"] as const;
type ExportBucket = (typeof BUCKETS)[number];
const GROUPS = Object.keys(EXPORT_GROUPS) as ExportGroup[];
const FORMAT_NAMES = { csv: "CSV", json: "JSON", parquet: "Parquet" } as const;

/** A report, its breakdown, and its formats. */
const ExportLine = ({
	report,
	bucket,
}: {
	report: ExportReport & { path: ExportPath };
	bucket: ExportBucket;
}) => {
	const { words } = useWording();
	const texts = useAreaWords("transfer").exports;
	const { file } = useExports();
	const values = report.choice?.values ?? [];
	const [chosen, setChosen] = useState(values[0] ?? "");
	const [name, hint] = texts.reports[report.path];
	const clickTexts: Readonly<Record<string, string>> = texts.clicks;
	const textOf = (value: string) => clickTexts[value] ?? fieldText(value, words);
	return (
		<div class={css["row"]}>
			<div>
				<p class={css["name"]}>{name}</p>
				<p class="mut">{hint}</p>
			</div>
			<div>
				{values.length > 0 && (
					<SelectField
						isBare
						label={texts.by(name)}
						value={chosen}
						choices={values.map((value) => [value, textOf(value)])}
						onChoose={setChosen}
					/>
				)}
			</div>
			<div>
				{EXPORT_FORMATS.map((format) => (
					<a
						key={format}
						class="link"
						aria-label={texts.download(name, FORMAT_NAMES[format])}
						href={file({
							report: report.path,
							parameters: exportParameters(report, { chosen, bucket, format }),
						})}
					>
						{FORMAT_NAMES[format]}
					</a>
				))}
			</div>
		</div>
	);
};

/** The current view as a document; it needs days, so "all time" is not possible. */
const PdfLine = () => {
	const texts = useAreaWords("transfer").exports;
	const { pdf } = useExports();
	return (
		<Panel label={texts.pdf}>
			<Setting name={texts.pdf} hint={pdf ? texts.pdfHint : texts.pdfNeedsDays}>
				{pdf && (
					<LinkButton href={pdf}>
						<Icon name="download" />
						PDF
					</LinkButton>
				)}
			</Setting>
		</Panel>
	);
};

/** Every report as a file, for the period and the filters in the URL. */
export const ExportsSection = () => {
	const settings = useAreaWords("settings");
	const texts = useAreaWords("transfer").exports;
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const bucket = BUCKETS.find((one) => one === address.bucket) ?? "day";
	return (
		<>
			<Section
				title={settings.section.exports}
				text={texts.text}
				actions={
					<Pick<ExportBucket>
						label={texts.bucket}
						choices={BUCKETS.map((id) => ({ id, label: texts.buckets[id] }))}
						chosen={bucket}
						onChoose={(one) => change({ bucket: one === "day" ? undefined : one })}
					/>
				}
			>
				<PdfLine />
				{GROUPS.map((group) => (
					<Section key={group} title={texts.groups[group]} isPart>
						<Panel label={texts.groups[group]}>
							{EXPORT_GROUPS[group].map((report) => (
								<ExportLine key={report.path} report={report} bucket={bucket} />
							))}
						</Panel>
					</Section>
				))}
			</Section>
			<Section title={texts.whole} text={texts.wholeText} isPart>
				<CodeBlock code={`footfall export --site ${site.siteId} --to backup --format parquet`} />
			</Section>
		</>
	);
};
