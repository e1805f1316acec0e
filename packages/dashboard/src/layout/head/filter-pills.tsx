import { useWording } from "../../i18n/language.ts";
import { isNegative } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { joined } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { filterText } from "../text/filter-text.ts";
import css from "./filter-bar.module.css";
import { FilterEditor } from "./lazy-filter-editor.tsx";

/**
 * The active filters, each with buttons to edit and remove it.
 * @param hasShortcut whether Esc removes them
 */
export const FilterPills = ({ hasShortcut = true }: { hasShortcut?: boolean }) => {
	const wording = useWording();
	const { words } = wording;
	const { address, change } = useAddress();
	if (address.filters.length === 0) return null;
	return (
		<ul class={css["pills"]} aria-label={words.filter.label}>
			{address.filters.map((filter, index) => {
				const { field, how, values, whole } = filterText(filter, wording);
				return (
					<li key={whole} class={joined(css["pill"], isNegative(filter.comparator) && css["not"])}>
						<Popover
							kind="quiet"
							buttonClass={css["edit"]}
							label={words.filter.edit(whole)}
							title={words.filter.label}
							button={
								<span class="cut">
									{field} {how} <b>{values}</b>
								</span>
							}
						>
							{(close) => <FilterEditor index={index} onClose={close} />}
						</Popover>
						<button
							type="button"
							class={css["remove"]}
							aria-label={words.filter.remove(whole)}
							onClick={() => change({ filters: address.filters.filter((_, at) => at !== index) })}
						>
							<Icon name="close" />
						</button>
					</li>
				);
			})}
			<li>
				<Button kind="quiet" onClick={() => change({ filters: [] })}>
					{words.filter.clear} {hasShortcut && <kbd class="desk">Esc</kbd>}
				</Button>
			</li>
		</ul>
	);
};
