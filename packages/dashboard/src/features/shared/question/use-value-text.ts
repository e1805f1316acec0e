import { useMemo } from "preact/hooks";
import { bucketText, type TimeContext } from "../../../format/time.ts";
import { parseWallTime, wallTimeOf } from "../../../format/wall-time.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { bucketOf } from "./answer-rows.ts";
import { type Naming, shownValue } from "./metric-text.ts";
import { isBucketed } from "./question.ts";

export const useTime = ({ locale }: Naming): TimeContext => {
	const { now, timeZone } = useSiteView();
	return useMemo(() => ({ locale, now: wallTimeOf(now, timeZone) }), [locale, now, timeZone]);
};

/** Values of dimensions as they are displayed, times included. */
export const useValueText = (naming: Naming) => {
	const time = useTime(naming);
	return (dimension: string, value: string): string => {
		if (!isBucketed(dimension)) return shownValue(dimension, value, naming);
		const wall = parseWallTime(value);
		return Number.isFinite(wall) ? bucketText(wall, bucketOf(dimension), time) : value;
	};
};
