import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { Badge } from "../../../ui/form/choice.tsx";
import { Table, type TableColumn, type TableSort } from "../../../ui/table.tsx";
import { useFactColumns } from "../list/fact-columns.tsx";
import css from "../list/list.module.css";
import { PersonLabel } from "../person/person-label.tsx";
import { useSiteMoment } from "../time/use-site-moment.ts";
import type { SessionRow } from "./timeline.ts";

interface SessionTableProps {
	label: string;
	rows: readonly SessionRow[];
	/** Absent if the list keeps the API's order. */
	sort?: TableSort;
	onSort?(sort: TableSort): void;
	isStale?: boolean;
	/** The URL of a session. */
	hrefOf(session: SessionRow): string;
	/** In the list of one person every session is theirs: its time names the row. */
	isOfOne?: boolean;
}

type SessionColumn = TableColumn<SessionRow>;

/** What names a session, and when it ended. */
const useNameColumns = ({ sort, hrefOf, isOfOne }: SessionTableProps): SessionColumn[] => {
	const { columns } = useAreaWords("people");
	const moment = useSiteMoment();
	const time = (session: SessionRow) =>
		isOfOne ? (
			<a class="nw" href={hrefOf(session)}>
				{moment(session.session_end)}
			</a>
		) : (
			<span class="nw">{moment(session.session_end)}</span>
		);
	const person: SessionColumn = {
		id: "person",
		head: columns.person,
		cell: (session) => (
			<a class={css["name"]} href={hrefOf(session)}>
				<PersonLabel person={session} />
			</a>
		),
	};
	return [
		...(isOfOne ? [] : [person]),
		{ id: "session_end", head: columns.lastEvent, isSortable: sort !== undefined, cell: time },
	];
};

const useNumberColumns = ({ sort }: SessionTableProps): SessionColumn[] => {
	const { locale } = useWording();
	const { columns } = useAreaWords("people");
	const column = (id: string, head: string, cell: SessionColumn["cell"]): SessionColumn => ({
		id,
		head,
		isNumber: true,
		isSortable: sort !== undefined,
		cell,
	});
	const number = (value: number) =>
		value === 0 ? <span class="mut">0</span> : countText(value, locale);
	return [
		column("session_duration", columns.duration, ({ session_duration }) =>
			session_duration === 0 ? <span class="mut">–</span> : durationText(session_duration, locale),
		),
		column("pageviews", columns.pages, ({ pageviews }) => number(pageviews)),
		column("events", columns.events, ({ events }) => number(events)),
		column("errors", columns.errors, ({ errors }) =>
			errors > 0 ? <span class={css["bad"]}>◆ {countText(errors, locale)}</span> : number(0),
		),
	];
};

/** Sessions, each with a link to open it. */
export const SessionTable = (props: SessionTableProps) => {
	const { label, rows, sort, onSort, isStale = false, isOfOne } = props;
	const { sessions: words, columns } = useAreaWords("people");
	const facts = useFactColumns(isOfOne);
	const isSortable = sort !== undefined;
	const replay: SessionColumn = {
		id: "has_replay",
		head: columns.replay,
		cell: ({ has_replay }) =>
			has_replay === 1 ? <Badge tone="accent">{words.recorded}</Badge> : "",
	};
	const table: SessionColumn[] = [
		...useNameColumns(props),
		...useNumberColumns(props),
		...(rows.some(({ has_replay }) => has_replay === 1) ? [replay] : []),
		{
			id: "entry_page",
			head: columns.entry,
			isSortable,
			cell: ({ entry_page }) => facts.one("entry_page", entry_page),
		},
		{
			id: "exit_page",
			head: columns.exit,
			isSortable,
			cell: ({ exit_page }) => facts.one("exit_page", exit_page),
		},
		facts.source,
		facts.place,
		facts.device,
	];
	return (
		<div class={css["list"]}>
			<Table
				label={label}
				columns={table}
				rows={rows}
				keyOf={({ session_id }) => session_id}
				sort={sort}
				isStale={isStale}
				onSort={onSort}
			/>
		</div>
	);
};
