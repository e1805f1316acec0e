import { useRef, useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { joined } from "../../../ui/class-names.ts";
import { clockOf } from "../time/clock-of.ts";
import type { IdleSpan } from "./replay-time.ts";
import css from "./scrubber.module.css";

/** A moment of the recording with an event. */
export interface ScrubberMark {
	id: number;
	/** In ms from the beginning. */
	at: number;
	tone: "page" | "event" | "bad" | "plain";
}

interface ScrubberProps {
	at: number;
	length: number;
	marks: readonly ScrubberMark[];
	pauses: readonly IdleSpan[];
	onSeek(at: number): void;
}

const STEP = 5000;
const LEAP = 30_000;
/** Seeking redraws the page, so while dragging it is throttled. */
const SEEK_EVERY = 150;

const STEPS: Readonly<Record<string, number>> = {
	ArrowLeft: -STEP,
	ArrowDown: -STEP,
	ArrowRight: STEP,
	ArrowUp: STEP,
	PageDown: -LEAP,
	PageUp: LEAP,
	Home: Number.NEGATIVE_INFINITY,
	End: Number.POSITIVE_INFINITY,
};

/** The position in the recording and its events; seeks to any moment. */
export const Scrubber = ({ at, length, marks, pauses, onSeek }: ScrubberProps) => {
	const { player: words } = useAreaWords("people");
	const track = useRef<HTMLDivElement>(null);
	const [dragged, setDragged] = useState<number>();
	const lastSeek = useRef(0);
	const shown = dragged ?? at;
	const share = (time: number) =>
		`${length > 0 ? Math.min(100, Math.max(0, (time / length) * 100)) : 0}%`;
	const timeOf = ({ clientX }: PointerEvent): number => {
		const box = track.current?.getBoundingClientRect();
		if (!box || box.width === 0) return 0;
		return Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * length;
	};
	const drag = (event: PointerEvent) => {
		const to = timeOf(event);
		setDragged(to);
		if (event.timeStamp - lastSeek.current < SEEK_EVERY) return;
		lastSeek.current = event.timeStamp;
		onSeek(to);
	};
	return (
		<div
			ref={track}
			class={css["scrubber"]}
			onPointerDown={(event) => {
				event.currentTarget.setPointerCapture(event.pointerId);
				lastSeek.current = 0;
				drag(event);
			}}
			onPointerMove={(event) => dragged !== undefined && drag(event)}
			onPointerUp={(event) => {
				if (dragged === undefined) return;
				setDragged(undefined);
				onSeek(timeOf(event));
			}}
			onPointerCancel={() => setDragged(undefined)}
		>
			<span class={css["track"]} />
			<span class={css["done"]} style={{ width: share(shown) }} />
			{pauses.map(({ from, to }) => (
				<span
					key={from}
					class={css["pause"]}
					style={{ left: share(from), width: `calc(${share(to)} - ${share(from)})` }}
				/>
			))}
			{marks.map((mark) => (
				<span
					key={mark.id}
					class={joined(css["mark"], css[mark.tone])}
					style={{ left: share(mark.at) }}
				/>
			))}
			<div
				class={css["knob"]}
				style={{ left: share(shown) }}
				role="slider"
				tabIndex={0}
				aria-label={words.position}
				aria-valuemin={0}
				aria-valuemax={Math.round(length / 1000)}
				aria-valuenow={Math.round(shown / 1000)}
				aria-valuetext={words.positionOf(clockOf(shown / 1000), clockOf(length / 1000))}
				onKeyDown={(event) => {
					const step = STEPS[event.key];
					if (step === undefined) return;
					event.preventDefault();
					onSeek(Math.max(0, Math.min(length, at + step)));
				}}
			/>
		</div>
	);
};
