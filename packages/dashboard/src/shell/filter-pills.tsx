import { isNegative } from "../address/filters.ts";
import { useAddress } from "../address/use-address.ts";
import { Button } from "../part/button.tsx";
import { joined } from "../part/class-names.ts";
import { Icon } from "../part/icon.tsx";
import { Popover } from "../part/popover.tsx";
import { useWording } from "../words/language.ts";
import css from "./filter-bar.module.css";
import { FilterEditor } from "./lazy-filter-editor.tsx";
import { filterText } from "./text/filter-text.ts";

/** The filters that hold, each to change or take away. */
export const FilterPills = () => {
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
					{words.filter.clear} <kbd class="desk">Esc</kbd>
				</Button>
			</li>
		</ul>
	);
};
