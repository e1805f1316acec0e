import { LazyWorldMap } from "../../charts/lazy-charts.tsx";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import css from "./country-map.module.css";

/** Sessions by country on a map; a click filters by the country. */
export const CountryMap = () => {
	const { words, locale } = useWording();
	const lists = useAreaWords("lists");
	const { address, change } = useAddress();
	const report = useSiteReport("metric", {
		parameters: { parameter: "country", limit: 1000 },
		isCompared: false,
	});
	const countries = (report.data?.data.data ?? []).map(({ value, count }) => ({
		country: value,
		value: count,
	}));
	return (
		<Panel label={lists.map} title={lists.map} isPadded isBusy={!report.data}>
			{report.state === "failed" && !report.data ? (
				<ReportFailure report={report} />
			) : (
				<div class={css["map"]}>
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
				</div>
			)}
		</Panel>
	);
};
