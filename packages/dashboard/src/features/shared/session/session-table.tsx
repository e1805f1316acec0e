import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { Badge } from "../../../ui/choice.tsx";
import { Table, type TableColumn, type TableSort } from "../../../ui/table.tsx";
import { FilterValue } from "../list/filter-value.tsx";
import css from "../list/list.module.css";
import { ListLink } from "../list/list-link.tsx";
import { PersonLabel } from "../person/person-label.tsx";
import { useSiteMoment } from "../time/use-site-moment.ts";
import { sourceOf } from "./source-of.ts";
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

/** Sessions, each with a link to open it. */
export const SessionTable = ({
	label,
	rows,
	sort,
	onSort,
	isStale = false,
	hrefOf,
	isOfOne = false,
}: SessionTableProps) => {
	const { locale } = useWording();
	const { sessions: words, columns } = useAreaWords("people");
	const moment = useSiteMoment();
	const isSortable = sort !== undefined;
	// Filters apply to lists of all visitors: on a person's page, a value links there.
	const Value = isOfOne ? ListLink : FilterValue;
	const number = (value: number) =>
		value === 0 ? <span class="mut">0</span> : countText(value, locale);
	const first: TableColumn<SessionRow>[] = isOfOne
		? []
		: [
				{
					id: "person",
					head: columns.person,
					cell: (session) => (
						<a class={css["name"]} href={hrefOf(session)}>
							<PersonLabel person={session} />
						</a>
					),
				},
			];
	const replayColumn: TableColumn<SessionRow> = {
		id: "has_replay",
		head: columns.replay,
		cell: ({ has_replay }) =>
			has_replay === 1 ? <Badge tone="accent">{words.recorded}</Badge> : "",
	};
	const table: TableColumn<SessionRow>[] = [
		...first,
		{
			id: "session_end",
			head: columns.lastEvent,
			isSortable,
			cell: (session) =>
				isOfOne ? (
					<a class="nw" href={hrefOf(session)}>
						{moment(session.session_end)}
					</a>
				) : (
					<span class="nw">{moment(session.session_end)}</span>
				),
		},
		{
			id: "session_duration",
			head: columns.duration,
			isNumber: true,
			isSortable,
			cell: ({ session_duration }) =>
				session_duration === 0 ? (
					<span class="mut">–</span>
				) : (
					durationText(session_duration, locale)
				),
		},
		{
			id: "pageviews",
			head: columns.pages,
			isNumber: true,
			isSortable,
			cell: ({ pageviews }) => number(pageviews),
		},
		{
			id: "events",
			head: columns.events,
			isNumber: true,
			isSortable,
			cell: ({ events }) => number(events),
		},
		{
			id: "errors",
			head: columns.errors,
			isNumber: true,
			isSortable,
			cell: ({ errors }) =>
				errors > 0 ? <span class={css["bad"]}>◆ {countText(errors, locale)}</span> : number(0),
		},
		...(rows.some(({ has_replay }) => has_replay === 1) ? [replayColumn] : []),
		{
			id: "entry_page",
			head: columns.entry,
			isSortable,
			cell: ({ entry_page }) => (
				<span class={css["page"]}>
					<Value field="entry_page" value={entry_page} />
				</span>
			),
		},
		{
			id: "exit_page",
			head: columns.exit,
			isSortable,
			cell: ({ exit_page }) => (
				<span class={css["page"]}>
					<Value field="exit_page" value={exit_page} />
				</span>
			),
		},
		{
			id: "source",
			head: columns.source,
			cell: (session) => (
				<span class={css["page"]}>
					<Value {...sourceOf(session)} />
				</span>
			),
		},
		{
			id: "place",
			head: columns.place,
			cell: ({ country, city }) => (
				<span class={css["pair"]}>
					<Value field="country" value={country} />
					{city !== "" && <Value field="city" value={city} />}
				</span>
			),
		},
		{
			id: "device",
			head: columns.device,
			cell: ({ browser, operating_system }) => (
				<span class={css["pair"]}>
					<Value field="browser" value={browser} />
					<Value field="operating_system" value={operating_system} />
				</span>
			),
		},
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
