import { useAreaWords } from "../../../i18n/areas.ts";
import type { TableColumn } from "../../../ui/table.tsx";
import { FilterFact } from "./filter-fact.tsx";
import css from "./list.module.css";
import { ListLink } from "./list-link.tsx";
import { sourceOf } from "./source-of.ts";

/**
 * The columns of facts in the lists of sessions, people and replays. A click on a fact filters the list.
 * @param isOfOne filters do not apply to the list of one person: a fact links to all sessions with it
 */
export const useFactColumns = (isOfOne = false) => {
	const { columns } = useAreaWords("people");
	const Fact = isOfOne ? ListLink : FilterFact;
	const one = (field: string, value: string) => (
		<span class={css["page"]}>
			<Fact field={field} value={value} />
		</span>
	);
	const place: TableColumn<{ country: string; city: string }> = {
		id: "place",
		head: columns.place,
		cell: ({ country, city }) => (
			<span class={css["pair"]}>
				<Fact field="country" value={country} look={city === "" ? "fact" : "picture"} />
				{city !== "" && <Fact field="city" value={city} look="text" />}
			</span>
		),
	};
	const device: TableColumn<{ browser: string; operating_system: string }> = {
		id: "device",
		head: columns.device,
		cell: ({ browser, operating_system }) => (
			<span class={css["pair"]}>
				<Fact field="browser" value={browser} />
				<Fact field="operating_system" value={operating_system} look="picture" />
			</span>
		),
	};
	const source: TableColumn<{ referrer: string }> = {
		id: "source",
		head: columns.source,
		cell: (row) => {
			const { field, value } = sourceOf(row);
			return one(field, value);
		},
	};
	return { place, device, source, one };
};
