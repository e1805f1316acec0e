import type { QueryParameters } from "../../../api/site-reports.ts";
import { BarList, type BarRow } from "../../../charts/bar-list.tsx";
import { BAR_ROWS } from "../../../charts/bar-rows.ts";
import { countText, countTitle, percentText } from "../../../format/number.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { cardStateOf } from "../../../layout/card-state-of.tsx";
import { ValuePicture } from "../../../layout/picture/value-picture.tsx";
import { valueText } from "../../../layout/text/filter-text.ts";
import { useSiteReport } from "../../../layout/use-site-report.ts";
import { rowFilterOf, toggled } from "../../../router/filters.ts";
import { useAddress } from "../../../router/use-address.ts";
import { CsvLink } from "../export/csv-link.tsx";
import { ALL_VALUES, AllValues } from "./all-values.tsx";

interface CountedValuesProps<Dimension extends string> {
	/** What is counted, for screen readers. */
	label: string;
	/** One tab each. */
	dimensions: readonly Dimension[];
	/** The labels of the tabs. */
	names: Readonly<Record<Dimension, string>>;
	chosen: Dimension;
	onChoose(dimension: Dimension): void;
	report: "bots/by-dimension" | "errors/by-dimension";
	/** Parameters of the report besides the dimension. */
	parameters: QueryParameters;
	/** Heads of the two columns of numbers, and what the share is a share of. */
	columns: { value: string; share: string; shareTitle: string };
	/** Display names of values, where the API's are not readable. */
	valueNames?: Readonly<Record<string, string>>;
	/** Whether a click filters by the row; true by default. */
	isFilter?: boolean;
	/** Whether all rows are shown in a dialog. */
	isWhole: boolean;
	onWhole(isWhole: boolean): void;
}

/** The values of a dimension by frequency: the first few, and all of them in a dialog. */
export const CountedValues = <Dimension extends string>(props: CountedValuesProps<Dimension>) => {
	const { label, dimensions, names, chosen, onChoose, columns, valueNames = {} } = props;
	const { report: name, parameters, isFilter = true, isWhole, onWhole } = props;
	const wording = useWording();
	const { words, locale } = wording;
	const { lists } = useAreaWords("quality");
	const { address, change } = useAddress();
	const useValues = (limit: number, isOff: boolean) =>
		useSiteReport(name, {
			isCompared: false,
			isOff,
			parameters: { ...parameters, dimension: chosen, limit, page: 1 },
		});
	const report = useValues(BAR_ROWS, false);
	const whole = useValues(ALL_VALUES, !isWhole);
	const { totalCount = 0 } = report.data?.data ?? {};
	const rowsOf = (answer: typeof report.data): BarRow[] =>
		(answer?.data.data ?? []).map(({ value, count, percentage }) => {
			const filter = rowFilterOf(address.filters, chosen, value);
			const known = Object.hasOwn(valueNames, value) ? valueNames[value] : undefined;
			return {
				id: value,
				label: known ?? valueText(chosen, value, wording),
				picture: <ValuePicture field={chosen} value={value} />,
				value: count,
				text: countText(count, locale),
				title: countTitle(count, locale),
				share: percentText(percentage, locale),
				filter: filter === "out" ? "without" : filter,
			};
		});
	const onFilter = isFilter
		? (value: string, kind: "only" | "without") =>
				change({
					filters: toggled(address.filters, chosen, value, kind === "without" ? "out" : "only"),
				})
		: undefined;
	return (
		<>
			<BarList
				label={label}
				tabs={dimensions.map((id) => ({ id, label: names[id] }))}
				chosen={chosen}
				onTab={(id) => {
					const to = dimensions.find((one) => one === id);
					if (to) onChoose(to);
				}}
				columns={columns}
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
					title={names[chosen]}
					heads={columns}
					report={whole}
					rows={rowsOf(whole.data)}
					rowCount={totalCount}
					field={isFilter ? chosen : undefined}
					csv={
						<CsvLink
							label={lists.csvOf(names[chosen])}
							report={name}
							parameters={{ ...parameters, dimension: chosen }}
						/>
					}
					onClose={() => onWhole(false)}
				/>
			)}
		</>
	);
};
