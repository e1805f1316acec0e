import { answerOf, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { dayOf } from "../../router/days.ts";
import type { CalendarDays } from "../../ui/form/calendar.tsx";
import { useMedia } from "../preference/use-external-store.ts";
import { useWeekStart } from "../preference/use-week-start.ts";
import { useSiteView } from "../site-view.ts";

/** The days of a site that its calendars offer. */
export const useCalendarDays = (): CalendarDays => {
	const { site, isVisitor, now, timeZone } = useSiteView();
	const weekStart = useWeekStart();
	const isWide = useMedia("(min-width: 768px)");
	const { data: firstEventAt } = useReport({
		key: ["first-event", site.id],
		// Only members may ask; for others all days are offered.
		isOff: isVisitor,
		fetch: async (signal) => {
			const call = client.GET("/api/sites/{site}/outcomes", {
				params: { path: { site: site.id } },
				signal,
			});
			return (await answerOf(call)).data.firstEventAt;
		},
	});
	return {
		today: dayOf(now, timeZone),
		earliest: firstEventAt ? dayOf(Date.parse(firstEventAt), timeZone) : undefined,
		weekStart,
		months: isWide ? 2 : 1,
	};
};
