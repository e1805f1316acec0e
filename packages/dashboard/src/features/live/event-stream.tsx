import { useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { pagesOfAreas } from "../../layout/frame/menu-entries.ts";
import { useMedia } from "../../layout/preference/use-external-store.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button } from "../../ui/button.tsx";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { LiveDot } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { eventKey, type LiveEvent } from "./event-list.ts";
import { LiveEventRow } from "./event-row.tsx";
import css from "./event-stream.module.css";
import { type LiveState, POLL_MS } from "./live-feed.ts";

interface EventStreamProps {
	feed: LiveState & { retry(): void };
	/** The events that are shown: while paused, those from the moment of the pause. */
	events: readonly LiveEvent[] | undefined;
	isPaused: boolean;
	isFiltered: boolean;
}

/** When lists are stacked below the stream, it starts with fewer events. */
const PHONE_ROWS = 12;
const ANNOUNCE_MS = 20_000;

/** Announces the number of new events from time to time: announcing each one would never stop. */
const useAnnouncement = (arrived: number, isPaused: boolean): string => {
	const { locale } = useWording();
	const live = useAreaWords("live");
	const [said, setSaid] = useState({ arrived, text: "" });
	const latest = useRef(arrived);
	latest.current = arrived;
	useEffect(() => {
		if (isPaused) return undefined;
		const timer = setInterval(
			() =>
				setSaid((before) => {
					const fresh = latest.current - before.arrived;
					if (fresh <= 0) return { arrived: latest.current, text: "" };
					return { arrived: latest.current, text: live.newEvents(countText(fresh, locale), fresh) };
				}),
			ANNOUNCE_MS,
		);
		return () => clearInterval(timer);
	}, [isPaused, locale]);
	return said.text;
};

/** Which pages the links of events may open. */
const useMayOpen = () => {
	const { site, isVisitor } = useSiteView();
	const areas = site.seenBy?.areas;
	const pages = isVisitor && areas ? pagesOfAreas(areas) : undefined;
	return {
		sessions: pages?.includes("sessions") ?? true,
		users: pages?.includes("users") ?? true,
	};
};

const Status = ({ feed, isPaused, isFiltered }: Omit<EventStreamProps, "events">) => {
	const live = useAreaWords("live");
	const seconds = String(POLL_MS / 1000);
	const text = isPaused
		? live.status.paused
		: feed.status === "polled" && isFiltered
			? live.status.filtered(seconds)
			: live.status[feed.status];
	const isOn = !isPaused && (feed.status === "pushed" || (isFiltered && feed.status === "polled"));
	return <LiveDot isOn={isOn}>{text}</LiveDot>;
};

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => {
	const { words } = useWording();
	const live = useAreaWords("live");
	const { change } = useAddress();
	if (!isFiltered)
		return (
			<CardState icon="pulse" title={live.quiet}>
				{live.quietText}
			</CardState>
		);
	return (
		<CardState
			icon="filter"
			title={live.noMatch}
			action={
				<Button onClick={() => change({ filters: [], segment: undefined })}>
					{words.card.unfilter}
				</Button>
			}
		>
			{live.quietText}
		</CardState>
	);
};

const Content = ({ feed, events, isFiltered }: Omit<EventStreamProps, "isPaused">) => {
	const { locale } = useWording();
	const live = useAreaWords("live");
	const mayOpen = useMayOpen();
	const isPhone = useMedia("(max-width: 699px)");
	const [isWhole, setIsWhole] = useState(false);
	const { failure, status, retry } = feed;
	if (failure && (status === "refused" || events === undefined))
		return (
			<ReportFailure report={{ state: "failed", data: undefined, failure, updatedAt: 0, retry }} />
		);
	if (events === undefined) return <SkeletonRows rows={16} />;
	if (events.length === 0) return <Nothing isFiltered={isFiltered} />;
	const isCut = isPhone && !isWhole && events.length > PHONE_ROWS;
	return (
		<>
			<ol class={css["rows"]} aria-label={live.streamLabel}>
				{(isCut ? events.slice(0, PHONE_ROWS) : events).map((event) => (
					<LiveEventRow key={eventKey(event)} event={event} mayOpen={mayOpen} />
				))}
			</ol>
			{isCut && (
				<Button class={css["more"]} onClick={() => setIsWhole(true)}>
					{live.showAll(countText(events.length, locale))}
				</Button>
			)}
		</>
	);
};

/** Visitors' actions, as they happen. */
export const EventStream = (props: EventStreamProps) => {
	const { feed, isPaused, isFiltered } = props;
	const live = useAreaWords("live");
	const { timeZone } = useSiteView();
	const announcement = useAnnouncement(feed.arrived, isPaused);
	const isLost =
		!isPaused &&
		feed.events !== undefined &&
		(feed.status === "unreachable" ||
			feed.status === "unreadable" ||
			(feed.status === "polled" && !isFiltered));
	return (
		<Panel
			label={live.streamLabel}
			title={live.stream}
			aside={
				<span class={css["status"]}>
					<Status {...props} />
				</span>
			}
			foot={<span>{live.zone(timeZone)}</span>}
		>
			{isLost && <p class={css["lost"]}>{live.lost[feed.status as keyof typeof live.lost]}</p>}
			<div class={css["body"]}>
				<Content {...props} />
			</div>
			<span class="vh" role="status">
				{announcement}
			</span>
		</Panel>
	);
};
