import { rowFilterOf, toggled } from "../../address/filters.ts";
import { useAddress } from "../../address/use-address.ts";
import { BAR_ROWS, BarList } from "../../chart/bar-list.tsx";
import { countText, countTitle, percentText } from "../../shape/number.ts";
import { cardStateOf } from "../../shell/card-state-of.tsx";
import { valueText } from "../../shell/text/filter-text.ts";
import { useSiteReport } from "../../shell/use-site-report.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
import { type BotDimension, concernsBots, type Layer } from "./bots-view.ts";

interface BotListProps<Dimension extends BotDimension> {
	label: string;
	dimensions: readonly Dimension[];
	chosen: Dimension;
	layer: Layer | undefined;
	onChoose(dimension: Dimension): void;
}

/** Requests by bots by who sends them, or by what they are about. */
export const BotList = <Dimension extends BotDimension>(props: BotListProps<Dimension>) => {
	const { label, dimensions, chosen, layer, onChoose } = props;
	const wording = useWording();
	const { words, locale } = wording;
	const texts = useAreaWords("quality").bots;
	const { address, change } = useAddress();
	const report = useSiteReport("bots/by-dimension", {
		isCompared: false,
		parameters: {
			dimension: chosen,
			limit: BAR_ROWS,
			page: 1,
			...(layer !== undefined && { layer }),
		},
	});
	const { data = [], totalCount = 0 } = report.data?.data ?? {};
	const named: Readonly<Record<string, string>> =
		chosen === "bot_purpose" ? texts.purposes : chosen === "bot_claim" ? texts.claims : {};
	const more = totalCount - data.length;
	return (
		<BarList
			label={label}
			tabs={dimensions.map((id) => ({ id, label: texts.dimensions[id] }))}
			chosen={chosen}
			onTab={(id) => {
				const to = dimensions.find((one) => one === id);
				if (to) onChoose(to);
			}}
			columns={{
				value: texts.requestsColumn,
				share: texts.shareColumn,
				shareTitle: texts.shareTitle,
			}}
			rows={data.map(({ value, count, percentage }) => {
				const filter = rowFilterOf(address.filters, chosen, value);
				return {
					id: value,
					label: Object.hasOwn(named, value)
						? (named[value] ?? value)
						: valueText(chosen, value, wording),
					value: count,
					text: countText(count, locale),
					title: countTitle(count, locale),
					share: percentText(percentage, locale),
					filter: filter === "out" ? "without" : filter,
				};
			})}
			{...(concernsBots(chosen) && {
				onFilter: (value: string, kind: "only" | "without") =>
					change({
						filters: toggled(address.filters, chosen, value, kind === "without" ? "out" : "only"),
					}),
			})}
			state={cardStateOf(report, (answer) => answer.data.data.length === 0)}
			footer={more > 0 && <span>{texts.moreValues(countText(more, locale))}</span>}
			words={words.chart}
		/>
	);
};
