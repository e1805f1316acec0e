import { useMemo } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { basePath } from "../../router/current-place.ts";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Neighbours } from "../shared/list/neighbours.tsx";
import { usePageKeys } from "../shared/list/use-page-keys.ts";
import { usePersonText } from "../shared/person/person-label.tsx";
import { Recording } from "../shared/replay-player/recording.tsx";
import { usePathReport } from "../shared/report/use-path-report.ts";
import { SessionFacts, SessionMeasures } from "../shared/session/session-facts.tsx";
import { timelineOf } from "../shared/session/timeline.ts";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import { Confirm } from "../shared/write/confirm.tsx";
import { neighboursIn, replayPageOf } from "./replay-list.ts";
import { replaysKey, useReplays } from "./use-replays.ts";

const DeleteRecording = ({
	id,
	onDone,
	onClose,
}: {
	id: string;
	onDone(): void;
	onClose(): void;
}) => {
	const { replays } = useAreaWords("people");
	const { site } = useSiteView();
	const remove = async () => {
		await answerOf(
			client.DELETE("/api/sites/{site}/session-replay/{sessionId}", {
				params: { path: { site: site.id, sessionId: id } },
			}),
		);
		toast(replays.deleted);
		onDone();
		await invalidate(replaysKey(site.id));
	};
	return (
		<Confirm
			title={replays.deleteTitle}
			action={replays.delete}
			keep={replays.keep}
			change={remove}
			onClose={onClose}
		>
			{replays.deleteText}
		</Confirm>
	);
};

/** The most events of a session that the API returns at once. */
const MOST = 1000;

/** One recording, with the timeline and the facts of its session. */
export const ReplayDetail = ({ id }: { id: string }) => {
	const words = useWords();
	const people = useAreaWords("people");
	const { address, destination, change, linkTo, go } = useAddress();
	const { linkWith } = usePageKeys();
	const { site } = useSiteView();
	const moment = useSiteMoment();
	const personText = usePersonText();
	const rows = useReplays(replayPageOf(address)).data ?? [];
	const { before, after } = neighboursIn(rows, id);
	const report = usePathReport(
		"sessions/{sessionId}",
		{ sessionId: id },
		{ parameters: { limit: MOST } },
	);
	const answer = report.data?.data;
	const timeline = useMemo(
		() => (answer ? timelineOf(answer.events, Date.parse(answer.session.session_start)) : []),
		[answer],
	);
	if (destination.to !== "site") return null;
	const to = (other: string | undefined) =>
		other === undefined
			? undefined
			: linkWith({ ...destination, rest: [other] }, { at: undefined });
	const list = linkWith({ ...destination, rest: [] }, { at: undefined });
	const title = answer
		? `${personText(answer.session)}, ${moment(answer.session.session_start)}`
		: people.replays.one;
	return (
		<>
			<PageHead
				title={title}
				of={site.domain}
				actions={
					<>
						<Neighbours before={to(before)} after={to(after)} words={people.inList} />
						<LinkButton kind="tool" href={linkTo({ ...destination, page: "sessions", rest: [id] })}>
							{people.replays.toSession}
						</LinkButton>
						{site.mayConfigure && (
							<Button kind="tool" onClick={() => change({ open: "delete" })}>
								{people.replays.delete}
							</Button>
						)}
					</>
				}
			>
				<a class="link" href={list}>
					{words.page.replays}
				</a>{" "}
				<span class="mut">/</span> {title}
			</PageHead>
			<Recording id={id} timeline={timeline}>
				{answer && (
					<>
						<SessionFacts session={answer.session} />
						<SessionMeasures session={answer.session} />
					</>
				)}
			</Recording>
			{address.open === "delete" && site.mayConfigure && (
				<DeleteRecording
					id={id}
					onClose={() => change({ open: undefined })}
					onDone={() => go(list.slice(basePath().length))}
				/>
			)}
		</>
	);
};
