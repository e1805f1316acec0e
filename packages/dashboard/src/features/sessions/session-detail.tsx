import { useMemo, useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import stack from "../../style/stack.module.css";
import { Button } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import css from "../shared/list/list-page.module.css";
import { Missing } from "../shared/list/missing.tsx";
import { Neighbours } from "../shared/list/neighbours.tsx";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { usePersonText } from "../shared/person/person-label.tsx";
import { Recording } from "../shared/replay-player/recording.tsx";
import { usePathReport } from "../shared/report/use-path-report.ts";
import { countsText } from "../shared/session/counts-text.ts";
import { SessionFacts, SessionMeasures } from "../shared/session/session-facts.tsx";
import { entriesOf, timelineOf } from "../shared/session/timeline.ts";
import { TimelineList } from "../shared/session/timeline-list.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { useNeighbours } from "./use-neighbours.ts";

/** How many events are shown at first, and the most that the API returns at once. */
const FIRST = 200;
const MOST = 1000;

const SessionNeighbours = ({ id }: { id: string }) => {
	const words = useAreaWords("people");
	const { destination } = useAddress();
	const { linkWith } = usePageKeys();
	const { before, after } = useNeighbours(id);
	const href = (to: { id: string; page: number } | undefined) =>
		to && destination.to === "site"
			? linkWith({ ...destination, rest: [to.id] }, {}, to.page)
			: undefined;
	return <Neighbours before={href(before)} after={href(after)} words={words.inList} />;
};

/** One session: what happened and when, whose it was, and its recording. */
export const SessionDetail = ({ id }: { id: string }) => {
	const words = useWords();
	const people = useAreaWords("people");
	const { destination } = useAddress();
	const { linkWith } = usePageKeys();
	const { site, isVisitor } = useSiteView();
	const moment = useSiteMoment();
	const personText = usePersonText();
	const [limit, setLimit] = useState(FIRST);
	const report = usePathReport(
		"sessions/{sessionId}",
		{ sessionId: id },
		{ parameters: { limit } },
	);
	const answer = report.data?.data;
	const session = answer?.session;
	const timeline = useMemo(
		() => (answer ? timelineOf(answer.events, Date.parse(answer.session.session_start)) : []),
		[answer],
	);
	const list = destination.to === "site" ? linkWith({ ...destination, rest: [] }) : "#";
	const title = session
		? `${personText(session)}, ${moment(session.session_start)}`
		: people.session.one;
	const hasRecording = session?.has_replay === 1 && !isVisitor;
	const left = answer ? answer.pagination.total - answer.events.length : 0;
	const entries = entriesOf(timeline);
	const timelinePanel = (
		<Panel
			label={people.timeline.title}
			title={people.timeline.title}
			aside={<span class="mut">{countsText(entries, people.timeline)}</span>}
			foot={
				left > 0 && (
					<>
						{people.timeline.left(String(left))}
						{limit < MOST && <Button onClick={() => setLimit(MOST)}>{people.timeline.more}</Button>}
					</>
				)
			}
		>
			<TimelineList label={people.timeline.title} timeline={timeline} />
		</Panel>
	);
	return (
		<>
			<PageHead title={title} of={site.domain} actions={<SessionNeighbours id={id} />}>
				<a class="link" href={list}>
					{words.page.sessions}
				</a>{" "}
				<span class="mut">/</span> {title}
			</PageHead>
			{report.failure?.status === 404 ? (
				<Missing title={people.session.gone} text={people.session.goneText} href={list} />
			) : !answer || !session ? (
				report.failure ? (
					<Panel label={people.session.one}>
						<ReportFailure report={report} />
					</Panel>
				) : (
					<div class={css["aside"]}>
						<SkeletonBlock height={30} />
						<SkeletonBlock height={30} />
					</div>
				)
			) : hasRecording ? (
				<Recording id={id} timeline={timeline}>
					<SessionFacts session={session} />
					<SessionMeasures session={session} />
				</Recording>
			) : (
				<div class={css["aside"]}>
					<div class={stack["stack"]}>
						{timelinePanel}
						<SessionMeasures session={session} />
					</div>
					<div class={stack["stack"]}>
						<SessionFacts session={session} />
					</div>
				</div>
			)}
		</>
	);
};
