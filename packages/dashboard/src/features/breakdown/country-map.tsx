import { LazyWorldMap } from "../../charts/lazy-charts.tsx";
import { changeOf } from "../../format/change.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";

/** Sessions by country on a map; a click filters by the country. */
export const CountryMap = () => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const report = useSiteReport("metric", { parameters: { parameter: "country", limit: 1000 } });
	const countries = (report.data?.data.data ?? []).map(
		({ value, count, percentage, previous }) => ({
			country: value,
			value: count,
			share: percentage,
			change: changeOf({
				current: count,
				previous: previous?.count ?? null,
				unit: "count",
				better: "higher",
				locale,
				words: words.chart,
			}),
		}),
	);
	return (
		<Panel label={lists.map} title={lists.map} isPadded isBusy={!report.data}>
			{report.state === "failed" && !report.data ? (
				<ReportFailure report={report} />
			) : (
				<LazyWorldMap
					height="18rem"
					label={lists.map}
					countries={countries}
					counted={lists.counted}
					isStale={report.state !== "ready"}
					onPick={(country) => change({ filters: toggled(address.filters, "country", country) })}
					locale={locale}
					words={words.chart}
				/>
			)}
		</Panel>
	);
};
