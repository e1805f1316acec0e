import { useState } from "preact/hooks";
import { apiHref } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { bytesText } from "../../../format/bytes-text.ts";
import { countText } from "../../../format/number.ts";
import { momentText } from "../../../format/time.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { GuideLink } from "../../shared/report/guide-link.tsx";
import { useSourceMapWords } from "../../shared/source-maps/use-source-map-words.ts";
import frame from "../frame/frame.module.css";
import { FailureLine, Section } from "../frame/section.tsx";
import css from "./source-maps.module.css";
import { deleteSourceMaps, type SourceMapRelease, useSourceMaps } from "./source-maps-api.ts";

const commandOf = (site: string) =>
	`npx footfall-analytics sourcemaps upload dist --release 1.4.2 \\
  --site ${site} --url ${apiHref("")} --delete-after`;

const Release = ({ listed, onDelete }: { listed: SourceMapRelease; onDelete(): void }) => {
	const words = useSourceMapWords();
	const { locale } = useWording();
	const { timeZone, now } = useSiteView();
	const { release, files, bytes, createdAt, lastUsedAt } = listed;
	const moment = (at: string) => momentText(Date.parse(at), { locale, timeZone, now });
	const name = release === "" ? words.noRelease : release;
	return (
		<li class={css["release"]}>
			<details class={css["files"]}>
				<summary>
					<bdi class="mono">{name}</bdi>{" "}
					<span class="mut">
						{countText(files.length, locale)}{" "}
						{files.length === 1 ? words.files.one : words.files.other}, {bytesText(bytes, locale)}
					</span>
				</summary>
				<ul>
					{files.map((file) => (
						<li key={`${file.file} ${file.hash}`}>
							<bdi class="mono">{file.file}</bdi>{" "}
							<span class="mut">
								{bytesText(file.bytes, locale)}
								{file.sourcesWithText === 0 && ` · ${words.withoutText}`}
							</span>
						</li>
					))}
				</ul>
			</details>
			<span class="mut">
				{words.uploaded} {moment(createdAt)} · {words.lastUsed} {moment(lastUsedAt)}
			</span>
			<Button kind="tool" aria-label={words.remove(name)} onClick={onDelete}>
				×
			</Button>
		</li>
	);
};

const ConfirmDelete = (props: { release: string; onClose(): void; onConfirm(): void }) => {
	const words = useSourceMapWords();
	return (
		<Dialog
			title={words.remove(props.release === "" ? words.noRelease : props.release)}
			onClose={props.onClose}
			foot={
				<>
					<Button kind="quiet" onClick={props.onClose}>
						{words.keep}
					</Button>
					<Button kind="solid" onClick={props.onConfirm}>
						{words.end}
					</Button>
				</>
			}
		>
			<p>{words.removeText}</p>
		</Dialog>
	);
};

const Releases = () => {
	const words = useSourceMapWords();
	const { locale } = useWording();
	const { site } = useSiteView();
	const report = useSourceMaps(site.id);
	const [confirming, setConfirming] = useState<string>();
	const [failure, setFailure] = useState<RequestFailure>();
	const remove = async (release: string) => {
		setConfirming(undefined);
		setFailure(undefined);
		try {
			await deleteSourceMaps(site.id, release);
			toast(words.removed);
			report.retry();
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	if (report.data === undefined) return <ReportPending report={report} rows={3} />;
	const { data, space } = report.data;
	return (
		<>
			{data.length === 0 ? (
				<p>
					<b>{words.none}</b>
					<br />
					<span class="sec">{words.noneText}</span>
				</p>
			) : (
				<>
					<ul aria-label={words.releases}>
						{data.map((listed) => (
							<Release
								key={listed.release}
								listed={listed}
								onDelete={() => setConfirming(listed.release)}
							/>
						))}
					</ul>
					<p class="sec">
						{words.space(
							bytesText(space.bytes, locale),
							bytesText(space.maxBytes, locale),
							countText(space.days, locale),
						)}
					</p>
				</>
			)}
			{failure && <FailureLine failure={failure} />}
			{confirming !== undefined && (
				<ConfirmDelete
					release={confirming}
					onClose={() => setConfirming(undefined)}
					onConfirm={() => void remove(confirming)}
				/>
			)}
		</>
	);
};

/** The source maps of the site's releases, and how to upload them. */
export const SourceMapsSection = ({ title }: { title: string }) => {
	const words = useSourceMapWords();
	const { site } = useSiteView();
	return (
		<Section title={title} text={words.text} actions={<GuideLink to="guides/source-maps" />}>
			<Panel label={title}>
				<div class={frame["more"]}>
					{site.mayConfigure && <Releases />}
					<h3>{words.how}</h3>
					<p class="sec">{words.howText}</p>
					<CodeBlock code={commandOf(site.id)} />
				</div>
			</Panel>
		</Section>
	);
};
