import { shownPath } from "@footfall/shared/text/shown-path";
import type { AnswerTo } from "../../api/site-reports.ts";
import { momentText } from "../../format/time.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { valueText } from "../../layout/text/filter-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import type { Misread } from "../../router/address.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { SelectField } from "../../ui/form/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { mayOpenSessions } from "../shared/access/may-open-sessions.ts";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { PersonLabel } from "../shared/person/person-label.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import css from "./events.module.css";
import { propertiesText, subjectOf } from "./log-text.ts";

type Event = AnswerTo<"events">["data"][number];

const ROWS = 50;
const POLL_MS = 10_000;

const KINDS = [
	"pageview",
	"custom_event",
	"outbound",
	"button_click",
	"form_submit",
	"copy",
	"input_change",
] as const;
type Kind = (typeof KINDS)[number];
const isKind = (text: string | undefined): text is Kind => KINDS.some((one) => one === text);

/** The position in the log and the kind of events, kept in the URL among the keys of this page. */
const usePlace = () => {
	const { address, change } = useAddress();
	const keyed = (key: string) => address.others.find(([one]) => one === key)?.[1];
	const [kind, before] = [keyed("kind"), keyed("before")];
	const move = (to: { kind?: Kind | undefined; before?: string | undefined }) => {
		const others: Misread[] = [
			...address.others.filter(([key]) => key !== "kind" && key !== "before"),
			...(to.kind ? [["kind", to.kind] as const] : []),
			...(to.before ? [["before", to.before] as const] : []),
		];
		change({ others });
	};
	return {
		kind: isKind(kind) ? kind : undefined,
		// The API would reject an invalid time.
		before: before !== undefined && Number.isFinite(Date.parse(before)) ? before : undefined,
		move,
	};
};

const useColumns = (name: string | undefined): TableColumn<Event>[] => {
	const { own, words, locale, view } = useTexts();
	const pageLink = usePageLink();
	const mayOpen = mayOpenSessions(view);
	return [
		{
			id: "what",
			head: name === undefined ? own.figure.what : own.events.properties,
			cell: (event) => {
				if (name !== undefined)
					return (
						<span class={css["page"]} title={propertiesText(event)}>
							{propertiesText(event) || <span class="mut">{own.events.noProperties}</span>}
						</span>
					);
				const subject = subjectOf(event);
				return (
					<span class={css["what"]}>
						<span class="mut">{isKind(event.type) ? own.log.one[event.type] : event.type}</span>
						{event.type === "custom_event" ? (
							<a class="link cut" href={pageLink("events", subject)} title={subject}>
								{subject}
							</a>
						) : (
							<span class="cut" title={subject}>
								{subject}
							</span>
						)}
						<span class="sec cut" title={propertiesText(event)}>
							{propertiesText(event)}
						</span>
					</span>
				);
			},
		},
		{
			id: "page",
			head: own.figure.page,
			// A page view is already described by its page.
			cell: ({ type, pathname, page_title }) => (
				<span class={joined("sec", css["page"])} title={page_title}>
					{type === "pageview" ? page_title : shownPath(pathname)}
				</span>
			),
		},
		{
			id: "place",
			head: own.figure.place,
			cell: ({ country, browser }) => (
				<span class={joined("sec", css["page"])}>
					{joinIsolated(
						[country && valueText("country", country, { words, locale }), browser],
						", ",
					)}
				</span>
			),
		},
		{
			id: "visitor",
			head: own.figure.visitor,
			cell: (event) =>
				!mayOpen ? (
					<PersonLabel person={event} />
				) : (
					<a class="link nw" href={pageLink("sessions", event.session_id)}>
						<PersonLabel person={event} />
					</a>
				),
		},
		{
			id: "time",
			head: own.figure.time,
			isNumber: true,
			cell: ({ timestamp }) => (
				<time class="sec" dateTime={timestamp}>
					{momentText(Date.parse(timestamp), view, { seconds: true })}
				</time>
			),
		},
	];
};

const KindChoice = () => {
	const { own } = useTexts();
	const { kind, move } = usePlace();
	return (
		<SelectField
			isBare
			label={own.log.kind}
			value={kind ?? ""}
			choices={[
				["", own.log.all] as const,
				...KINDS.map((one) => [one, own.log.kinds[one]] as const),
			]}
			onChoose={(chosen) => move({ kind: isKind(chosen) ? chosen : undefined })}
		/>
	);
};

/** The log of events, latest first, each with its session. New ones appear automatically. */
export const EventLog = ({ name }: { name?: string }) => {
	const { own, view } = useTexts();
	const { kind, before, move } = usePlace();
	const columns = useColumns(name);
	const only = {
		...(name === undefined ? kind && { type: kind } : { type: "custom_event", event_name: name }),
	};
	const report = useSiteReport("events", {
		parameters: { ...only, page_size: ROWS, ...(before && { before_timestamp: before }) },
		isCompared: false,
		...(before === undefined && { everyMs: POLL_MS }),
	});
	const { data: rows = [], cursor } = report.data ?? {};
	const oldest = cursor?.hasMore ? cursor.oldestTimestamp : null;
	const here = name === undefined ? kind : undefined;
	return (
		<Panel
			label={own.log.title}
			title={own.log.title}
			aside={name === undefined && <KindChoice />}
			isStale={report.state === "refetching"}
			foot={
				rows.length > 0 && (
					<>
						<span>
							{before ? own.log.before(momentText(Date.parse(before), view)) : own.log.live}
						</span>
						{before && (
							<button type="button" class="link" onClick={() => move({ kind: here })}>
								{own.log.newest}
							</button>
						)}
						{oldest && (
							<button
								type="button"
								class="link"
								onClick={() => move({ kind: here, before: oldest })}
							>
								{own.log.older}
							</button>
						)}
						<span class="end">{own.log.zone(view.timeZone)}</span>
						<CsvLink report="events" parameters={only} />
					</>
				)
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={12} />
			) : rows.length === 0 ? (
				before ? (
					<CardState
						icon="bars"
						title={own.log.end}
						action={
							<button type="button" class="link" onClick={() => move({ kind: here })}>
								{own.log.newest}
							</button>
						}
					/>
				) : (
					<ReportEmpty />
				)
			) : (
				<div class={css["log"]}>
					<Table
						label={own.tableOf(own.log.title)}
						columns={columns}
						rows={rows}
						keyOf={keyOf(rows)}
						isStale={report.state === "refetching"}
					/>
				</div>
			)}
		</Panel>
	);
};

/** Events have no id: this key distinguishes them, and numbers identical ones. */
const keyOf = (rows: readonly Event[]) => {
	const seen = new Map<string, number>();
	const keys = new Map(
		rows.map((event) => {
			const { timestamp, session_id, type, properties } = event;
			const alike = `${timestamp} ${session_id} ${type} ${properties}`;
			const nth = seen.get(alike) ?? 0;
			seen.set(alike, nth + 1);
			return [event, `${alike} ${nth}`] as const;
		}),
	);
	return (event: Event) => keys.get(event) ?? "";
};
