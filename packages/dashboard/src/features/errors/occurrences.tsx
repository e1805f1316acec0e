import type { AnswerTo } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { useWording } from "../../i18n/language.ts";
import { ValuePicture } from "../../layout/picture/value-picture.tsx";
import { ReportEmpty } from "../../layout/report-empty.tsx";
import { ReportPending } from "../../layout/report-pending.tsx";
import { valueText } from "../../layout/text/filter-text.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { CsvLink } from "../shared/export/csv-link.tsx";
import { FilterButton } from "../shared/list/filter-button.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { Moment } from "./error-list.tsx";
import css from "./errors.module.css";

type Events = AnswerTo<"errors/events">;
export type Occurrence = Extract<Events["data"], readonly unknown[]>[number];

/** How many occurrences one request fetches. */
export const OCCURRENCES_PER_PAGE = 20;

/** The occurrences of a paged response, and the total. */
export const occurrencesOf = (
	answer: Events | undefined,
): { rows: readonly Occurrence[]; rowCount: number } => {
	if (!answer) return { rows: [], rowCount: 0 };
	const { data } = answer;
	return Array.isArray(data)
		? { rows: data, rowCount: data.length }
		: { rows: data.data, rowCount: data.totalCount };
};

/** The URL's key of an occurrence whose stack is shown. */
export const openOfOccurrence = ({ timestamp }: Occurrence): string =>
	`at.${Date.parse(timestamp)}`;

const namedVersion = (name: string, version: string) => joinIsolated([name, version], " ");

const useColumns = (maySeeSessions: boolean): TableColumn<Occurrence>[] => {
	const wording = useWording();
	const texts = useAreaWords("quality").errors;
	const { destination, linkTo, change } = useAddress();
	const hrefOf = (page: "sessions" | "users", id: string) =>
		destination.to === "site" ? linkTo({ ...destination, page, rest: [id] }) : "";
	const columns: (TableColumn<Occurrence> & { isOfSession?: boolean })[] = [
		{
			id: "time",
			head: texts.time,
			cell: (row) => (
				<button
					type="button"
					class={css["pick"]}
					onClick={() => change({ open: openOfOccurrence(row) })}
				>
					<Moment at={row.timestamp} />
					<span class="vh">{` ${texts.showStack}`}</span>
				</button>
			),
		},
		{
			id: "page",
			head: wording.words.field.pathname,
			cell: ({ pathname }) => <FilterButton field="pathname" value={pathname} />,
		},
		{
			id: "browser",
			head: wording.words.field.browser,
			cell: (row) => <span class="nw">{namedVersion(row.browser, row.browser_version)}</span>,
		},
		{
			id: "system",
			head: wording.words.field.operating_system,
			cell: (row) => (
				<span class="nw">{namedVersion(row.operating_system, row.operating_system_version)}</span>
			),
		},
		{ id: "device", head: texts.device, cell: ({ device_type }) => device_type },
		{
			id: "country",
			head: wording.words.field.country,
			cell: ({ country }) => (
				<span class="nw">
					<ValuePicture field="country" value={country} />
					{valueText("country", country, wording)}
				</span>
			),
		},
		{
			id: "session",
			head: texts.session,
			isOfSession: true,
			cell: ({ session_id }) => (
				<a class="link nw" href={hrefOf("sessions", session_id)}>
					{texts.openSession}
					<span class="vh">{` ${session_id}`}</span>
				</a>
			),
		},
	];
	return columns.filter(({ isOfSession }) => !isOfSession || maySeeSessions);
};

interface OccurrencesProps {
	errorId: string;
	report: Report<Events>;
	/** The occurrence whose stack is shown. */
	chosen: Occurrence | undefined;
	maySeeSessions: boolean;
}

/** Each occurrence of the error, newest first. */
export const Occurrences = ({ errorId, report, chosen, maySeeSessions }: OccurrencesProps) => {
	const { errors: texts, lists } = useAreaWords("quality");
	const columns = useColumns(maySeeSessions);
	const { rows, rowCount } = occurrencesOf(report.data);
	return (
		<Panel
			label={texts.each}
			title={texts.each}
			isStale={report.state === "refetching"}
			aside={
				<CsvLink label={lists.csvOf(texts.each)} report="errors/events" parameters={{ errorId }} />
			}
			foot={
				rowCount > OCCURRENCES_PER_PAGE && (
					<Pager rowCount={rowCount} perPage={OCCURRENCES_PER_PAGE} />
				)
			}
		>
			{report.data === undefined ? (
				<ReportPending report={report} rows={10} isInset />
			) : rows.length === 0 ? (
				<ReportEmpty />
			) : (
				<Table
					label={texts.eachTable}
					columns={columns}
					rows={rows}
					keyOf={(row) => `${row.timestamp} ${row.session_id} ${rows.indexOf(row)}`}
					isStale={report.state !== "ready"}
					isSelected={(row) => row === chosen}
				/>
			)}
		</Panel>
	);
};
