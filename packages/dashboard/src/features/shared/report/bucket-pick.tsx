import type { SeriesBucket } from "../../../router/range.ts";
import { useAddress } from "../../../router/use-address.ts";
import { Pick } from "../../../ui/form/choice.tsx";
import { useChartTime } from "./use-chart-time.ts";

/** Labels of the buckets and of the control. */
export type BucketWords = Readonly<Record<SeriesBucket | "label", string>>;

/** Chooses hours, days or weeks, whichever suit the range; nothing if there is only one choice. */
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
