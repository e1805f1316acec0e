import { useRef, useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Badge, type BadgeTone, Progress } from "../../../ui/form/choice.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { FailureLine } from "../frame/section.tsx";
import { ImportCounts } from "./import-counts.tsx";
import type { ListedImport } from "./import-progress.ts";
import css from "./imports.module.css";
import { cancelImport, deleteImport, startUpload, type Upload } from "./uploads.ts";

const TONES: Record<ListedImport["state"], BadgeTone> = {
	receiving: "accent",
	finishing: "accent",
	done: "good",
	failed: "bad",
};

interface OneImportProps {
	listed: ListedImport;
	/** Its upload, if this page is sending its files. */
	upload: Upload | undefined;
}

/** How far the server has read from Google, or why it has stopped. */
const FromGoogle = ({ listed: { source, waiting, failure } }: { listed: ListedImport }) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports.google;
	const { timeZone } = useSiteView();
	if (!source) return null;
	const { done, total, from, to, property, isReading } = source;
	const percent = total === 0 ? 0 : (100 * done) / total;
	const number = new Intl.NumberFormat(locale);
	if (!isReading)
		return (
			<Banner tone="warn">
				<p>{words.stopped(property)}</p>
				{failure && <p>{failure}</p>}
			</Banner>
		);
	const until = waiting && new Date(waiting.until);
	const time = new Intl.DateTimeFormat(locale, {
		dateStyle: "medium",
		timeStyle: "short",
		timeZone,
	});
	return (
		<>
			<Progress label={words.reading} percent={percent} />
			<p class="sec" role="status">
				{waiting && until
					? words.waiting(waiting.reason, time.format(until))
					: words.progress(property, from, to, number.format(done), number.format(total))}
			</p>
		</>
	);
};

/** The state of an unfinished import, and how to continue it. */
const Running = ({ listed, upload }: OneImportProps) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	const { site } = useSiteView();
	const input = useRef<HTMLInputElement>(null);
	const { importId, platform, state } = listed;
	if (state === "finishing")
		return (
			<>
				<Progress label={words.finishing} percent={undefined} />
				<p class="sec">{words.finishing}</p>
				{listed.failure && <p class="sec">{listed.failure}</p>}
			</>
		);
	if (upload && upload.state !== "stopped")
		return (
			<>
				<Progress label={words.sending} percent={upload.percent} />
				<p class="sec" role="status">
					{upload.state === "waiting"
						? words.waiting
						: words.sent(
								new Intl.NumberFormat(locale).format(upload.rowsSent),
								new Intl.NumberFormat(locale, { style: "percent" }).format(upload.percent / 100),
							)}
				</p>
				{upload.skippedFiles.length > 0 && (
					<p class="sec">{words.skippedFiles(joinIsolated(upload.skippedFiles, ", "))}</p>
				)}
			</>
		);
	if (listed.source !== null || platform === "search_console")
		return <FromGoogle listed={listed} />;
	const continueWith = (list: FileList | null) => {
		const files = [...(list ?? [])];
		if (files.length > 0) startUpload({ importId, site: site.id, platform, files, batchesSent: 0 });
	};
	return (
		<Banner tone="warn">
			<p>
				{upload?.fault
					? words.faults[upload.fault](
							joinIsolated(
								upload.files.map(({ name }) => name),
								", ",
							),
						)
					: words.interrupted}
			</p>
			{upload?.failure && <FailureLine failure={upload.failure} />}
			{site.mayConfigure && (
				<p>
					<button type="button" class="link" onClick={() => input.current?.click()}>
						{words.continueWith}
					</button>
					<input
						ref={input}
						hidden
						type="file"
						multiple
						onChange={({ currentTarget }) => continueWith(currentTarget.files)}
					/>
				</p>
			)}
		</Banner>
	);
};

const ConfirmEnd = ({
	kind,
	onClose,
	onConfirm,
}: {
	kind: "cancel" | "delete";
	onClose(): void;
	onConfirm(): void;
}) => {
	const words = useAreaWords("transfer").imports;
	const { title, text, keep, end } = words.confirm[kind];
	return (
		<Dialog
			title={title}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{keep}
					</Button>
					<Button kind="solid" onClick={onConfirm}>
						{end}
					</Button>
				</>
			}
		>
			<p>{text}</p>
		</Dialog>
	);
};

/** An import: its state, its result, and the rows that could not be read. */
export const OneImport = ({ listed, upload }: OneImportProps) => {
	const { locale } = useWording();
	const words = useAreaWords("transfer").imports;
	const { site, timeZone } = useSiteView();
	const [confirming, setConfirming] = useState<"cancel" | "delete">();
	const [failure, setFailure] = useState<RequestFailure>();
	const { importId, platform, state, startedAt } = listed;
	const [name] = words.platforms[platform];
	const started = new Intl.DateTimeFormat(locale, {
		dateStyle: "medium",
		timeStyle: "short",
		timeZone,
	});
	const end = async (kind: "cancel" | "delete") => {
		setConfirming(undefined);
		setFailure(undefined);
		try {
			await (kind === "cancel" ? cancelImport : deleteImport)(site.id, importId);
			toast(kind === "cancel" ? words.cancelled : words.deleted);
		} catch (thrown) {
			setFailure(failureOf(thrown));
		}
	};
	return (
		<li class={css["one"]}>
			<div class={css["line"]}>
				<h3>{name}</h3>
				<Badge tone={TONES[state]}>{words.states[state]}</Badge>
				<span class="mut">{started.format(new Date(startedAt))}</span>
				{site.mayConfigure && state !== "finishing" && (
					<span class="end">
						{state === "receiving" ? (
							<Button onClick={() => setConfirming("cancel")}>{words.cancel}</Button>
						) : (
							<Button kind="danger" onClick={() => setConfirming("delete")}>
								{words.delete}
							</Button>
						)}
					</span>
				)}
			</div>
			{(state === "receiving" || state === "finishing") && (
				<Running listed={listed} upload={upload} />
			)}
			{state === "failed" && listed.failure && <p class="sec">{listed.failure}</p>}
			<ImportCounts listed={listed} />
			{failure && <FailureLine failure={failure} />}
			{confirming && (
				<ConfirmEnd
					kind={confirming}
					onClose={() => setConfirming(undefined)}
					onConfirm={() => void end(confirming)}
				/>
			)}
		</li>
	);
};
