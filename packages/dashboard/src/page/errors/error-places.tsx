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

/** What the address has open: the dialog with all rows. */
const WHOLE = "where";

const PLACES = [
	"pathname",
	"browser_version",
	"operating_system_version",
	"device_type",
	"country",
	"app_version",
] as const;

/** Where an error happened: on which pages, in which browsers and systems, in which version of the app. */
export const ErrorPlaces = ({ errorId }: { errorId: string }) => {
	const wording = useWording();
	const { words, locale } = wording;
	const { errors: texts, lists } = useAreaWords("quality");
	const { address, change } = useAddress();
	const chosen = PLACES.find((one) => one === address.line) ?? "pathname";
	const isWhole = address.open === WHOLE;
	const ask = (limit: number, isOff: boolean) =>
		useSiteReport("errors/by-dimension", {
			isCompared: false,
			isOff,
			parameters: { errorId, dimension: chosen, page: 1, limit },
		});
	const report = ask(BAR_ROWS, false);
	const whole = ask(ALL_VALUES, !isWhole);
	const { totalCount = 0 } = report.data?.data ?? {};
	const rowsOf = (answer: typeof report.data): BarRow[] =>
		(answer?.data.data ?? []).map(({ value, count, percentage }) => {
			const filter = rowFilterOf(address.filters, chosen, value);
			return {
				id: value,
				label: valueText(chosen, value, wording),
				value: count,
				text: countText(count, locale),
				title: countTitle(count, locale),
				share: percentText(percentage, locale),
				filter: filter === "out" ? "without" : filter,
			};
		});
	const onFilter = (value: string, kind: "only" | "without") =>
		change({
			filters: toggled(address.filters, chosen, value, kind === "without" ? "out" : "only"),
		});
	const heads = { value: texts.occurrences, share: texts.share };
	return (
		<>
			<BarList
				label={texts.where}
				tabs={PLACES.map((id) => ({ id, label: texts.places[id] }))}
				chosen={chosen}
				onTab={(id) => change({ line: id === "pathname" ? undefined : id })}
				columns={{ ...heads, shareTitle: texts.shareTitle }}
				rows={rowsOf(report.data)}
				onFilter={onFilter}
				state={cardStateOf(report, (answer) => answer.data.data.length === 0)}
				footer={
					totalCount > BAR_ROWS && (
						<button type="button" class="link" onClick={() => change({ open: WHOLE })}>
							{lists.showAll(countText(totalCount, locale))}
						</button>
					)
				}
				words={words.chart}
			/>
			{isWhole && (
				<AllValues
					title={texts.places[chosen]}
					heads={heads}
					report={whole}
					rows={rowsOf(whole.data)}
					rowCount={totalCount}
					onFilter={onFilter}
					csv={
						<CsvLink
							of={texts.places[chosen]}
							report="errors/by-dimension"
							parameters={{ errorId, dimension: chosen }}
						/>
					}
					onClose={() => change({ open: undefined })}
				/>
			)}
		</>
	);
};
