import { moneyText } from "../../format/money.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { Table, type TableColumn, type TableSort } from "../../ui/table.tsx";
import { useFactColumns } from "../shared/list/fact-columns.tsx";
import css from "../shared/list/list.module.css";
import { PersonLabel } from "../shared/person/person-label.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import type { UserRow } from "./user-list.ts";

interface UserTableProps {
	rows: readonly UserRow[];
	sort: TableSort;
	onSort(sort: TableSort): void;
	isStale: boolean;
	hrefOf(row: UserRow): string;
}

/** Distinguishes people with the same name. */
const About = ({ row }: { row: UserRow }) => {
	const email = row.traits?.["email"];
	const name = row.traits?.["name"] ?? row.traits?.["username"];
	return typeof email === "string" && name ? <span class={css["note"]}>{email}</span> : null;
};

/** People, each with a link to open them. */
export const UserTable = ({ rows, sort, onSort, isStale, hrefOf }: UserTableProps) => {
	const { locale, words } = useWording();
	const { columns, tableOf } = useAreaWords("people");
	const moment = useSiteMoment();
	const facts = useFactColumns();
	const { currency } = useSiteView().site;
	const number = (name: "sessions" | "pageviews" | "events") => (row: UserRow) =>
		row[name] === 0 ? <span class="mut">0</span> : countText(row[name], locale);
	const table: TableColumn<UserRow>[] = [
		{
			id: "person",
			head: columns.person,
			cell: (row) => (
				<span class={css["person"]}>
					<a class={css["name"]} href={hrefOf(row)}>
						<PersonLabel person={row} />
					</a>
					<About row={row} />
				</span>
			),
		},
		{
			id: "last_seen",
			head: columns.lastSeen,
			isSortable: true,
			cell: ({ last_seen }) => moment(last_seen),
		},
		{
			id: "first_seen",
			head: columns.firstSeen,
			isSortable: true,
			cell: ({ first_seen }) => moment(first_seen),
		},
		{
			id: "sessions",
			head: columns.sessions,
			isNumber: true,
			isSortable: true,
			cell: number("sessions"),
		},
		{
			id: "pageviews",
			head: columns.pages,
			isNumber: true,
			isSortable: true,
			cell: number("pageviews"),
		},
		{
			id: "events",
			head: columns.events,
			isNumber: true,
			isSortable: true,
			cell: number("events"),
		},
		...(currency === null
			? []
			: [
					{
						id: "revenue",
						head: columns.revenue,
						headTitle: columns.revenueOf,
						isNumber: true,
						isSortable: true,
						cell: ({ revenue = "0", orders = 0 }: UserRow) =>
							orders === 0 && revenue === "0" ? (
								<span class="mut">–</span>
							) : (
								<span title={columns.orders(countText(orders, locale))}>
									{moneyText(Number(revenue), currency, locale)}
								</span>
							),
					},
				]),
		facts.source,
		facts.place,
		facts.device,
	];
	return (
		<div class={css["list"]}>
			<Table
				label={tableOf(words.page.users)}
				columns={table}
				rows={rows}
				keyOf={({ effective_user_id }) => effective_user_id}
				sort={sort}
				isStale={isStale}
				onSort={onSort}
			/>
		</div>
	);
};
