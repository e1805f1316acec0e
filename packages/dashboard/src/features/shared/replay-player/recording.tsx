import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { ReportFailure } from "../../../layout/report-failure.tsx";
import { useAddress } from "../../../router/use-address.ts";
import stack from "../../../style/stack.module.css";
import { CardState, SkeletonBlock } from "../../../ui/card-state.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Panel } from "../../../ui/panel.tsx";
import peopleCss from "../list/list-page.module.css";
import { pageKey } from "../list/page-keys.ts";
import { countsText } from "../session/counts-text.ts";
import {
	entriesOf,
	type TimelineEntry,
	type TimelineGap,
	withoutScheme,
} from "../session/timeline.ts";
import { TimelineList } from "../session/timeline-list.tsx";
import { Controls } from "./controls.tsx";
import css from "./player.module.css";
import { Screen } from "./screen.tsx";
import { Scrubber, type ScrubberMark } from "./scrubber.tsx";
import { type Player, usePlayer } from "./use-player.ts";
import { type LoadedRecording, useRecording } from "./use-recording.ts";

const TONES: Partial<Record<TimelineEntry["kind"], ScrubberMark["tone"]>> = {
	page: "page",
	event: "event",
	form: "event",
	error: "bad",
};
/** Events just before the first picture belong to it. */
const MARGIN_MS = 3000;
/** After seeking to an event, that event is the current one despite rounding. */
const SAME_MS = 20;

const useFullScreen = (element: () => HTMLElement | null) => {
	const [isFull, setIsFull] = useState(false);
	useEffect(() => {
		const follow = () => setIsFull(document.fullscreenElement !== null);
		document.addEventListener("fullscreenchange", follow);
		return () => document.removeEventListener("fullscreenchange", follow);
	}, []);
	const toggle = () =>
		void (isFull ? document.exitFullscreen() : element()?.requestFullscreen())?.catch(() => {});
	return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
};

/** The URL of the recording at a moment. */
const momentHref = (at: number): string => {
	const url = new URL(location.href);
	url.searchParams.set("at", String(Math.floor(at / 1000)));
	return url.href;
};

interface PlayerPanelProps {
	recording: LoadedRecording;
	player: Player;
	entries: readonly TimelineEntry[];
	offsetOf(entry: TimelineEntry): number;
}

const PlayerPanel = ({ recording, player, entries, offsetOf }: PlayerPanelProps) => {
	const { player: words, replays } = useAreaWords("people");
	const box = useRef<HTMLDivElement>(null);
	const fullScreen = useFullScreen(() => box.current);
	const { facts } = recording;
	const page = withoutScheme(facts.page_url);
	const { at, size } = player;
	// Shortly after an event, the button goes to the one before it.
	const before = entries.findLast((entry) => offsetOf(entry) < at - 1000);
	const after = entries.find((entry) => offsetOf(entry) > at + 100);
	const { width, height } = size ?? { width: facts.screen_width, height: facts.screen_height };
	return (
		<Panel
			label={replays.one}
			title={
				<>
					{replays.one} <span class={css["page"]}>{page}</span>
				</>
			}
			aside={
				<span class="row">
					<span class="mut wide nw">
						{width} × {height}
					</span>
					<CopyButton text={momentHref(at)} label={words.copyLink} />
				</span>
			}
			foot={words.images}
		>
			<div ref={box} class={css["player"]}>
				{player.isBroken ? (
					<CardState icon="warning" tone="bad" title={replays.broken}>
						{replays.brokenText}
					</CardState>
				) : (
					<Screen player={player} label={words.label(page)} />
				)}
				<div class={css["below"]}>
					<Scrubber
						at={at}
						length={player.length}
						pauses={player.pauses}
						marks={entries.map((entry) => ({
							id: entry.index,
							at: offsetOf(entry),
							tone: TONES[entry.kind] ?? "plain",
						}))}
						onSeek={player.seek}
					/>
					<Controls
						player={player}
						onBack={before && (() => player.seek(offsetOf(before)))}
						onForward={after && (() => player.seek(offsetOf(after)))}
						isFullScreen={fullScreen.isFull}
						onFullScreen={fullScreen.toggle}
					/>
				</div>
			</div>
		</Panel>
	);
};

interface RecordingProps {
	/** Id of its session. */
	id: string;
	timeline: readonly (TimelineEntry | TimelineGap)[];
	/** Shown below the picture: the visitor. */
	children: ComponentChildren;
}

const Playing = ({
	recording,
	timeline,
	children,
}: Omit<RecordingProps, "id"> & { recording: LoadedRecording }) => {
	const { timeline: words } = useAreaWords("people");
	const { address } = useAddress();
	const wanted = Number(pageKey(address, "at"));
	const player = usePlayer(recording, wanted > 0 ? wanted * 1000 : 0);
	const start = Date.parse(recording.facts.start_time);
	const offsetOf = (entry: TimelineEntry) => Math.max(0, Math.min(player.length, entry.at - start));
	const entries = entriesOf(timeline);
	const recorded = entries.filter(
		({ at }) => at >= start - MARGIN_MS && at <= start + player.length + MARGIN_MS,
	);
	const current = recorded.findLast((entry) => offsetOf(entry) <= player.at + SAME_MS);
	return (
		<div class={peopleCss["aside"]}>
			<PlayerPanel recording={recording} player={player} entries={recorded} offsetOf={offsetOf} />
			<div class={peopleCss["timelineBeside"]}>
				<Panel
					label={words.title}
					title={words.title}
					aside={<span class="mut">{countsText(entries, words)}</span>}
				>
					<TimelineList
						isTall
						label={words.title}
						timeline={timeline}
						current={current?.index}
						onSeek={(entry) => player.seek(offsetOf(entry))}
					/>
				</Panel>
			</div>
			<div class={stack["stack"]}>{children}</div>
		</div>
	);
};

/** The recording of a session beside its timeline; each follows the other. */
export const Recording = ({ id, timeline, children }: RecordingProps) => {
	const { replays, player: words, timeline: titles } = useAreaWords("people");
	const report = useRecording(id);
	if (report.data)
		return (
			<Playing key={id} recording={report.data} timeline={timeline}>
				{children}
			</Playing>
		);
	return (
		<div class={peopleCss["aside"]}>
			<Panel label={replays.one} title={replays.one} isBusy={!report.failure}>
				{report.failure?.status === 404 ? (
					<CardState icon="info" title={replays.gone}>
						{replays.goneText}
					</CardState>
				) : report.failure ? (
					<ReportFailure report={report} />
				) : (
					<div class={css["waiting"]}>
						<SkeletonBlock height={26} />
						<span class="vh">{words.loading}</span>
					</div>
				)}
			</Panel>
			<div class={peopleCss["timelineBeside"]}>
				<Panel label={titles.title} title={titles.title}>
					<TimelineList isTall label={titles.title} timeline={timeline} />
				</Panel>
			</div>
			<div class={stack["stack"]}>{children}</div>
		</div>
	);
};
