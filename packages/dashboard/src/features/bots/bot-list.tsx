import { useAreaWords } from "../../i18n/areas.ts";
import { CountedValues } from "../shared/report/counted-values.tsx";
import { type BotDimension, concernsBots, type Layer } from "./bots-view.ts";

interface BotListProps<Dimension extends BotDimension> {
	label: string;
	dimensions: readonly Dimension[];
	chosen: Dimension;
	layer: Layer | undefined;
	onChoose(dimension: Dimension): void;
	/** Whether all rows are shown, in a dialog. */
	isWhole: boolean;
	onWhole(isWhole: boolean): void;
}

/** Requests by bots, grouped by who sends them or by what they request. */
export const BotList = <Dimension extends BotDimension>({
	layer,
	...props
}: BotListProps<Dimension>) => {
	const texts = useAreaWords("quality").bots;
	const { chosen } = props;
	return (
		<CountedValues
			{...props}
			names={texts.dimensions}
			report="bots/by-dimension"
			parameters={layer === undefined ? {} : { layer }}
			columns={{
				value: texts.requestsColumn,
				share: texts.shareColumn,
				shareTitle: texts.shareTitle,
			}}
			valueNames={
				chosen === "bot_purpose" ? texts.purposes : chosen === "bot_claim" ? texts.claims : {}
			}
			isFilter={concernsBots(chosen)}
		/>
	);
};
