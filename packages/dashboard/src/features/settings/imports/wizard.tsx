import { useEffect, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { FailureLine } from "../frame/section.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { ChoosePlatform } from "./choose-platform.tsx";
import { GoogleForm } from "./google-form.tsx";
import css from "./imports.module.css";
import { MapColumns } from "./map-columns.tsx";
import {
	type ColumnMapping,
	googlePlatformOf,
	type ImportChoice,
	type ImportPlatform,
	isDailySums,
	likelyMapping,
	likelyPlatform,
	mappingFault,
	missingColumns,
} from "./platforms.ts";
import { PreviewRows } from "./preview-rows.tsx";
import { firstRowsOf } from "./read-file.ts";
import { type ExportRow, type FileFault, UnreadableFile } from "./row-splitter.ts";
import { importsKey, startUpload } from "./uploads.ts";

const PREVIEWED_ROWS = 3;

interface FirstRows {
	rows: readonly ExportRow[];
	/** The error, and the file that caused it. */
	fault?: { of: FileFault; file: string };
}

const isRow = (row: unknown): row is ExportRow => typeof row === "object" && row !== null;

/** The first rows of the first file; every file is checked, so that a wrong one is found before anything is sent. */
const lookInto = async (files: readonly File[]): Promise<FirstRows> => {
	let rows: readonly ExportRow[] = [];
	for (const file of files)
		try {
			const found = (await firstRowsOf(file, PREVIEWED_ROWS)).filter(isRow);
			if (rows.length === 0) rows = found;
		} catch (thrown) {
			const of = thrown instanceof UnreadableFile ? thrown.fault : "kind";
			return { rows: [], fault: { of, file: file.name } };
		}
	return { rows };
};

const useFirstRows = (files: readonly File[]): FirstRows | undefined => {
	const [found, setFound] = useState<FirstRows>();
	useEffect(() => {
		let isWanted = true;
		setFound(undefined);
		if (files.length > 0)
			lookInto(files).then(
				(first) => isWanted && setFound(first),
				() => {},
			);
		return () => {
			isWanted = false;
		};
	}, [files]);
	return found;
};

/** A message about the files before they are sent: they cannot be read, or are probably the wrong ones. */
const Checks = ({
	platform,
	found,
	onChoose,
}: {
	platform: ImportPlatform;
	found: FirstRows;
	onChoose(platform: ImportPlatform): void;
}) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	const { fault, rows } = found;
	if (fault)
		return (
			<Banner tone="bad">
				<p>{words.faults[fault.of](fault.file)}</p>
			</Banner>
		);
	const [first] = rows;
	if (!first) return null;
	const missing = missingColumns(platform, first);
	const likely = likelyPlatform(first);
	if (missing.length > 0) {
		const list = new Intl.ListFormat(locale);
		const names = list.format(missing.map((one) => joinIsolated(one, " / ")));
		return (
			<Banner tone="warn">
				<p>
					{words.otherKind(words.platforms[platform][0], names)}
					{likely && (
						<>
							{" "}
							<button type="button" class="link" onClick={() => onChoose(likely)}>
								{words.useInstead(words.platforms[likely][0])}
							</button>
						</>
					)}
				</p>
			</Banner>
		);
	}
	if (isDailySums(platform, first))
		return (
			<Banner>
				<p>{words.dailySums}</p>
			</Banner>
		);
	return null;
};

interface WizardProps {
	onClose(): void;
}

/** From choosing a product and its files to a running import. */
export const ImportWizard = ({ onClose }: WizardProps) => {
	const { words } = useWording();
	const texts = useAreaWords("transfer").imports;
	const { site } = useSiteView();
	const [choice, setPicked] = useState<ImportChoice>();
	const service = googlePlatformOf(choice);
	const picked = choice === "ga4_key" || choice === "search_console" ? undefined : choice;
	const [files, setFiles] = useState<readonly File[]>([]);
	const [mapping, setMapping] = useState<ColumnMapping>({});
	const { isBusy, failure, write } = useWrite();
	const found = useFirstRows(files);
	const [first] = found?.rows ?? [];
	const platform = picked ?? (first && likelyPlatform(first));
	const columns = [...new Set((found?.rows ?? []).flatMap((row) => Object.keys(row)))];
	useEffect(() => {
		setMapping(likelyMapping(columns));
	}, [columns.join("\n")]);
	const fault = platform === "plain" && columns.length > 0 ? mappingFault(mapping) : undefined;
	const isReady = found !== undefined && !found.fault && first !== undefined && !fault;
	const begin = () => {
		if (!isReady || !platform) return;
		void write(async () => {
			const { data } = await answerOf(
				client.POST("/api/sites/{site}/imports", {
					params: { path: { site: site.id } },
					body: { platform, ...(platform === "plain" && { mapping }) },
				}),
			);
			await invalidate(importsKey(site.id));
			startUpload({
				importId: data.importId,
				site: site.id,
				platform,
				files,
				batchesSent: 0,
			});
			onClose();
		});
	};
	return (
		<Panel label={texts.begin}>
			<div class={css["steps"]}>
				<h3>{texts.from}</h3>
				<ChoosePlatform chosen={choice ?? platform} onChoose={setPicked} />
				{service ? (
					<GoogleForm platform={service} onClose={onClose} />
				) : (
					<>
						<h3>{texts.files}</h3>
						<ChooseFiles files={files} onChoose={setFiles} />
						{found && <Checks platform={platform ?? "plain"} found={found} onChoose={setPicked} />}
						{found && found.rows.length > 0 && <PreviewRows rows={found.rows} />}
						{platform === "plain" && columns.length > 0 && (
							<>
								<h3>{texts.mapping}</h3>
								<MapColumns columns={columns} mapping={mapping} onChange={setMapping} />
								{fault && <p class="sec">{texts.mappingFaults[fault]}</p>}
							</>
						)}
						{failure &&
							(failure.status === 429 ? (
								<Banner tone="warn">
									<p>{texts.another}</p>
								</Banner>
							) : (
								<FailureLine failure={failure} />
							))}
						<div class="row wrap">
							<Button kind="main" aria-disabled={!isReady || isBusy || !platform} onClick={begin}>
								{texts.start}
							</Button>
							<Button kind="quiet" onClick={onClose}>
								{words.part.cancel}
							</Button>
						</div>
					</>
				)}
			</div>
		</Panel>
	);
};
