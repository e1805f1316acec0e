import { bucketsFor, type SeriesBucket } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { Pick } from "../../ui/choice.tsx";
import { useTexts } from "./use-texts.ts";

/** How the series of a page is cut: as the address says, or as it suits the range. */
export const useBucket = (): SeriesBucket => {
	const { address } = useAddress();
	const { view } = useTexts();
	const [usual = "day"] = bucketsFor(address.range, view.now, view.timeZone);
	return address.bucket ?? usual;
};

const ORDER: readonly SeriesBucket[] = ["minute", "ten_minutes", "hour", "day", "week", "month"];

/** The choices of buckets that suit the range, from short to long. */
export const BucketPick = () => {
	const { address, change } = useAddress();
	const { own, view } = useTexts();
	const bucket = useBucket();
	const suitable = bucketsFor(address.range, view.now, view.timeZone);
	const shown = ORDER.filter((one) => one === bucket || suitable.includes(one));
	return (
		<Pick
			label={own.bucket.label}
			choices={shown.map((id) => ({ id, label: own.bucket[id] }))}
			chosen={bucket}
			onChoose={(chosen) => change({ bucket: chosen === suitable[0] ? undefined : chosen })}
		/>
	);
};
