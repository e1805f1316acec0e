import { durationText } from "../../format/duration.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { useFactColumns } from "../shared/list/fact-columns.tsx";
import css from "../shared/list/list.module.css";
import { PersonLabel } from "../shared/person/person-label.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import type { ReplayListRow } from "./replay-list.ts";

interface ReplayTableProps {
	rows: readonly ReplayListRow[];
	isStale: boolean;
	hrefOf(row: ReplayListRow): string;
}

const pathOf = (url: string): string => {
	try {
		return new URL(url).pathname;
	} catch {
		return url;
	}
};

/** Recordings, each with a link to open it. */
export const ReplayTable = ({ rows, isStale, hrefOf }: ReplayTableProps) => {
	const { locale, words } = useWording();
	const { columns, fact, tableOf } = useAreaWords("people");
	const moment = useSiteMoment();
	const facts = useFactColumns();
	const table: TableColumn<ReplayListRow>[] = [
		{
			id: "person",
			head: columns.person,
			cell: (row) => (
				<a class={css["name"]} href={hrefOf(row)}>
					<PersonLabel person={row} />
				</a>
			),
		},
		{
			id: "start_time",
			head: columns.recorded,
			cell: ({ start_time }) => <span class="nw">{moment(start_time)}</span>,
		},
		{
			id: "duration",
			head: columns.duration,
			isNumber: true,
			cell: ({ duration_ms }) => durationText(duration_ms / 1000, locale),
		},
		{
			id: "page",
			head: columns.entry,
			cell: ({ page_url }) => facts.one("pathname", pathOf(page_url)),
		},
		{
			id: "event_count",
			head: fact.rrwebEvents,
			isNumber: true,
			cell: ({ event_count }) => countText(event_count, locale),
		},
		facts.place,
		facts.device,
		{
			id: "size",
			head: fact.size,
			isNumber: true,
			cell: ({ screen_width: width, screen_height: height }) =>
				width > 0 ? `${width} × ${height}` : "",
		},
	];
	return (
		<div class={css["list"]}>
			<Table
				label={tableOf(words.page.replays)}
				columns={table}
				rows={rows}
				keyOf={({ session_id }) => session_id}
				isStale={isStale}
			/>
		</div>
	);
};
