import { useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ComparisonPicker } from "./comparison-picker.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { FilterPills } from "./filter-pills.tsx";
import css from "./page-head.module.css";
import { SegmentPicker } from "./segment-picker.tsx";

/** On phones: filters and comparison in a sheet. */
export const FilterSheet = ({ onClose }: { onClose(): void }) => {
	const words = useWords();
	const { address, change } = useAddress();
	const [isAdding, setIsAdding] = useState(address.filters.length === 0);
	return (
		<Dialog
			title={words.filter.label}
			look="sheet"
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" class={css["first"]} onClick={() => change({ filters: [] })}>
						{words.filter.clear}
					</Button>
					<Button kind="main" onClick={onClose}>
						{words.filter.show}
					</Button>
				</>
			}
		>
			<FilterPills />
			{isAdding ? (
				<FilterEditor onClose={() => setIsAdding(false)} />
			) : (
				<div>
					<Button onClick={() => setIsAdding(true)}>
						<Icon name="plus" />
						{words.filter.add}
					</Button>
				</div>
			)}
			<div class="row wrap">
				<SegmentPicker />
				<ComparisonPicker />
			</div>
		</Dialog>
	);
};
