import { useState } from "preact/hooks";
import type { RequestFailure } from "../../../api/failure.ts";
import { useSession } from "../../../api/session.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording, useWords } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { useSiteView } from "../../../layout/site-view.ts";
import { failedWrite } from "../../../layout/write/failed-write.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Button } from "../../../ui/button.tsx";
import { CardState } from "../../../ui/card-state.tsx";
import { joined } from "../../../ui/class-names.ts";
import { Badge } from "../../../ui/form/choice.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { FailureLine, Section } from "../frame/section.tsx";
import { type ListedAnnotation, mayEdit } from "./annotation-form.ts";
import { deleteAnnotation, useAnnotations } from "./annotations.ts";
import { DefinitionActions } from "./definition-actions.tsx";
import css from "./definitions.module.css";
import { EditAnnotation } from "./edit-annotation.tsx";
import { ReadersBadges } from "./readers-badges.tsx";

/** The time of an annotation in the page's time zone: with the hour unless it covers whole days. */
const useWhenText = () => {
	const { locale } = useWording();
	const { timeZone } = useSiteView();
	const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
	const moment = new Intl.DateTimeFormat(locale, {
		dateStyle: "medium",
		timeStyle: "short",
		timeZone,
	});
	const clock = new Intl.DateTimeFormat("en", { timeStyle: "short", hourCycle: "h23", timeZone });
	return ({ date, endDate }: ListedAnnotation) => {
		const at = new Date(date);
		if (endDate !== null) return day.formatRange(at, new Date(endDate));
		return clock.format(at) === "00:00" ? day.format(at) : moment.format(at);
	};
};

const useColumns = (
	mayChange: (annotation: ListedAnnotation) => boolean,
	act: { edit(one: ListedAnnotation): void; remove(one: ListedAnnotation): void },
): TableColumn<ListedAnnotation>[] => {
	const texts = useAreaWords("sharing");
	const whenText = useWhenText();
	return [
		{
			id: "title",
			head: texts.annotations.title,
			cell: ({ kind, title, version, url, description, color, icon }) => (
				<span class={css["name"]}>
					<span>
						<span class={joined(css["mark"], color !== null && css[color])} aria-hidden="true" />
						{icon && <span aria-hidden="true">{icon} </span>}
						{url === null ? (
							title
						) : (
							<a href={url} target="_blank" rel="noreferrer">
								{title}
							</a>
						)}
						{kind === "deploy" && (
							<>
								{" "}
								<Badge>
									{version === null
										? texts.annotations.deployment
										: texts.annotations.deploymentOf(version)}
								</Badge>
							</>
						)}
					</span>
					{description && <span class="mut">{description}</span>}
				</span>
			),
		},
		{
			id: "when",
			head: texts.annotations.when,
			cell: (one) => <span class="nw">{whenText(one)}</span>,
		},
		{
			id: "readers",
			head: texts.definitions.readers,
			cell: ({ isPublic, siteId }) => <ReadersBadges isPublic={isPublic} siteId={siteId} />,
		},
		{
			id: "author",
			head: texts.annotations.author,
			cell: ({ userName }) => userName ?? <span class="mut">{texts.annotations.nobody}</span>,
		},
		{
			id: "actions",
			head: texts.definitions.actions,
			isNumber: true,
			cell: (one) =>
				mayChange(one) && (
					<DefinitionActions
						name={one.title}
						onEdit={() => act.edit(one)}
						onDelete={() => act.remove(one)}
					/>
				),
		},
	];
};

/** The notes on the chart: add, change and delete them. */
export const AnnotationsSection = () => {
	const settings = useAreaWords("settings");
	const texts = useAreaWords("sharing").annotations;
	const words = useWords();
	const { address, change } = useAddress();
	const { site, timeZone, mayWrite } = useSiteView();
	const person = useSession().data?.id;
	const report = useAnnotations();
	const [failure, setFailure] = useState<RequestFailure>();
	const mayChange = (one: ListedAnnotation) =>
		mayEdit(one, { mayConfigure: site.mayConfigure, mayWrite, person });
	const remove = async (one: ListedAnnotation) => {
		setFailure(undefined);
		try {
			const restore = await deleteAnnotation(site.id, one);
			toast(texts.deleted(one.title), () => {
				restore().catch((thrown) => setFailure(failedWrite(thrown, words)));
			});
		} catch (thrown) {
			setFailure(failedWrite(thrown, words));
		}
	};
	const columns = useColumns(mayChange, {
		edit: ({ annotationId }) => change({ open: String(annotationId) }),
		remove: (one) => void remove(one),
	}).filter(({ id }) => mayWrite || id !== "actions");
	const edited = report.data?.find(
		(one) => String(one.annotationId) === address.open && mayChange(one),
	);
	const close = () => change({ open: undefined });
	return (
		<Section
			title={settings.section.annotations}
			text={`${texts.text} ${texts.zone(timeZone)}`}
			actions={
				mayWrite && (
					<Button onClick={() => change({ open: "new" })}>
						<Icon name="plus" />
						{texts.add}
					</Button>
				)
			}
		>
			{failure && <FailureLine failure={failure} />}
			<Panel label={settings.section.annotations}>
				{!report.data ? (
					<ReportPending report={report} rows={3} />
				) : report.data.length === 0 ? (
					<CardState icon="pulse" title={texts.empty}>
						{mayWrite && texts.emptyText}
					</CardState>
				) : (
					<Table
						label={texts.list}
						columns={columns}
						rows={report.data.toReversed()}
						keyOf={({ annotationId }) => annotationId}
					/>
				)}
			</Panel>
			{(edited || (address.open === "new" && mayWrite)) && (
				<EditAnnotation key={address.open} annotation={edited} onClose={close} />
			)}
		</Section>
	);
};
