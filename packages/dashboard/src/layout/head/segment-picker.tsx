import { useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { lazyPart } from "../lazy/lazy-part.tsx";
import { useSiteView } from "../site-view.ts";
import { useSegments } from "./use-segments.ts";

const SegmentMenu = lazyPart(async () => (await import("./segment-menu.tsx")).SegmentMenu);
const SaveSegment = lazyPart(async () => (await import("./save-segment.tsx")).SaveSegment);

/** Saved filters: everyone, or one of the segments. */
export const SegmentPicker = () => {
	const words = useWords();
	const { address } = useAddress();
	const { isVisitor } = useSiteView();
	const segments = useSegments();
	const [isSaving, setIsSaving] = useState(false);
	const all = segments.data ?? [];
	const chosen = all.find(({ segmentId }) => segmentId === address.segment);
	const isGone = address.segment !== undefined && segments.state === "ready" && !chosen;
	const name = isGone ? words.filter.segmentGone : (chosen?.name ?? words.filter.everyone);
	if (all.length === 0 && isVisitor && !isGone) return null;
	return (
		<>
			<Popover
				title={words.filter.segments}
				button={
					<>
						<span class="cut">{name}</span>
						<Icon name="down" />
					</>
				}
			>
				{(close) => <SegmentMenu onSave={() => setIsSaving(true)} onClose={close} />}
			</Popover>
			{isSaving && <SaveSegment onClose={() => setIsSaving(false)} />}
		</>
	);
};
