import { useMemo } from "preact/hooks";
import { HeatMap, type HeatRow } from "../../charts/heat-map.tsx";
import { figureText } from "../../format/number.ts";
import { clockText } from "../../format/time.ts";
import { DAY_MS, HOUR_MS } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useWeekStart } from "../../layout/preference/use-week-start.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { daysBetween } from "../../router/days.ts";
import { daysOf } from "../../router/range.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ToBoard } from "../shared/question/lazy-to-board.ts";
import { hoursOfWeek, MAX_HEAT_DAYS } from "./hours.ts";
import css from "./overview.module.css";
import { hoursQuery } from "./queries.ts";
import { useCardReport } from "./use-card-report.ts";

/** A Monday, used to name the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const LABEL_EVERY = 6;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The weekdays and hours at which visitors come. */
export const HoursCard = () => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("reports");
	const { address } = useAddress();
	const { now, timeZone } = useSiteView();
	const weekStart = useWeekStart();
	const days = daysOf(address.range, now, timeZone);
	const isLong =
		address.range.kind === "all" || (days && daysBetween(days.first, days.last) > MAX_HEAT_DAYS);
	const report = useCardReport(hoursQuery, { isOff: isLong === true });
	const points = report.data?.data;
	const rows = useMemo((): HeatRow[] => {
		const names = {
			short: new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }),
			long: new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }),
		};
		return hoursOfWeek(points ?? [], weekStart).map(({ weekday, sums, repeated }) => {
			const day = MONDAY + weekday * DAY_MS;
			return {
				id: String(weekday),
				label: names.short.format(day),
				cells: sums.map((value, hour) => {
					const text = figureText(value, "count", locale);
					const clock = clockText(hour * HOUR_MS, locale);
					const title = words.hourCell(names.long.format(day), clock, text);
					return { value, text, title: repeated.has(hour) ? words.hourTwice(title) : title };
				}),
			};
		});
	}, [points, weekStart, locale, words]);
	const state = cardStateOf(report, ({ data }) => data.every(({ sessions }) => sessions === 0));
	return (
		<Panel
			label={words.card.hours}
			title={words.card.hours}
			aside={
				<>
					<span class={css["zone"]}>{words.hours(timeZone)}</span>
					<ToBoard
						title={words.card.hours}
						question={{ metrics: ["sessions"], dimensions: ["hour_of_day"] }}
					/>
				</>
			}
			isStale={state === "stale"}
		>
			<div class={css["hours"]}>
				{isLong ? (
					<CardState icon="info" title={words.card.hours}>
						{words.hoursLong(figureText(MAX_HEAT_DAYS, "count", locale))}
					</CardState>
				) : (
					<HeatMap
						label={words.hoursLabel}
						heads={{ row: words.weekday }}
						columns={HOURS.map((hour) => ({
							label: String(hour).padStart(2, "0"),
							isHidden: hour % LABEL_EVERY !== 0,
						}))}
						rows={rows}
						hasNumbers={false}
						state={state}
						words={frame.chart}
					/>
				)}
			</div>
		</Panel>
	);
};
