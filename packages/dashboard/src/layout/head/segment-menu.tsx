import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { PopoverBody, PopoverFoot } from "../../ui/overlay/popover.tsx";
import { useSiteView } from "../site-view.ts";
import { useSegments } from "./use-segments.ts";

/** The segments to choose from, with an entry to save a new one. */
export const SegmentMenu = ({ onSave, onClose }: { onSave(): void; onClose(): void }) => {
	const words = useWords();
	const { address, change } = useAddress();
	const { mayWrite } = useSiteView();
	const all = useSegments().data ?? [];
	return (
		<>
			<PopoverBody>
				<Menu
					label={words.filter.segments}
					onDone={onClose}
					items={[
						{
							id: "everyone",
							label: words.filter.everyone,
							isChosen: address.segment === undefined,
							onPick: () => change({ segment: undefined }),
						},
						...all.map(({ segmentId, name: label, filters, isPublic }) => ({
							id: String(segmentId),
							label,
							note: isPublic ? words.filter.shared : words.filter.ofFilters(filters.length),
							isChosen: segmentId === address.segment,
							onPick: () => change({ segment: segmentId }),
						})),
					]}
				/>
			</PopoverBody>
			{mayWrite && address.filters.length > 0 && (
				<PopoverFoot>
					<Button
						kind="quiet"
						onClick={() => {
							onClose();
							onSave();
						}}
					>
						{words.filter.save}
					</Button>
				</PopoverFoot>
			)}
		</>
	);
};
