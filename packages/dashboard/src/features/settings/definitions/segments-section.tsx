import { useState } from "preact/hooks";
import type { RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { SaveSegment } from "../../../layout/head/save-segment.tsx";
import { useSegments } from "../../../layout/head/use-segments.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { failedWrite } from "../../../layout/write/failed-write.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { FailureLine, Section } from "../frame/section.tsx";
import { DefinitionActions } from "./definition-actions.tsx";
import css from "./definitions.module.css";
import { EditSegment, useSavedFilterText } from "./edit-segment.tsx";
import { ReadersBadges } from "./readers-badges.tsx";
import { deleteSegment, type ListedSegment } from "./segments.ts";

const useColumns = (act: {
	edit(segment: ListedSegment): void;
	remove(segment: ListedSegment): void;
}): TableColumn<ListedSegment>[] => {
	const { words } = useWording();
	const texts = useAreaWords("sharing");
	const { destination, linkTo } = useAddress();
	const textOf = useSavedFilterText();
	const linkOf = ({ segmentId }: ListedSegment) => {
		if (destination.to !== "site") return "";
		const link = linkTo({ ...destination, page: "overview", rest: [] }).split("?", 1)[0];
		return `${link}?segment=${segmentId}`;
	};
	return [
		{
			id: "name",
			head: words.filter.segmentName,
			cell: (segment) => (
				<span class={css["name"]}>
					<a class="link" href={linkOf(segment)}>
						{segment.name}
					</a>
					{segment.description && <span class="mut">{segment.description}</span>}
				</span>
			),
		},
		{
			id: "filters",
			head: words.filter.label,
			cell: ({ filters }) => (
				<div class={css["note"]}>
					{filters.map((filter) => (
						<div key={textOf(filter)}>{textOf(filter)}</div>
					))}
				</div>
			),
		},
		{
			id: "readers",
			head: texts.definitions.readers,
			cell: ({ isPublic, siteId }) => <ReadersBadges isPublic={isPublic} siteId={siteId} />,
		},
		{
			id: "actions",
			head: texts.definitions.actions,
			isNumber: true,
			cell: (segment) =>
				segment.canEdit && (
					<DefinitionActions
						name={segment.name}
						onEdit={() => act.edit(segment)}
						onDelete={() => act.remove(segment)}
					/>
				),
		},
	];
};

const ConfirmDelete = ({ segment, onClose }: { segment: ListedSegment; onClose(): void }) => {
	const { words } = useWording();
	const texts = useAreaWords("sharing");
	const { site } = useSiteView();
	const [failure, setFailure] = useState<RequestFailure>();
	const remove = async () => {
		try {
			await deleteSegment(site.id, segment);
			toast(texts.segments.deleted(segment.name));
			onClose();
		} catch (thrown) {
			setFailure(failedWrite(thrown, words));
		}
	};
	return (
		<Dialog
			title={texts.segments.deleteTitle(segment.name)}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.part.cancel}
					</Button>
					<Button kind="solid" onClick={() => void remove()}>
						{texts.segments.delete}
					</Button>
				</>
			}
		>
			<p>{texts.segments.deleteText}</p>
			{failure && <FailureLine failure={failure} />}
		</Dialog>
	);
};

/** The saved filters of a site: apply, rename, share and delete them. */
export const SegmentsSection = () => {
	const settings = useAreaWords("settings");
	const texts = useAreaWords("sharing");
	const { address, change, destination, linkTo } = useAddress();
	const { mayWrite } = useSiteView();
	const report = useSegments();
	const [removing, setRemoving] = useState<ListedSegment>();
	const [isSaving, setIsSaving] = useState(false);
	const edited = report.data?.find(
		({ segmentId, canEdit }) => canEdit && String(segmentId) === address.open,
	);
	const columns = useColumns({
		edit: ({ segmentId }) => change({ open: String(segmentId) }),
		remove: setRemoving,
	}).filter(({ id }) => mayWrite || id !== "actions");
	const toOverview =
		destination.to === "site" ? linkTo({ ...destination, page: "overview", rest: [] }) : "";
	const add =
		mayWrite &&
		(address.filters.length > 0 ? (
			<Button onClick={() => setIsSaving(true)}>
				<Icon name="plus" />
				{texts.segments.saveFilters}
			</Button>
		) : (
			<LinkButton href={toOverview}>{texts.segments.toFilters}</LinkButton>
		));
	return (
		<Section title={settings.section.segments} text={texts.segments.text} actions={add}>
			<Panel label={settings.section.segments}>
				{!report.data ? (
					<ReportPending report={report} rows={3} />
				) : report.data.length === 0 ? (
					<CardState icon="filter" title={texts.segments.empty}>
						{mayWrite && texts.segments.emptyText}
					</CardState>
				) : (
					<Table
						label={texts.segments.list}
						columns={columns}
						rows={report.data}
						keyOf={({ segmentId }) => segmentId}
					/>
				)}
			</Panel>
			{edited && <EditSegment segment={edited} onClose={() => change({ open: undefined })} />}
			{removing && <ConfirmDelete segment={removing} onClose={() => setRemoving(undefined)} />}
			{isSaving && <SaveSegment onClose={() => setIsSaving(false)} />}
		</Section>
	);
};
