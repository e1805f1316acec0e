import { useState } from "preact/hooks";
import { useOwnSites } from "../../../api/own-sites.ts";
import { useWording } from "../../../i18n/language.ts";
import { FindBox } from "../list/find-box.tsx";
import css from "./access.module.css";
import { CheckList } from "./check-list.tsx";

interface SiteCheckListProps {
	label: string;
	organizationId: string;
	/** Site numbers; those that the search hides stay selected. */
	chosen: ReadonlySet<number>;
	onChange(chosen: ReadonlySet<number>): void;
	/** Shown when the organization has no site. */
	empty: string;
}

/** Selects sites of an organization, with a search if there is more than one page. */
export const SiteCheckList = (props: SiteCheckListProps) => {
	const { label, organizationId, chosen, onChange, empty } = props;
	const { words, locale } = useWording();
	const [search, setSearch] = useState("");
	const report = useOwnSites({
		organization_id: organizationId,
		sort_by: "domain",
		...(search !== "" && { search }),
	});
	const { data: sites = [], totalCount = 0 } = report.data ?? {};
	const others = totalCount - sites.length;
	const number = new Intl.NumberFormat(locale);
	return (
		<>
			<CheckList
				label={chosen.size === 0 ? label : `${label} (${number.format(chosen.size)})`}
				search={
					(search !== "" || others > 0) && (
						<FindBox label={words.sites.search} find={search} onFind={setSearch} />
					)
				}
				choices={sites.map(({ siteId, domain }) => ({ value: siteId, label: domain }))}
				chosen={chosen}
				onChange={onChange}
				empty={report.failure ? words.card.notLoaded : search === "" ? empty : words.sites.none}
				isLoading={report.state === "loading"}
			/>
			{others > 0 && <p class={css["small"]}>{words.sites.more(number.format(others))}</p>}
		</>
	);
};
