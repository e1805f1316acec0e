import { dayOf } from "../../address/days.ts";
import { HeatMap } from "../../chart/heat-map.tsx";
import { Panel } from "../../part/panel.tsx";
import { dateText } from "../../shape/time.ts";
import { parseWallTime, wallTimeOf } from "../../shape/wall-time.ts";
import { cardStateOf } from "../../shell/card-state-of.tsx";
import { useSiteView } from "../../shell/site-view.ts";
import { useAreaWords } from "../../words/areas.ts";
import { useWording } from "../../words/language.ts";
import { usePathReport } from "../people/use-path-report.ts";
import { activityCalendar } from "./activity.ts";
import css from "./users.module.css";

const WEEKS = 26;

/** On which days a person came, as a calendar. */
export const ActivityPanel = ({ id }: { id: string }) => {
	const { words, locale } = useWording();
	const { users } = useAreaWords("people");
	const { timeZone, now } = useSiteView();
	const report = usePathReport(
		"users/session-count",
		{},
		{ parameters: { user_id: id, time_zone: timeZone } },
	);
	const calendar = activityCalendar(report.data?.data ?? [], dayOf(now, timeZone), WEEKS);
	const time = { locale, now: wallTimeOf(now, timeZone) };
	const dayText = (day: string) => dateText(parseWallTime(day), time, { weekday: true });
	const monthOf = (day: string) =>
		new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }).format(parseWallTime(day));
	const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
	return (
		<Panel
			label={users.activity}
			title={users.activity}
			aside={<span class="mut">{users.activityOf}</span>}
		>
			<div class={css["calendar"]}>
				<HeatMap
					label={users.activityOf}
					heads={{ row: users.weekday }}
					hasNumbers={false}
					words={words.chart}
					state={cardStateOf(report)}
					columns={calendar.weeks.map((week, index) => {
						const isNewMonth =
							index === 0 || monthOf(week) !== monthOf(calendar.weeks[index - 1] ?? "");
						return isNewMonth ? { label: monthOf(week) } : { label: dayText(week), isHidden: true };
					})}
					rows={calendar.rows.map((days, index) => ({
						id: String(index),
						// 5 January 2026 is a Monday.
						label: weekday.format(Date.UTC(2026, 0, 5 + index)),
						cells: days.map(
							(day) =>
								day && {
									value: day.sessions,
									text: String(day.sessions),
									title: users.day(dayText(day.day), String(day.sessions)),
								},
						),
					}))}
				/>
			</div>
		</Panel>
	);
};
