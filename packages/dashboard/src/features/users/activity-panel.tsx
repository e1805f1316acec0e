import { HeatMap } from "../../charts/heat-map.tsx";
import { dateText } from "../../format/time.ts";
import { parseWallTime, wallTimeOf } from "../../format/wall-time.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { cardStateOf } from "../../layout/card-state-of.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { dayOf } from "../../router/days.ts";
import { Panel } from "../../ui/panel.tsx";
import { usePathReport } from "../shared/report/use-path-report.ts";
import { activityCalendar } from "./activity.ts";
import css from "./users.module.css";

const WEEKS = 26;

/** A calendar of the days on which a person visited. */
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
						const [before, after] = [calendar.weeks[index - 1], calendar.weeks[index + 1]];
						// A month with a single week has no space for its name.
						const isNamed =
							(!before || monthOf(before) !== monthOf(week)) &&
							after !== undefined &&
							monthOf(after) === monthOf(week);
						return isNamed ? { label: monthOf(week) } : { label: dayText(week), isHidden: true };
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
