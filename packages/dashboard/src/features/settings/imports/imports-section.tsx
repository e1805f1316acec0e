import { useEffect } from "preact/hooks";
import { answerOf, apiHref, client } from "../../../api/client.ts";
import { useReport } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Section } from "../frame/section.tsx";
import { pollMsOf } from "./import-progress.ts";
import { ImportedMonths } from "./imported-months.tsx";
import css from "./imports.module.css";
import { OneImport } from "./one-import.tsx";
import { importsKey, resumeUploads, useUploads } from "./uploads.ts";
import { ImportWizard } from "./wizard.tsx";

/** The imports of the open site; refetched more often while one is running. */
const useImports = () => {
	const { site } = useSiteView();
	const query = {
		key: importsKey(site.id),
		fetch: async (signal: AbortSignal) => {
			const { data } = await answerOf(
				client.GET("/api/sites/{site}/imports", { params: { path: { site: site.id } }, signal }),
			);
			return data;
		},
	};
	const first = useReport(query);
	useReport({ ...query, everyMs: pollMsOf(first.data), isOff: first.data === undefined });
	return first;
};

/** Imports from other products: a wizard, and the imports so far. */
export const ImportsSection = () => {
	const settings = useAreaWords("settings");
	const words = useAreaWords("transfer").imports;
	const { address, change } = useAddress();
	const { site } = useSiteView();
	const report = useImports();
	const uploads = useUploads();
	const receiving = report.data
		?.filter(({ state }) => state === "receiving")
		.map(({ importId }) => importId);
	useEffect(() => {
		if (receiving && site.mayConfigure) void resumeUploads(site.id, receiving);
	}, [site.id, receiving?.join()]);
	const isAdding = address.open === "new" && site.mayConfigure;
	return (
		<>
			<Section
				title={settings.section.imports}
				text={words.text}
				actions={
					site.mayConfigure &&
					!isAdding && (
						<Button kind="main" onClick={() => change({ open: "new" })}>
							<Icon name="plus" />
							{words.begin}
						</Button>
					)
				}
			>
				{isAdding && <ImportWizard onClose={() => change({ open: undefined })} />}
				{!(isAdding && report.data?.length === 0) && (
					<Panel label={settings.section.imports}>
						{!report.data ? (
							<ReportPending report={report} rows={3} />
						) : report.data.length === 0 ? (
							<CardState icon="download" title={words.empty}>
								{words.emptyText}
							</CardState>
						) : (
							<ul>
								{report.data.map((listed) => (
									<OneImport
										key={listed.importId}
										listed={listed}
										upload={uploads.get(listed.importId)}
									/>
								))}
							</ul>
						)}
					</Panel>
				)}
			</Section>
			<ImportedMonths done={report.data?.filter(({ state }) => state === "done").length ?? 0} />
			<Section title={words.command} text={words.commandText} isPart>
				<Panel label={words.command}>
					<div class={css["steps"]}>
						<CodeBlock code={`footfall import umami --site ${site.siteId} website_event.csv`} />
						<p class="mut">{words.logs}</p>
						<CodeBlock code={`footfall import-logs --site ${site.siteId} access.log`} />
						<p>
							<a class="link" href={apiHref("/api/docs")} target="_blank" rel="noopener">
								{words.api}
							</a>
						</p>
					</div>
				</Panel>
			</Section>
		</>
	);
};
