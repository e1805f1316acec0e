import { rowFilterOf, toggled } from "../../address/filters.ts";
import { useAddress } from "../../address/use-address.ts";
import { BarList, type BarRow } from "../../chart/bar-list.tsx";
import { BAR_ROWS } from "../../chart/bar-rows.ts";
import { countText, countTitle, percentText } from "../../shape/number.ts";
import { cardStateOf } from "../../shell/card-state-of.tsx";
import { valueText } from "../../shell/text/filter-text.ts";
import { useSiteReport } from "../../shell/use-site-report.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
import { ALL_VALUES, AllValues } from "../quality/all-values.tsx";
import { CsvLink } from "../quality/csv-link.tsx";
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

/** Requests by bots by who sends them, or by what they are about. */
export const BotList = <Dimension extends BotDimension>(props: BotListProps<Dimension>) => {
	const { label, dimensions, chosen, layer, onChoose, isWhole, onWhole } = props;
	const wording = useWording();
	const { words, locale } = wording;
	const { bots: texts, lists } = useAreaWords("quality");
	const { address, change } = useAddress();
	const ask = (limit: number, isOff: boolean) =>
		useSiteReport("bots/by-dimension", {
			isCompared: false,
			isOff,
			parameters: {
				...{ dimension: chosen, limit, page: 1 },
				...(layer !== undefined && { layer }),
			},
		});
	const report = ask(BAR_ROWS, false);
	const whole = ask(ALL_VALUES, !isWhole);
	const { totalCount = 0 } = report.data?.data ?? {};
	const named: Readonly<Record<string, string>> =
		chosen === "bot_purpose" ? texts.purposes : chosen === "bot_claim" ? texts.claims : {};
	const rowsOf = (answer: typeof report.data): BarRow[] =>
		(answer?.data.data ?? []).map(({ value, count, percentage }) => {
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
		});
	const onFilter = concernsBots(chosen)
		? (value: string, kind: "only" | "without") =>
				change({
					filters: toggled(address.filters, chosen, value, kind === "without" ? "out" : "only"),
				})
		: undefined;
	const heads = { value: texts.requestsColumn, share: texts.shareColumn };
	return (
		<>
			<BarList
				label={label}
				tabs={dimensions.map((id) => ({ id, label: texts.dimensions[id] }))}
				chosen={chosen}
				onTab={(id) => {
					const to = dimensions.find((one) => one === id);
					if (to) onChoose(to);
				}}
				columns={{ ...heads, shareTitle: texts.shareTitle }}
				rows={rowsOf(report.data)}
				{...(onFilter && { onFilter })}
				state={cardStateOf(report, (answer) => answer.data.data.length === 0)}
				footer={
					totalCount > BAR_ROWS && (
						<button type="button" class="link" onClick={() => onWhole(true)}>
							{lists.showAll(countText(totalCount, locale))}
						</button>
					)
				}
				words={words.chart}
			/>
			{isWhole && (
				<AllValues
					title={texts.dimensions[chosen]}
					heads={heads}
					report={whole}
					rows={rowsOf(whole.data)}
					rowCount={totalCount}
					onFilter={onFilter}
					csv={
						<CsvLink
							of={texts.dimensions[chosen]}
							report="bots/by-dimension"
							parameters={{ dimension: chosen, ...(layer !== undefined && { layer }) }}
						/>
					}
					onClose={() => onWhole(false)}
				/>
			)}
		</>
	);
};
