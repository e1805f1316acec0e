import { useLiveCount } from "../../api/sites.ts";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { LiveDot } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { lastMinutes } from "./last-minutes.ts";
import { SHOWN_MINUTES } from "./live-source.ts";
import { MinuteBars } from "./minute-bars.tsx";
import { minutesUntil } from "./minutes.ts";
import css from "./now-panel.module.css";

const PRESENT_MINUTES = 5;

interface NowPanelProps {
	/** Undefined while the page is paused. */
	everyMs: number | undefined;
	isFiltered: boolean;
}

/** The number of current sessions. With a filter it comes from a report, since only reports can be filtered. */
const useSessionsNow = ({ everyMs, isFiltered }: NowPanelProps): number | undefined => {
	const { site, viewer } = useSiteView();
	const all = useLiveCount(site.id, viewer);
	const filtered = useSiteReport("overview", {
		parameters: lastMinutes(PRESENT_MINUTES),
		isCompared: false,
		isOff: !isFiltered,
		...(everyMs !== undefined && { everyMs }),
	});
	return isFiltered ? filtered.data?.data.sessions : all.data;
};

/** The number of sessions now, and the page views of the minutes before. */
export const NowPanel = (props: NowPanelProps) => {
	const { locale } = useWording();
	const live = useAreaWords("live");
	const { timeZone } = useSiteView();
	const sessions = useSessionsNow(props);
	const report = useSiteReport("overview/time-series", {
		parameters: { ...lastMinutes(SHOWN_MINUTES), bucket: "minute" },
		isCompared: false,
		...(props.everyMs !== undefined && { everyMs: props.everyMs }),
	});
	// As of the response: later events are not in its last minute.
	const at = report.updatedAt || Date.now();
	return (
		<Panel label={live.nowLabel} isPadded isBusy={!report.data}>
			<div class={css["now"]}>
				<div>
					<p>
						<LiveDot isOn={(sessions ?? 0) > 0}>{live.sessionsNow}</LiveDot>
					</p>
					<p class={css["figure"]}>{sessions === undefined ? "–" : countText(sessions, locale)}</p>
					<p class={css["small"]}>{live.seenIn(String(PRESENT_MINUTES))}</p>
				</div>
				{report.state === "failed" && !report.data ? (
					<ReportFailure report={report} />
				) : (
					<MinuteBars
						minutes={minutesUntil(at, SHOWN_MINUTES, report.data?.data ?? [], timeZone)}
						isStale={report.state !== "ready"}
					/>
				)}
			</div>
		</Panel>
	);
};
