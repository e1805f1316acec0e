import type { BarChange } from "../../charts/bar-list.tsx";
import { type Better, changeOf } from "../../format/change.ts";
import { figureText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { useAddress } from "../../router/use-address.ts";
import { isCompared } from "../../router/viewer.ts";
import { BY_CHANGE, isByChange } from "./queries.ts";

/** The change of a count in a list since the comparison period; a row that only that period has is gone. */
export const useRowChange = (better: Better = "higher") => {
	const { words, locale } = useWording();
	const { gone } = useAreaWords("reports");
	return (current: number, previous: number | undefined): BarChange | undefined => {
		if (previous === undefined) return undefined;
		const change = changeOf({
			current,
			previous,
			unit: "count",
			better,
			locale,
			words: words.chart,
		});
		return (
			change && {
				...change,
				text: current === 0 && previous > 0 ? gone : change.text,
				title: words.chart.from(figureText(previous, "count", locale)),
			}
		);
	};
};

/** The head of the lists' changes, which sorts all of them; undefined without a comparison. */
export const useChangeColumn = () => {
	const { byChange } = useAreaWords("reports");
	const { address, change } = useAddress();
	const isSorted = isByChange(address);
	return isCompared(address)
		? {
				title: byChange,
				isSorted,
				onSort: () => change({ by: isSorted ? undefined : BY_CHANGE }),
			}
		: undefined;
};
