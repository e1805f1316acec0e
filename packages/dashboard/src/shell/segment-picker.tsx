import { useState } from "preact/hooks";
import { useAddress } from "../address/use-address.ts";
import { viewerHeaders } from "../address/viewer.ts";
import { answerOf, client } from "../api/client.ts";
import { useReport } from "../api/use-report.ts";
import { Button } from "../part/button.tsx";
import { Icon } from "../part/icon.tsx";
import { Menu } from "../part/menu.tsx";
import { Popover, PopoverBody, PopoverFoot } from "../part/popover.tsx";
import { useWords } from "../words/language.ts";
import { lazyPart } from "./lazy/lazy-part.tsx";
import { segmentsKey } from "./segments-key.ts";
import { useSiteView } from "./site-view.ts";

const SaveSegment = lazyPart(async () => (await import("./save-segment.tsx")).SaveSegment);

/** The segments that the viewer may use on the open site. */
export const useSegments = () => {
	const { site, viewer } = useSiteView();
	return useReport({
		key: [...segmentsKey(site.id), viewer],
		ask: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/segments", {
					params: { path: { site: site.id } },
					headers: viewerHeaders(viewer),
					signal,
				}),
			),
	});
};

/** Saved filters: everyone, or one of the segments. */
export const SegmentPicker = () => {
	const words = useWords();
	const { address, change } = useAddress();
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
				{(close) => (
					<>
						<PopoverBody>
							<Menu
								label={words.filter.segments}
								onDone={close}
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
						{!isVisitor && address.filters.length > 0 && (
							<PopoverFoot>
								<Button
									kind="quiet"
									onClick={() => {
										close();
										setIsSaving(true);
									}}
								>
									{words.filter.save}
								</Button>
							</PopoverFoot>
						)}
					</>
				)}
			</Popover>
			{isSaving && <SaveSegment onClose={() => setIsSaving(false)} />}
		</>
	);
};
