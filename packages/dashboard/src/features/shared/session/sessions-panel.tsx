import type { ComponentChildren } from "preact";
import type { AnswerTo } from "../../../api/site-reports.ts";
import type { Report } from "../../../api/use-report.ts";
import { countText, figureText } from "../../../format/number.ts";
import { momentText } from "../../../format/time.ts";
import { joinIsolated } from "../../../i18n/isolated.ts";
import { ValuePicture } from "../../../layout/picture/value-picture.tsx";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { valueText } from "../../../layout/text/filter-text.ts";
import { useAddress } from "../../../router/use-address.ts";
import { CardState } from "../../../ui/card-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Table, type TableColumn } from "../../../ui/table.tsx";
import { sourceOf } from "../list/source-of.ts";
import { PersonLabel } from "../person/person-label.tsx";
import { usePageLink } from "../report/crumbs.tsx";
import css from "../report/report.module.css";
import { useTexts } from "../report/use-texts.ts";

export type ListedSession = AnswerTo<"goals/{goalId}/sessions">["data"][number];

export const SESSIONS_PER_PAGE = 25;

const useColumns = (): TableColumn<ListedSession>[] => {
	const { own, words, locale, view } = useTexts();
	const { destination, linkTo } = useAddress();
	const moment = (text: string) => momentText(Date.parse(text), view);
	const placeOf = ({ city, country }: ListedSession) =>
		joinIsolated(
			[
				city.replace(/^[A-Z]{2}-[^-]*-/, ""),
				country && valueText("country", country, { words, locale }),
			],
			", ",
		);
	return [
		{
			id: "visitor",
			head: own.figure.visitor,
			cell: (session) =>
				destination.to === "site" && (
					<a
						class="link"
						href={linkTo({ ...destination, page: "sessions", rest: [session.session_id] })}
					>
						<PersonLabel person={session} />
					</a>
				),
		},
		{
			id: "seen",
			head: own.figure.lastSeen,
			cell: ({ session_end }) => <span class="sec nw">{moment(session_end)}</span>,
		},
		{
			id: "source",
			head: own.figure.source,
			cell: (session) => (
				<>
					<ValuePicture {...sourceOf(session)} />
					{sourceText(session, { words, locale })}
				</>
			),
		},
		{
			id: "place",
			head: own.figure.place,
			cell: (session) => (
				<>
					<ValuePicture field="country" value={session.country} />
					{placeOf(session)}
				</>
			),
		},
		{
			id: "views",
			head: own.figure.views,
			isNumber: true,
			cell: ({ pageviews }) => countText(pageviews, locale),
		},
		{
			id: "duration",
			head: own.figure.duration,
			isNumber: true,
			cell: ({ session_duration }) => figureText(session_duration, "seconds", locale),
		},
	];
};

/** The source of a session, or the channel if there is none. */
const sourceText = (
	{ referrer, channel }: Pick<ListedSession, "referrer" | "channel">,
	wording: Parameters<typeof valueText>[2],
): string => {
	const { field, value } = sourceOf({ referrer });
	const isChannel = value === "" && channel !== "Direct" && channel !== "";
	return isChannel ? channel : valueText(field, value, wording);
};

const withKeys = (href: string, keys: Readonly<Record<string, string>>): string =>
	`${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams(keys)}`;

interface SessionsPanelProps {
	title: string;
	/** Beside the title. */
	aside?: ComponentChildren;
	report: Report<{ data: readonly ListedSession[] }>;
	/** From 1. */
	page: number;
	onPage(page: number): void;
	/** On all pages, if known. */
	total?: number | undefined;
	/** The URL keys with which the sessions page lists the same sessions. */
	all?: Readonly<Record<string, string>>;
}

/** A paged list of sessions, each a link to its details. */
export const SessionsPanel = (props: SessionsPanelProps) => {
	const { title, aside, report, page, onPage, total, all } = props;
	const pageLink = usePageLink();
	const { own, locale } = useTexts();
	const columns = useColumns();
	const rows = report.data?.data ?? [];
	const first = (page - 1) * SESSIONS_PER_PAGE + 1;
	const last = first + rows.length - 1;
	const hasMore =
		total === undefined ? rows.length === SESSIONS_PER_PAGE : last < total && rows.length > 0;
	const text = (number: number) => countText(number, locale);
	return (
		<Panel
			label={title}
			title={<span class={css["result"]}>{title}</span>}
			aside={aside}
			isStale={report.state === "refetching"}
			foot={
				rows.length > 0 && (
					<>
						<span>
							{total === undefined
								? own.sessionsOf.rows(text(first), text(last))
								: own.sessionsOf.rowsOf(text(first), text(last), text(Math.max(total, last)))}
						</span>
						{page > 1 && (
							<button type="button" class="link" onClick={() => onPage(page - 1)}>
								{own.sessionsOf.previous}
							</button>
						)}
						{hasMore && (
							<button type="button" class="link" onClick={() => onPage(page + 1)}>
								{own.sessionsOf.next}
							</button>
						)}
						{all && (
							<a class="link end" href={withKeys(pageLink("sessions"), all)}>
								{own.sessionsOf.all}
							</a>
						)}
					</>
				)
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={10} />
			) : rows.length === 0 ? (
				<CardState icon="people" title={own.sessionsOf.none} />
			) : (
				<div class={css["sessions"]}>
					<Table
						label={own.tableOf(title)}
						columns={columns}
						rows={rows}
						keyOf={({ session_id }) => session_id}
						isStale={report.state !== "ready"}
					/>
				</div>
			)}
		</Panel>
	);
};
