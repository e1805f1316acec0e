import { BarList } from "../../charts/bar-list.tsx";
import { countText, countTitle, percentText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { ValuePicture } from "../../layout/picture/value-picture.tsx";
import { valueText } from "../../layout/text/filter-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { rowFilterOf, toggled } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { lastMinutes } from "./last-minutes.ts";
import { SHOWN_MINUTES } from "./live-source.ts";

const FIELDS = ["pathname", "referrer", "country"] as const;
/** Three lists have the height of the stream beside them. */
const ROWS = { pathname: 6, referrer: 4, country: 4 };
type Field = (typeof FIELDS)[number];

const NowList = ({ field, everyMs }: { field: Field; everyMs: number | undefined }) => {
	const wording = useWording();
	const { words, locale } = wording;
	const live = useAreaWords("live");
	const { address, change } = useAddress();
	const report = useSiteReport("metric", {
		parameters: { ...lastMinutes(SHOWN_MINUTES), parameter: field, limit: ROWS[field] },
		isCompared: false,
		...(everyMs !== undefined && { everyMs }),
	});
	// "Direct" is listed even with a count of zero.
	const found = (report.data?.data.data ?? []).filter(({ count }) => count > 0);
	const state = cardStateOf(report, () => found.length === 0);
	const isEmpty = report.data !== undefined && report.state === "ready" && found.length === 0;
	return (
		<BarList
			label={live.listLabels[field]}
			tabs={[{ id: field, label: live.lists[field] }]}
			chosen={field}
			onTab={() => {}}
			columns={{ value: live.sessions, share: live.share, shareTitle: live.shareTitles[field] }}
			rows={found.map(({ value, count, percentage }) => {
				const filter = rowFilterOf(address.filters, field, value);
				return {
					id: value,
					label: valueText(field, value, wording),
					picture: <ValuePicture field={field} value={value} />,
					value: count,
					text: countText(count, locale),
					title: countTitle(count, locale),
					share: percentText(percentage, locale),
					filter: filter === "out" ? "without" : filter,
				};
			})}
			onFilter={(value, kind) =>
				change({
					filters: toggled(address.filters, field, value, kind === "without" ? "out" : "only"),
				})
			}
			state={isEmpty ? { message: <CardState icon="bars" title={live.nobody[field]} /> } : state}
			most={ROWS[field]}
			words={words.chart}
		/>
	);
};

/** The pages that are open now, and where their visitors came from. */
export const NowLists = ({ everyMs }: { everyMs: number | undefined }) => (
	<>
		{FIELDS.map((field) => (
			<NowList key={field} field={field} everyMs={everyMs} />
		))}
	</>
);
