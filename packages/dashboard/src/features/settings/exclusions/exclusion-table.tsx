import { useRef } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { valueText } from "../../../layout/text/filter-text.ts";
import { joined } from "../../../ui/class-names.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { type ListName, OUTCOME_OF, valuesOf } from "./exclusion-kinds.ts";
import css from "./exclusions.module.css";

/** A value as it is displayed. */
export const useValueText = () => {
	const wording = useWording();
	return (list: ListName, value: string) => {
		if (list === "excludedCountries") return valueText("country", value, wording);
		return list === "excludedASNs" ? `AS${value}` : value;
	};
};

interface ExclusionTableProps {
	lists: readonly ListName[];
	config: SiteConfig;
	/** The number of events that each reason excluded within the last hour; undefined while unknown. */
	filtered: Readonly<Record<string, number>> | undefined;
	onRemove(list: ListName, value: string): void;
}

/** The values of lists, grouped by kind, with the number of events that each kind excluded recently. */
export const ExclusionTable = ({ lists, config, filtered, onRemove }: ExclusionTableProps) => {
	const { locale } = useWording();
	const words = useAreaWords("settings").exclusions;
	const { site } = useSiteView();
	const valueTextOf = useValueText();
	const table = useRef<HTMLTableElement>(null);
	const count = new Intl.NumberFormat(locale);
	const used = lists.filter((list) => config[list].length > 0);
	if (used.length === 0) return null;
	const hasCounts = lists.some((list) => OUTCOME_OF[list] !== undefined);
	return (
		<table ref={table} class={css["table"]}>
			<thead>
				<tr>
					<th scope="col">{words.value}</th>
					{hasCounts && (
						<th scope="col" class={joined("num", css["count"])}>
							{words.leftOut}
						</th>
					)}
					{site.mayConfigure && (
						<th scope="col" class={css["action"]}>
							<span class="vh">{words.remove}</span>
						</th>
					)}
				</tr>
			</thead>
			{used.map((list) => {
				const outcome = OUTCOME_OF[list];
				return (
					<tbody key={list}>
						{lists.length > 1 && (
							<tr class={css["kind"]}>
								<th scope="rowgroup">{words.kinds[list]}</th>
								{hasCounts && (
									<td class="num">
										{outcome && filtered ? count.format(filtered[outcome] ?? 0) : ""}
									</td>
								)}
								{site.mayConfigure && <td />}
							</tr>
						)}
						{valuesOf(config, list).map((value) => (
							<tr key={value}>
								<th scope="row" class={lists.length > 1 ? css["value"] : undefined}>
									<span class={list === "excludedCountries" ? undefined : "mono"}>
										{valueTextOf(list, value)}
									</span>
								</th>
								{hasCounts && (
									<td class="num">
										{lists.length === 1 && outcome && filtered && value === String(config[list][0])
											? count.format(filtered[outcome] ?? 0)
											: ""}
									</td>
								)}
								{site.mayConfigure && (
									<td class="num">
										<button
											type="button"
											class="link"
											aria-label={words.removeOne(valueTextOf(list, value))}
											onClick={() => {
												onRemove(list, value);
												// The button disappears with its row.
												table.current?.closest("section")?.querySelector("input")?.focus();
											}}
										>
											{words.remove}
										</button>
									</td>
								)}
							</tr>
						))}
					</tbody>
				);
			})}
		</table>
	);
};
