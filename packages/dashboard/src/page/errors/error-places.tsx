import { rowFilterOf, toggled } from "../../address/filters.ts";
import { useAddress } from "../../address/use-address.ts";
import { BarList } from "../../chart/bar-list.tsx";
import { countText, countTitle, percentText } from "../../shape/number.ts";
import { cardStateOf } from "../../shell/card-state-of.tsx";
import { valueText } from "../../shell/text/filter-text.ts";
import { useSiteReport } from "../../shell/use-site-report.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";

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
	const texts = useAreaWords("quality").errors;
	const { address, change } = useAddress();
	const chosen = PLACES.find((one) => one === address.line) ?? "pathname";
	const report = useSiteReport("errors/by-dimension", {
		isCompared: false,
		parameters: { errorId, dimension: chosen, page: 1, limit: 8 },
	});
	const { data = [], totalCount = 0 } = report.data?.data ?? {};
	return (
		<BarList
			label={texts.where}
			tabs={PLACES.map((id) => ({ id, label: texts.places[id] }))}
			chosen={chosen}
			onTab={(id) => change({ line: id === "pathname" ? undefined : id })}
			columns={{ value: texts.occurrences, share: texts.share, shareTitle: texts.shareTitle }}
			rows={data.map(({ value, count, percentage }) => {
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
			})}
			onFilter={(value, kind) =>
				change({
					filters: toggled(address.filters, chosen, value, kind === "without" ? "out" : "only"),
				})
			}
			state={cardStateOf(report, (answer) => answer.data.data.length === 0)}
			footer={totalCount > 8 && <span>{texts.moreValues(countText(totalCount - 8, locale))}</span>}
			words={words.chart}
		/>
	);
};
