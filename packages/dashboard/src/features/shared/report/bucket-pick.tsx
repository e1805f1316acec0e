import type { SeriesBucket } from "../../../router/range.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Pick } from "../../../ui/choice.tsx";
import { useChartTime } from "./use-chart-time.ts";

/** Names of the buckets, and of the choice among them. */
export type BucketWords = Readonly<Record<SeriesBucket | "label", string>>;

/** Hours, days, weeks: what suits the range; nothing where there is no choice. */
export const BucketPick = ({ words }: { words: BucketWords }) => {
	const { change } = useAddress();
	const { bucket, usual, buckets } = useChartTime();
	if (buckets.length < 2) return null;
	return (
		<Pick
			label={words.label}
			choices={buckets.map((id) => ({ id, label: words[id] }))}
			chosen={bucket}
			onChoose={(id) => change({ bucket: id === usual ? undefined : id })}
		/>
	);
};
